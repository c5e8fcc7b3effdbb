// What lies past one machine's memory, for docs/scale.md: `npm run bench:scale -- TOPIC [DOCUMENTS]`.
import { Argument, Command } from 'commander';
import { parseCount } from '../src/cli/options/values.ts';
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

const command = new Command('npm run bench:scale --')
  .addArgument(new Argument('[topic]', 'what to measure').choices(Object.keys(TOPICS)).default('join'))
  .argument('[documents]', 'so many documents', parseCount(1e9))
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .parse();
const [topic, documents] = command.processedArgs as [string, number | undefined];
console.log(await TOPICS[topic]!(documents));
