/** As many lines, or ids, as a report has at most. */
export const MOST_LISTED = 1000;

/** What a check finds wrong: the first lines of it, however many there are, each once, however often it is met. */
export class Damage {
  readonly lines: string[] = [];

  constructor(before: readonly string[] = []) {
    for (const line of before) this.add(line);
  }

  add(line: string): void {
    if (this.lines.length < MOST_LISTED && !this.lines.includes(line)) this.lines.push(line);
  }
}
