/**
 * Names of which no two are the same, for a record holds one value a name: later ones are given a number, `note_2`.
 *
 * @param sameFor what is the same for two names that are
 */
export function distinctNames(names: readonly string[], sameFor = (name: string): string => name): string[] {
  const taken = new Set(names.map(sameFor));
  const numbers = new Map<string, number>();
  return names.map((name) => {
    const key = sameFor(name);
    let number = (numbers.get(key) ?? 0) + 1;
    while (number > 1 && taken.has(sameFor(`${name}_${number}`))) number++;
    numbers.set(key, number);
    return number === 1 ? name : `${name}_${number}`;
  });
}
