import { readFileSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { readError } from '../io/errors.ts';
import { DEFAULT_LIMITS } from '../service/server/limits.ts';
import { openStore } from '../store/open-store.ts';
import { addRecipeOptions, chosenRecipe, isRecipeGiven, type RecipeOptions } from './options/recipe-options.ts';
import { blaming, WrongUsageError } from './options/usage.ts';
import { numberBetween, parseBytes, parseCount, periodOption, wholeDistance } from './options/values.ts';
import { interruption, onInterruptAbandon } from './terminal/interrupt.ts';
import { VERSION } from './version.ts';

interface ServeOptions extends RecipeOptions {
  readonly store: string;
  readonly distance?: number;
  readonly host: string;
  readonly port: number;
  readonly token?: string;
  readonly tokenFile?: string;
  readonly bodyLimit: number;
  readonly lineLimit: number;
  readonly batchLimit: number;
  readonly concurrency: number;
  readonly timeout: number;
  readonly log: string;
}

const HELP = `
The store is made if it is not there. WHERE is as for hammingbird store: a folder, postgres://…, redis://…
It answers this machine alone unless --host says otherwise, which demands a token: by HAMMINGBIRD_TOKEN in the
environment, --token-file, or --token, which other users of this machine can see. It speaks HTTP; for the
way over a network put a proxy with TLS before it.

SIGTERM and Ctrl-C end it when what it accepted is finished; a second one ends it at once.

Examples:
  hammingbird serve --store seen-pages
  curl http://127.0.0.1:7333/v1/documents -H 'content-type: application/json' -d '{"id":"a","text":"A text."}'
  echo '{"id":"b","text":"Another text.","meta":{"day":7}}' > pages.jsonl     # a document on each line
  curl http://127.0.0.1:7333/v1/documents/batch -H 'content-type: application/x-ndjson' --data-binary @pages.jsonl
  HAMMINGBIRD_TOKEN=$(openssl rand -hex 24) hammingbird serve --store postgres://localhost/pages --host 0.0.0.0

Exit status: 0 stopped; 1 failed; 2 wrong usage; 130, 143 ended at once.`;

export function addServe(program: Command): void {
  const command = program
    .command('serve')
    .summary('answer «was this seen before?» over HTTP')
    .description('Answers for a store over HTTP: check and insert, search, get, remove, batches (docs/service.md).')
    .requiredOption('--store <where>', 'a folder or an address (hammingbird store --help; required)')
    .addOption(
      new Option('--distance <bits>', 'of a new store: the largest distance of near-duplicates (default: 3)').argParser(
        wholeDistance,
      ),
    )
    .option('--host <address>', 'where to listen', '127.0.0.1')
    .addOption(
      new Option('--port <number>', '0 is one that is free').default(7333).argParser(numberBetween(0, 65535, 'whole')),
    )
    .option('--token <token>', 'what clients must show: Authorization: Bearer TOKEN')
    .option('--token-file <file>', 'the token is in a file');
  addLimits(command).addOption(
    new Option('--log <level>', 'as lines of JSON on standard error, without texts')
      .choices(['debug', 'info', 'warn', 'error', 'silent'])
      .default('info'),
  );
  addRecipeOptions(command, '(default: that of the store; of a new one "words-bigrams")')
    .addHelpText('after', HELP)
    .action(serveStore);
}

function addLimits(command: Command): Command {
  const { body, line, batch, concurrency, time } = DEFAULT_LIMITS;
  return command
    .addOption(new Option('--body-limit <bytes>', 'of a single request').argParser(parseBytes).default(body, '8MiB'))
    .addOption(new Option('--line-limit <bytes>', 'of a line of a batch').argParser(parseBytes).default(line, '8MiB'))
    .addOption(new Option('--batch-limit <lines>', 'of a batch').argParser(parseCount(2 ** 53 - 1)).default(batch))
    .addOption(
      new Option('--concurrency <count>', 'requests under way at once')
        .argParser(parseCount(65_536))
        .default(concurrency),
    )
    .addOption(
      new Option('--timeout <time>', 'for a body, or a line, to come: 30s, 2m')
        .argParser(patienceOption)
        .default(time, '30s'),
    );
}

/** Timers of 2³¹ milliseconds and more end at once, and some wait ten times as long. */
const LONGEST_PATIENCE = 24 * 3600 * 1000;

function patienceOption(value: string): number {
  const milliseconds = periodOption(value);
  if (milliseconds >= 1 && milliseconds <= LONGEST_PATIENCE) return milliseconds;
  throw new InvalidArgumentError('It must be more than 0, and 24h at most.');
}

/** Said where a second signal comes. */
const LEFT = 'What was acknowledged is stored; what was still under way may be: repeat it.';

async function serveStore(options: ServeOptions): Promise<void> {
  const { store: where, distance, host, port, log: logLevel } = options;
  const token = tokenOf(options);
  const { checkPlace, isLoopback, isToken, serve } = await import('../service/server/index.ts');
  if (token === undefined && !isLoopback(host)) {
    throw new WrongUsageError(
      `Others than this machine can ask at ${host}: give a token that they must show (HAMMINGBIRD_TOKEN, --token-file).`,
    );
  }
  // Before a store is made.
  if (token !== undefined && !isToken(token)) {
    throw new WrongUsageError(
      'A token (--token, --token-file, HAMMINGBIRD_TOKEN) has 16 to 1,024 visible ASCII characters. Make one: openssl rand -hex 24',
    );
  }
  const recipe = isRecipeGiven(options) ? await chosenRecipe(options) : undefined;
  await checkPlace(host, port);
  const store = await openStore(where, { recipe, maxDistance: distance }).catch(blaming(options));
  try {
    const stopped = interruption();
    onInterruptAbandon({ left: LEFT });
    const { bodyLimit: body, lineLimit: line, batchLimit: batch, concurrency, timeout: time } = options;
    const limits = { body, line, batch, concurrency, time };
    const service = await serve(store, { host, port, token, limits, logLevel, version: VERSION });
    process.stderr.write(`${JSON.stringify({ msg: 'listening', url: service.url, documents: await store.size() })}\n`);
    await stopped;
    process.stderr.write(`${JSON.stringify({ msg: 'stopping' })}\n`);
    await service.close();
  } finally {
    await store.close();
  }
}

/** The option, the file, or the environment. */
function tokenOf({ token, tokenFile }: ServeOptions): string | undefined {
  if (token !== undefined && tokenFile !== undefined) {
    throw new WrongUsageError('Give --token or --token-file, and not both.');
  }
  if (tokenFile === undefined) return token ?? process.env.HAMMINGBIRD_TOKEN;
  try {
    return readFileSync(tokenFile, 'utf8').trim();
  } catch (error) {
    throw readError(tokenFile, error);
  }
}
