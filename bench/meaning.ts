// Measures what a distance means, and writes the tables of docs/distance.md. Seeded: every run says the same.
import { readFileSync, writeFileSync } from 'node:fs';
import { TABLES } from './meaning/tables.ts';

// Compiled, this file stands in build/bench.
const PAGE = new URL('../../docs/distance.md', import.meta.url);

let page = readFileSync(PAGE, 'utf8');
for (const [name, make] of Object.entries(TABLES)) {
  console.log(`${name} …`);
  page = filled(page, name, make());
}
writeFileSync(PAGE, page);

function filled(text: string, name: string, content: string): string {
  const [start, end] = [`<!-- ${name} -->\n`, `<!-- end of ${name} -->`];
  const [from, to] = [text.indexOf(start) + start.length, text.indexOf(end)];
  if (!text.includes(start) || to < from) throw new Error(`docs/distance.md has no place for the table «${name}».`);
  return `${text.slice(0, from)}\n${content}\n\n${text.slice(to)}`;
}
