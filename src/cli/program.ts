import { Command, CommanderError } from 'commander';
import { CoreError, HammingbirdError } from '../errors.ts';
import { OtherFormatError } from '../io/errors.ts';
import { ClosedPipeError } from '../io/outputs/output-file.ts';
import { addCalibrate } from './calibrate.ts';
import { addCompare } from './compare.ts';
import { addDecide } from './decide.ts';
import { addDedupe } from './dedupe.ts';
import { addFingerprint } from './fingerprint.ts';
import { addHelp } from './help.ts';
import { addIdf } from './idf.ts';
import { checkNothingReplaced } from './options/replaced.ts';
import { withoutPasswords } from './options/store-place.ts';
import { checkNoneEmpty, refuseRepetition, WrongUsageError } from './options/usage.ts';
import { addPlan } from './plan.ts';
import { addRecipes } from './recipes.ts';
import { addSearch } from './search.ts';
import { addServe } from './serve.ts';
import { addStore } from './store.ts';
import { onInterrupt } from './terminal/interrupt.ts';
import { inOneLine } from './terminal/rejects.ts';
import { print } from './terminal/writing.ts';
import { VERSION } from './version.ts';

const HELP = `
Examples:
  hammingbird dedupe corpus.jsonl -o unique.jsonl --removed removed.jsonl
  hammingbird dedupe articles/ --groups groups.jsonl > kept.jsonl
  hammingbird decide pairs.jsonl --threshold 0.8 --rule complete > verdicts.jsonl
  hammingbird calibrate corpus.jsonl --labels labels.jsonl
  hammingbird compare old.txt new.txt
  hammingbird fingerprint corpus.jsonl -o fingerprints.jsonl
  hammingbird search fingerprints.jsonl new.txt
  hammingbird store stats seen-pages
  hammingbird serve --store seen-pages
  hammingbird plan --size 1e7 --distance 3
  hammingbird help dedupe

Exit status: 0 done; 1 failed; 2 wrong usage; 130 interrupted.`;

const MORE_ADDRESSES =
  'Allow the process more address space, as by `ulimit -v unlimited`, or have it take less: ' +
  'NODE_OPTIONS=--disable-wasm-trap-handler.';

const FAILED = 1;
const WRONG_USAGE = 2;

/** Does what the command line asks for, and sets the exit status. */
export async function run(): Promise<void> {
  onInterrupt();
  // What cannot be said, as on a full disk, stops nothing: without this Node ends the process in the middle of its work.
  process.stderr.on('error', () => {});
  try {
    await program().parseAsync();
  } catch (error) {
    process.exitCode = report(error);
  }
}

function program(): Command {
  const program = new Command('hammingbird')
    .description('Near-duplicate detection: keep these, drop those, because.')
    .version(VERSION)
    .configureOutput({ writeOut: print })
    .addHelpText('after', HELP)
    .hook('preAction', (_, command) => checkNoneEmpty(command))
    .hook('preAction', (_, command) => checkNothingReplaced(command))
    .exitOverride();
  addDedupe(program);
  addDecide(program);
  addCalibrate(program);
  addCompare(program);
  addFingerprint(program);
  addSearch(program);
  addStore(program);
  addServe(program);
  addIdf(program);
  addRecipes(program);
  addPlan(program);
  addHelp(program);
  finish(program, 'hammingbird');
  return program;
}

/** What holds for every command: wrong usage names the help that is its own, and no option is given twice. */
function finish(command: Command, name: string): void {
  command.showHelpAfterError(`(${name} --help tells more)`);
  refuseRepetition(command);
  for (const below of command.commands) finish(below, `${name} ${below.name()}`);
}

/** Says what went wrong, in one line if we know it, and returns the exit status. */
function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USAGE;
  if (error instanceof ClosedPipeError) return 0;
  if (!(error instanceof HammingbirdError)) throw error;
  const message = messageOf(error).split('\n').map(inOneLine).join('\n');
  process.stderr.write(`hammingbird: ${withoutPasswords(message)}\n`);
  return error instanceof WrongUsageError || error instanceof OtherFormatError ? WRONG_USAGE : FAILED;
}

/**
 * What an error says, with the remedies of this command: of a core for which there is no room, the library tells what pages
 * and servers can do. Node sets aside 10 GB of addresses for each of its memories, unless it is told not to.
 */
function messageOf(error: HammingbirdError): string {
  const [said] = error instanceof CoreError ? (/^.* could not allocate memory\./.exec(error.message) ?? []) : [];
  return said === undefined ? error.message : `${said} ${MORE_ADDRESSES}`;
}
