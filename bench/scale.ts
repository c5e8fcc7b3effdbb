// What lies past one machine's memory, for docs/scale.md: `npm run bench:scale -- TOPIC [DOCUMENTS]`.
import { generated, skewed } from './scale/cluster.ts';
import { crowds } from './scale/crowds.ts';
import { growth } from './scale/growth.ts';
import { joins } from './scale/join.ts';
import { model } from './scale/model.ts';

const TOPICS: Readonly<Record<string, (documents: number | undefined) => string | Promise<string>>> = {
  join: joins,
  model,
  growth,
  crowds,
  generated: (documents = 100_000) => generated(documents),
  skewed: (documents = 130_000) => skewed(documents),
};

const [name = 'join', documents] = process.argv.slice(2);
const topic = TOPICS[name];
if (topic === undefined) {
  console.error(`There is no topic ${name}; there are ${Object.keys(TOPICS).join(', ')}.`);
  process.exit(2);
}
console.log(await topic(documents === undefined ? undefined : Number(documents)));
