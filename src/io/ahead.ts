/** How much is asked ahead, by default: sixteen items. */
const ROOM = 16;

/**
 * Each item with what is asked about it, in the order of the items. Some are asked about ahead: the way to a server and back
 * takes longer than an answer, and other threads answer meanwhile. An answer that fails does so where it is awaited, and an
 * error among the items comes behind what came before it, however much was asked ahead.
 *
 * @param options.room items are asked about ahead until their sizes are this much; the largest distance, at which a store in
 *   Redis reads most, makes a second's work of its server of sixteen
 * @param options.sizeOf what an item takes of that
 * @throws the error of the items
 */
export async function* askingAhead<Item, Answer>(
  items: AsyncIterable<Item>,
  ask: (item: Item) => Promise<Answer>,
  { room = ROOM, sizeOf = () => 1 }: { readonly room?: number; readonly sizeOf?: (item: Item) => number } = {},
): AsyncGenerator<{ readonly item: Item; readonly answer: Promise<Answer> }> {
  const asked: { readonly item: Item; readonly answer: Promise<Answer>; readonly size: number }[] = [];
  let taken = 0;
  const first = () => {
    const { item, answer, size } = asked.shift()!;
    taken -= size;
    return { item, answer };
  };
  const failures: unknown[] = [];
  try {
    for await (const item of items) {
      const answer = ask(item);
      // Nobody may come to await it.
      answer.catch(() => undefined);
      const size = sizeOf(item);
      asked.push({ item, answer, size });
      taken += size;
      while (taken >= room) yield first();
    }
  } catch (error) {
    failures.push(error);
  }
  while (asked.length > 0) yield first();
  for (const failure of failures) throw failure;
}
