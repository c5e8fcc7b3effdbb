/** So many of what comes next. */
export function taken<Item>(items: Iterator<Item>, count: number): Item[] {
  return Array.from({ length: count }, () => items.next().value as Item);
}
