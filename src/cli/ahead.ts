/** How many answers are waited for at a time: at the largest distance, for which a store in Redis reads most, a second's work of its server. */
const AT_ONCE = 16;

/**
 * Each item with what is answered about it, in the order of the items. Some are asked about ahead: the way to a server and
 * back takes longer than an answer.
 *
 * @throws the first error among the items or answers
 */
export async function* askingAhead<Item, Answer>(
  items: AsyncIterable<Item>,
  ask: (item: Item) => Promise<Answer>,
): AsyncGenerator<{ readonly item: Item; readonly answer: Answer }> {
  const asked: { readonly item: Item; readonly answer: Promise<Answer> }[] = [];
  const first = async () => {
    const { item, answer } = asked.shift()!;
    return { item, answer: await answer };
  };
  for await (const item of items) {
    const answer = ask(item);
    // What fails does so in its turn.
    answer.catch(() => undefined);
    asked.push({ item, answer });
    if (asked.length === AT_ONCE) yield first();
  }
  while (asked.length > 0) yield first();
}
