/** Sessions of a shell in a page: each line with a dollar, and what is printed below it. */
export function* sessionLines(page: string): Generator<{ readonly line: string; readonly printed: string }> {
  for (const [, line, printed] of page.matchAll(/^\$ (.*)\n((?:(?!\$ ).*\n)*)/gm))
    yield { line: line!, printed: printed! };
}

/** What stands in the blocks of a kind of a page of Markdown. */
export function blocksOf(
  page: string,
  ...kinds: readonly string[]
): { readonly kind: string; readonly text: string }[] {
  const blocks = page.matchAll(/^```(\w+)\n(.*?)^```/gms);
  return [...blocks].flatMap(([, kind, text]) => (kinds.includes(kind!) ? [{ kind: kind!, text: text! }] : []));
}
