/**
 * A pattern that is made when it is first asked for. A literal in its place is checked as soon as the engine reads the code,
 * which looks up what belongs to its classes of Unicode: a third of a millisecond each, whether it is ever used or not.
 */
export function lazyPattern(source: string, flags: string): () => RegExp {
  let made: RegExp | undefined;
  return () => {
    made ??= new RegExp(source, flags);
    return made;
  };
}
