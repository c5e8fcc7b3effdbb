import { type Command, Option } from 'commander';
import { HammingbirdError } from '../errors.ts';
import { counted, thousands } from '../numbers.ts';
import { openStore, rebuildStore } from '../store/open-store.ts';
import type { StoreOptions } from '../store/settings.ts';
import type { Store } from '../store/store.ts';
import { addHelp } from './help.ts';
import { addRecipeOptions } from './options/recipe-options.ts';
import { withoutUser } from './options/store-place.ts';
import { jsonlFile, wholeDistance } from './options/values.ts';
import { exportStore, importStore } from './store-files.ts';
import { saying } from './terminal/progress.ts';
import { print } from './terminal/writing.ts';

const HELP = `
WHERE is a folder (LMDB, one writing process), or the address of a server: postgres://…, redis://…, redis-cluster://…
Passwords belong in the environment of the client (PGPASSWORD, …) rather than into an address.

Examples:
  hammingbird store import seen fingerprints.jsonl       # makes the store, by the recipe of the file
  hammingbird store stats seen
  hammingbird store check seen
  hammingbird store export seen | hammingbird store import postgres://localhost/pages -
  hammingbird store export seen -o seen.jsonl && hammingbird store import wider seen.jsonl --distance 6
  hammingbird search --store seen new.txt
  hammingbird store rebuild seen                         # after check found damage, or Redis lost its data

Exit status: 0 done; 1 failed, or damage was found; 2 wrong usage; 130 interrupted.`;

/** Something in a store is damaged. */
class DamageError extends HammingbirdError {
  static override readonly name = 'DamageError';
}

export function addStore(program: Command): void {
  const store = program
    .command('store')
    .summary('look after a store: stats, check, compact, export, import, rebuild')
    .description('Looks after a store of fingerprints (docs/stores.md).')
    .addHelpText('after', HELP);
  store
    .command('stats <where>')
    .summary('what is in a store, and what it takes')
    .description('Tells what is in a store, and what it takes.')
    .option('--json', 'as JSON')
    .action((where, { json }: { json?: boolean }) => withStore(where, { readOnly: true }, (one) => stats(one, json)));
  store
    .command('check <where>')
    .summary('read everything that is stored, and list what is damaged')
    .description('Reads everything that is stored, and lists what is damaged.')
    .action((where) => withStore(where, { readOnly: true }, (one) => check(one, where)));
  store
    .command('compact <where>')
    .summary('give back the room of what was removed')
    .description('Gives back the room of what was removed.')
    .action((where) =>
      withStore(where, {}, (one) => saying(`compacting ${withoutUser(where)}`, one.compact()), { mustBe: true }),
    );
  store
    .command('export <where>')
    .summary('write all documents as JSONL')
    .description('Writes all documents as JSONL, ordered by id; not the texts, which are not stored.')
    .option('-o, --output <file>', 'where to', jsonlFile, '-')
    .action((where, { output }: { output: string }) =>
      withStore(where, { readOnly: true }, (one) => exportStore(one, output)),
    );
  addImport(store);
  store
    .command('rebuild <where>')
    .summary('save what can be saved of a damaged store')
    .description(
      'Saves what can be saved of a damaged folder, which is kept, or of what a Redis server has lost; counts what cannot.',
    )
    .action(rebuild);
  addHelp(store);
}

function addImport(store: Command): void {
  const command = store
    .command('import <where> <file...>')
    .summary('store what was exported, or fingerprints')
    .description(
      'Stores documents that were exported, or fingerprints. Makes the store if it is not there; from empty files, which ' +
        'name no recipe, only if --recipe does.',
    )
    .addOption(
      new Option(
        '--distance <bits>',
        'of a new store: the largest distance of near-duplicates, 0 to 16 (default: 3)',
      ).argParser(wholeDistance),
    );
  addRecipeOptions(command, '(default: that of the file, if it is a built-in one)').action(importStore);
}

/** Opens a store for some work, and closes it whatever comes. */
async function withStore(
  where: string,
  options: StoreOptions,
  work: (store: Store) => Promise<void>,
  { mustBe = false } = {},
): Promise<void> {
  if (mustBe) await (await openStore(where, { readOnly: true })).close();
  const store = await saying(`opening ${withoutUser(where)}`, openStore(where, options));
  try {
    await work(store);
  } finally {
    await store.close();
  }
}

async function stats(store: Store, json = false): Promise<void> {
  const all = await store.stats();
  if (json) {
    print(`${JSON.stringify(all)}\n`);
    return;
  }
  const width = Math.max(...Object.keys(all).map((name) => name.length));
  const lines = Object.entries(all).map(([name, value]) => {
    const shown = typeof value === 'number' ? thousands(value) : value;
    return `${name.padEnd(width)}   ${shown}\n`;
  });
  print(lines.join(''));
}

async function check(store: Store, where: string): Promise<void> {
  const { documents, damage } = await saying(`checking ${withoutUser(where)}`, store.check());
  print(`${counted(documents, 'document')} whole\n`);
  if (damage.length === 0) return;
  print(damage.map((line) => `damaged: ${line}\n`).join(''));
  throw new DamageError(
    'There is damage. Restore a folder from a copy, or save what can be saved: hammingbird store rebuild. ' +
      'On a server: hammingbird store compact, where nothing else is said.',
  );
}

async function rebuild(where: string): Promise<void> {
  const { documents, lost, lostIds, notes } = await saying(`rebuilding ${withoutUser(where)}`, rebuildStore(where));
  print(`${counted(documents, 'document')} saved\n${counted(lost, 'document')} lost\n`);
  print(lostIds.map((id) => `lost: ${JSON.stringify(id)}\n`).join(''));
  print(notes.map((note) => `${note}\n`).join(''));
}
