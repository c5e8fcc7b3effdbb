import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** What a topic found out, in Markdown. */
export interface Section {
  readonly title: string;
  readonly body: string;
  /** What could not be measured, and why; where there is nothing of it, empty or undefined. */
  readonly missing?: string | undefined;
}

const HEADER = `# Benchmarks

Made by \`npm run bench\`, or \`npm run bench -- fingerprint\` for one topic; do not edit. Where nothing else is said, numbers are medians.
Machines differ: read the ratios. The rivals stand in \`bench/rivals/\`, and are checked before they are timed. Peers of other
languages stand in \`bench/peers/\`; none is needed, and \`sh bench/peers/setup.sh\` sets up those that can be. What could not be
measured in full is printed, and the section here is left as it was.
`;

/** Numbers stand to the right, the first column to the left. */
export function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = columns.map((_, i) => (i === 0 ? ':--' : '--:'));
  return [columns, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Three significant digits. */
export function number(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
}

/** How many times as much. */
export function ratio(value: number, unit: number): string {
  const times = value / unit;
  return `${times >= 100 ? number(times) : times.toPrecision(2)} ×`;
}

/** Each section says by itself where it was measured: they need not come from the same run. */
export function markdown({ title, body }: Section): string {
  const machine = `Node ${process.versions.node}, ${cpus()[0]?.model.trim() ?? 'unknown processor'}.`;
  return `## ${title}\n\n${machine}\n\n${body}\n`;
}

/** Replaces the section that was measured anew, and keeps the others, in the order of `titles`. */
export function updateFile(file: URL, section: Section, titles: readonly string[]): void {
  const old = existsSync(file) ? readFileSync(file, 'utf8').split(/^(?=## )/m) : [];
  const parts = titles.flatMap((title) =>
    title === section.title ? [markdown(section)] : old.filter((part) => part.startsWith(`## ${title}\n`)),
  );
  writeFileSync(file, [HEADER, ...parts].map((part) => part.trimEnd()).join('\n\n') + '\n');
}
