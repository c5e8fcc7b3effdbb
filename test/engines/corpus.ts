// Documents that engines must agree on: families with small changes, copies, short and empty texts, and what is no record.

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Lines of JSONL: so many texts, of which about half resemble an earlier one. */
export function* generatedLines(count: number, seed = 1): Generator<string> {
  const random = randomFrom(seed);
  const below = (most: number): number => Math.floor(random() * most);
  const word = (): string => `w${Math.floor(random() ** 2 * 20_000).toString(36)}`;
  const texts: string[][] = [];
  for (let number = 0; number < count; number++) {
    const kind = random();
    let words: string[];
    if (number > 0 && kind < 0.4) words = changed(texts[below(texts.length)]!);
    else if (number > 0 && kind < 0.5) words = [...texts[below(texts.length)]!];
    else if (kind < 0.51) words = Array.from({ length: below(3) }, () => `s${below(9)}`);
    else words = Array.from({ length: 20 + below(60) }, word);
    if (texts.length < 5000) texts.push(words);
    else texts[below(texts.length)] = words;
    yield JSON.stringify({
      id: number % 7 === 0 ? number : `d${number}`,
      text: words.join(' '),
      rank: below(5),
      'ümläut "x"': '\t\\N',
    });
    if (number % 500 === 3) yield '{"id": "no text"}';
  }

  function changed(words: readonly string[]): string[] {
    const copy = [...words];
    for (let edits = 1 + below(4); edits > 0; edits--) copy[below(copy.length + 1)] = word();
    return copy;
  }
}

/** Lines of JSONL in which much is the same: one text many times, many empty ones, one page with small changes. */
export function* skewedLines(copies: number, empty: number, boilerplate: number): Generator<string> {
  const random = randomFrom(7);
  let number = 0;
  const line = (text: string): string => JSON.stringify({ id: `d${number++}`, text });
  const page = Array.from({ length: 150 }, (_, i) => `word${i}`);
  for (let i = 0; i < Math.max(copies, empty, boilerplate); i++) {
    if (i < copies) yield line('the very same text, which was copied over and over again');
    if (i < empty) yield line(i % 2 === 0 ? '' : ' … ');
    if (i < boilerplate) {
      const changed = [...page];
      for (let edits = 0; edits < 3; edits++)
        changed[Math.floor(random() * page.length)] = `other${Math.floor(random() * 1e6)}`;
      yield line(changed.join(' '));
    }
  }
}
