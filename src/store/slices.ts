/** An array in parts of so many items, the last of which may have fewer. */
export function* slicesOf<Item>(items: readonly Item[], size: number): Generator<Item[], void, undefined> {
  for (let begin = 0; begin < items.length; begin += size) yield items.slice(begin, begin + size);
}
