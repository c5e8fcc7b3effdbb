// A run that is stopped, at any moment and in any way, and gone on with: the same bytes as if nothing had happened.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs, {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { decideAll } from '../../src/cli/dedupe/decision.ts';
import { Documents } from '../../src/cli/dedupe/documents.ts';
import { parseKeep } from '../../src/cli/dedupe/keep.ts';
import { Progress } from '../../src/cli/terminal/progress.ts';
import { Fingerprinter } from '../../src/fingerprint/fingerprinter.ts';
import { Corpus } from '../../src/io/corpus.ts';
import { type Entry, encodeEntry } from '../../src/resume/entry.ts';
import { Journal, OtherRunError } from '../../src/resume/journal.ts';
import { checksum } from '../../src/wasm/checksum.ts';
import { indexCore } from '../../src/wasm/core.ts';
import { MAIN } from '../support/command.ts';
import { folderForEach } from '../support/folders.ts';
import { withCalls } from '../support/replaced-calls.ts';

/** What a journal begins with. */
const BEGIN = Buffer.from('hammingbird checkpoint\n');

const folder = folderForEach();

/** Texts of which two in three resemble one before them, near or far, or are the same. */
function texts(count: number, words: number): string[] {
  return Array.from({ length: count }, (_, i) => {
    const origin = i % 3 === 0 ? i : 3 * Math.floor(i / (i % 2 === 0 ? 3 : 9));
    const word = (j: number) => (j < i % 5 ? `new${i}x${j}` : `w${origin}y${j}`);
    return Array.from({ length: words }, (_, j) => word(j)).join(' ');
  });
}

describe('what was settled', () => {
  it.each([
    ['leader', 'first'],
    ['complete', 'longest'],
  ] as const)('by the rule %s, keeping the %s, is gone on with wherever it was cut off', async (rule, keep) => {
    folder.write(
      'texts.csv',
      `id,text\n${texts(1200, 20)
        .map((text, i) => `${i},${text}\n`)
        .join('')}`,
    );
    let counted = 0;
    const run = async (journal: Journal | undefined) => {
      const documents = new Documents(new Corpus([folder.at('texts.csv')], { fields: { text: ['text'] } }));
      const fingerprinter = new Fingerprinter({ recipe: 'dedupe' });
      const featureSet = fingerprinter.featureSet.bind(fingerprinter);
      fingerprinter.featureSet = (...args) => {
        counted++;
        return featureSet(...args);
      };
      counted = 0;
      const wishes = { fingerprinter, repeats: 2, maxDistance: 10, threshold: 0.7, rule, keep: parseKeep(keep) };
      const all = { ...wishes, window: undefined, wantsPairs: false, workers: 1 };
      const { decisions, pairs } = await decideAll(documents, all, journal, new Progress());
      documents.close();
      return { decisions, pairs: pairs && [...pairs] };
    };
    const undisturbed = await run(undefined);
    const path = folder.at('kept.checkpoint');
    const journal = new Journal(path, {});
    expect(await run(journal)).toEqual(undisturbed);
    journal.close();
    const whole = readFileSync(path);
    const cuts = Array.from({ length: 5 }, (_, i) => Math.floor((whole.length * (i + 0.3)) / 5));
    for (const cut of [0, 5, BEGIN.length, BEGIN.length + 5, ...cuts, whole.length - 1, whole.length]) {
      writeFileSync(path, whole.subarray(0, cut));
      const again = new Journal(path, {});
      expect(await run(again)).toEqual(undisturbed);
      expect(again.hasMore).toBe(false);
      again.close();
      expect(readFileSync(path).equals(whole)).toBe(true);
    }
    // All of it was there.
    expect(counted).toBe(0);
    // Bytes that were changed end what is believed, also of lengths: that of the first record, and of the one behind it.
    const second = BEGIN.length + 16 + whole.readUInt32LE(BEGIN.length);
    for (const place of [whole.length >> 1, BEGIN.length + 3, second + 3]) {
      writeFileSync(
        path,
        whole.map((byte, i) => (i === place ? byte ^ 0x80 : byte)),
      );
      const changed = new Journal(path, {});
      expect(await run(changed)).toEqual(undisturbed);
      changed.close();
    }
  });

  it('is refused by another run, which says in what it differs', () => {
    const path = folder.at('kept.checkpoint');
    new Journal(path, { threshold: 0.7, inputs: ['a'] }).close();
    new Journal(path, { inputs: ['a'], threshold: 0.7 }).close();
    const before = readFileSync(path);
    expect(() => new Journal(path, { threshold: 0.8, inputs: ['a'] })).toThrow('threshold was 0.7 and is 0.8');
    expect(() => new Journal(path, { threshold: 0.7 })).toThrow(OtherRunError);
    expect(readFileSync(path).equals(before)).toBe(true);
    const many = Array.from({ length: 1000 }, (_, i) => i);
    expect(() => new Journal(path, { threshold: 0.7, inputs: many })).toThrow(
      /inputs was \["a"\] and is \[[\d,]{199}…\. /,
    );
    expect(() => new Journal(folder.path, {})).toThrow(
      `Cannot keep the checkpoint ${folder.path}: it is a folder (EISDIR).`,
    );
    // As another version might say it.
    for (const said of ['no JSON', 'null']) {
      const payload = new TextEncoder().encode(said);
      const head = Buffer.alloc(16);
      head.writeUInt32LE(payload.length, 0);
      head.writeBigUInt64LE(checksum(indexCore(), 0n, payload), 8);
      writeFileSync(path, Buffer.concat([BEGIN, head, payload]));
      expect(() => new Journal(path, { threshold: 0.7 })).toThrow('threshold was not said and is 0.7');
    }
  });

  it('takes no other file for one that was cut off', () => {
    const path = folder.at('kept.checkpoint');
    const counts = `\u0010${'\0'.repeat(7)} of something else`;
    for (const text of ['What I had written down.\n', 'Note\n', 'hi\n', '\0', counts, 'hammingbirds']) {
      writeFileSync(path, text);
      expect(() => new Journal(path, {})).toThrow(/is no checkpoint, and would be written over/);
      expect(readFileSync(path, 'utf8')).toBe(text);
    }
  });

  it('is the same again, however little it is', () => {
    const path = folder.at('kept.checkpoint');
    const entry = (portion: number, length: number): Entry => ({
      portion,
      first: 3 * portion,
      length,
      fingerprints: Array.from({ length: 5 }, (_, i) => new BigUint64Array(length).fill(2n ** 60n + BigInt(i))),
      // In larger arrays, as columns may be.
      features: Uint32Array.from({ length: length + 1 }, (_, i) => i).subarray(1),
      compared: new Uint32Array(length).fill(8),
      isOpen: new Uint8Array(length).fill(1),
      pairs: [{ a: 0, b: 3 * portion, distance: 2, similarity: 0.875, same: portion % 2 === 1 }],
    });
    const entries = [entry(0, 3), entry(1, 300), entry(2, 1), entry(3, 2)];
    const journal = new Journal(path, {});
    for (const one of entries) journal.append(one);
    journal.close();
    const again = new Journal(path, {});
    expect(again.take(1)).toBeUndefined();
    expect(entries.map(({ portion }) => again.take(portion))).toEqual(entries);
    again.close();
    // Whichever byte is changed, nothing is taken from there on: a decision could rest on it.
    const whole = readFileSync(path);
    const taken = (place: number): Entry[] => {
      writeFileSync(
        path,
        whole.map((byte, i) => (i === place ? byte ^ 1 : byte)),
      );
      const changed = new Journal(path, {});
      const all = entries.flatMap(({ portion }) => changed.take(portion) ?? []);
      changed.close();
      return all;
    };
    // Behind the key, which is {}.
    let at = BEGIN.length + 16 + 2;
    for (const [i, one] of entries.entries()) {
      const end = at + 16 + encodeEntry(one).length;
      for (let place = at + 8; place < end; place += 1 + (one.length >> 2))
        expect(taken(place)).toEqual(entries.slice(0, i));
      at = end;
    }
    expect(at).toBe(whole.length);
  });

  it('may be gone on with by two at once, of which each removes it', () => {
    const path = folder.at('kept.checkpoint');
    const journals = [new Journal(path, {}), new Journal(path, {})];
    for (const journal of journals) journal.remove();
    expect(folder.names()).toEqual([]);
  });

  it('is written whole where a disk takes it in pieces, and closed when it is refused', async () => {
    const { closeSync, writeSync } = fs;
    const opened = fs.openSync(folder.write('other', ''), 'r');
    closeSync(opened);
    const inPieces = ((file: number, bytes: Uint8Array) => writeSync(file, bytes.subarray(0, 7))) as typeof writeSync;
    await withCalls({ writeSync: inPieces }, () =>
      new Journal(folder.at('pieces.checkpoint'), { inputs: ['a'] }).close(),
    );
    new Journal(folder.at('whole.checkpoint'), { inputs: ['a'] }).close();
    expect(folder.read('pieces.checkpoint')).toBe(folder.read('whole.checkpoint'));
    expect(() => new Journal(folder.at('whole.checkpoint'), {})).toThrow(OtherRunError);
    // The number is free again.
    const next = fs.openSync(folder.at('other'), 'r');
    closeSync(next);
    expect(next).toBe(opened);
  });

  it('is over with its run, though it can be neither closed nor removed', async () => {
    const path = folder.at('kept.checkpoint');
    const { closeSync } = fs;
    const journal = new Journal(path, {});
    const refusing: typeof closeSync = (file) => {
      closeSync(file);
      throw Object.assign(new Error('the quota is used up'), { code: 'EDQUOT' });
    };
    rmSync(path);
    mkdirSync(path);
    await withCalls({ closeSync: refusing }, () => journal.remove());
    expect(folder.names()).toEqual(['kept.checkpoint']);
  });
});

describe('--resume', () => {
  const OUTPUTS = ['kept.jsonl', 'removed.jsonl', 'groups.jsonl', 'pairs.jsonl'];
  const options = ['--removed', 'removed.jsonl', '--groups', 'groups.jsonl', '--pairs', 'pairs.jsonl'];
  const command = ['dedupe', 'texts.jsonl', '-o', 'kept.jsonl', ...options];
  const CHECKPOINT = 'kept.jsonl.checkpoint';

  /** Eight megabytes: a dozen portions and more. */
  function write(): void {
    const lines = texts(9000, 80).map((text, id) => JSON.stringify({ id, text }));
    folder.write('texts.jsonl', lines.join('\n'));
  }

  /** Starts a run, and stops it when so many bytes have been settled; false if it was over before. */
  async function stopAt(
    bytes: number,
    signal: NodeJS.Signals,
    before = (): void => {},
  ): Promise<{ stopped: boolean; stderr: string }> {
    const run = folder.start(...command, '--resume');
    let stderr = '';
    run.stderr!.on('data', (chunk) => {
      stderr += chunk;
    });
    const ended = once(run, 'close');
    const path = folder.at(CHECKPOINT);
    while (run.exitCode === null && (statSync(path, { throwIfNoEntry: false })?.size ?? 0) <= bytes) {
      await sleep(2);
    }
    before();
    run.kill(signal);
    await ended;
    return { stopped: existsSync(path), stderr };
  }

  /** Runs a command that is killed when the first of its files has its name. Returns the signal. */
  function killedAtItsFirstName(args: readonly string[]): NodeJS.Signals | null {
    const killing = folder.write(
      'kill.cjs',
      `const fs = require('node:fs');
       const rename = fs.renameSync;
       fs.renameSync = (...args) => {
         rename(...args);
         process.kill(process.pid, 'SIGKILL');
       };
       require('node:module').syncBuiltinESMExports();`,
    );
    const killed = spawnSync(process.execPath, ['--require', killing, MAIN, ...args], { cwd: folder.path });
    return killed.signal;
  }

  it('goes on after kill -9, and writes the same bytes', async () => {
    write();
    expect(folder.run(...command).status).toBe(0);
    const undisturbed = OUTPUTS.map((name) => folder.read(name));
    let stops = 0;
    let size = 0;
    for (const more of [100, 200_000, 1]) {
      const { stopped } = await stopAt(size + more, 'SIGKILL');
      if (!stopped) break;
      stops++;
      size = statSync(folder.at(CHECKPOINT)).size;
    }
    expect(stops).toBeGreaterThan(0);
    expect(folder.names().filter((name) => name.endsWith('.part')).length).toBeGreaterThan(0);
    // It may be of a run that is writing at this moment.
    const running = `kept.jsonl.${process.pid}.0123abcd.part`;
    folder.write(running, '');
    expect(folder.run(...command, '--resume')).toMatchObject({ status: 0 });
    expect(OUTPUTS.map((name) => folder.read(name) === undisturbed[OUTPUTS.indexOf(name)])).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(folder.names()).toEqual([...OUTPUTS, 'texts.jsonl', running].sort());
  });

  it.each([
    ['had a checkpoint', () => rmSync(folder.at(CHECKPOINT))],
    [
      'had settled anything',
      () => {
        const checkpoint = readFileSync(folder.at(CHECKPOINT));
        // The key alone, behind its length and checksum.
        writeFileSync(folder.at(CHECKPOINT), checkpoint.subarray(0, 16 + checkpoint.readUInt32LE(0)));
      },
    ],
  ])('removes what a run left that was killed before it %s, but for what cannot be removed', async (_, undo) => {
    write();
    await stopAt(0, 'SIGKILL');
    undo();
    const parts = folder.names().filter((name) => name.endsWith('.part'));
    expect(parts.length).toBe(OUTPUTS.length);
    const pid = parts[0]!.match(/\d+/)![0];
    // A folder of that name, and a number that no process has.
    const others = [`removed.jsonl.${2 ** 31 - 1}.0123abcd.part`, `groups.jsonl.${10 ** 12}.0123abcd.part`];
    folder.write(`${others[0]}/note`, '');
    folder.write(others[1]!, '');
    expect(folder.run(...command, '--resume')).toMatchObject({ status: 0 });
    expect(folder.names().filter((name) => name.includes(pid))).toEqual([]);
    expect(folder.names()).toEqual([...OUTPUTS, 'texts.jsonl', ...others].sort());
  });

  it('says at Ctrl-C how to go on, and refuses other options and inputs', async () => {
    write();
    const { stopped, stderr } = await stopAt(1000, 'SIGINT');
    expect(stopped).toBe(true);
    expect(stderr).toContain(`What was found so far is in ${CHECKPOINT}: the same command goes on from there.`);
    const refused = folder.run(...command, '--resume', '--threshold', '0.9');
    expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('threshold was 0.75 and is 0.9') });
    expect(refused.stderr).toContain('or remove that file to begin anew');
    expect(folder.run(...command, '--resume', '--distance', '3').stderr).toContain('distance was 8 and is 3');
    expect(folder.run('dedupe', 'texts.jsonl', '-o', 'kept.jsonl', '--resume').stderr).toContain(
      'deciding, by --pairs, --rule or --keep, was "from all pairs" and is "as they come"',
    );
    utimesSync(folder.at('texts.jsonl'), 1, 1);
    expect(folder.run(...command, '--resume').stderr).toContain(
      `${CHECKPOINT} is the checkpoint of another run: inputs was`,
    );
    expect(folder.names()).toEqual([CHECKPOINT, 'texts.jsonl']);
  });

  it.each(['seen.jsonl', 'seen.index'])('goes with a reference that begins with this run: %s', (reference) => {
    folder.write('texts.jsonl', '{"id": 1, "text": "a b c d e"}\n');
    const against = ['--against', reference, '--update'];
    const run = () => folder.run('dedupe', 'texts.jsonl', ...against, '--resume', '-o', 'kept.jsonl');
    expect(run().status).toBe(0);
    expect(folder.records('kept.jsonl').length).toBe(1);
    expect(run().status).toBe(0);
    expect(folder.records('kept.jsonl').length).toBe(0);
  });

  it('tells by --update how the reference was read, where --charset says of which it is', () => {
    const text = 'été à la mer où les forêts brûlent';
    folder.write('texts.jsonl', Buffer.from(JSON.stringify({ text }), 'latin1'));
    folder.write('seen.jsonl', JSON.stringify({ text }));
    const args = [
      'dedupe',
      'texts.jsonl',
      '--charset',
      'latin1',
      '--against',
      'seen.jsonl',
      '--resume',
      '-o',
      'kept.jsonl',
    ];
    expect(killedAtItsFirstName([...args, '--update'])).toBe('SIGKILL');
    expect(folder.run(...args).stderr).toContain('update was true and is not said');
    expect(folder.run(...args, '--update')).toMatchObject({ status: 0 });
    expect(folder.records('kept.jsonl')).toEqual([]);
  });

  it('is repeated also when it was killed while files got their names: what takes the place of the input comes last', () => {
    const args = ['dedupe', 'texts.jsonl', '--resume', '-o', 'texts.jsonl', '--removed', 'removed.jsonl'];
    const lines = texts(30, 9).map((text) => `${JSON.stringify({ text })}\n`);
    folder.write('texts.jsonl', lines.join(''));
    expect(killedAtItsFirstName(args)).toBe('SIGKILL');
    expect(folder.run(...args)).toMatchObject({ status: 0 });
    expect(folder.records('texts.jsonl').length + folder.records('removed.jsonl').length).toBe(30);
    expect(folder.names()).toEqual(['kill.cjs', 'removed.jsonl', 'texts.jsonl']);
  });

  it('is no input, nor is an earlier output, where the output is a link in a folder that is read', () => {
    folder.write('in/a.jsonl', '{"id": 1, "text": "a b c d e"}\n');
    folder.write('elsewhere/real.jsonl', '{"id": 2, "text": "an earlier run kept this"}\n');
    symlinkSync('../elsewhere/real.jsonl', folder.at('in/kept.jsonl'));
    const args = ['dedupe', 'in', '-o', 'in/kept.jsonl', '--removed', 'removed.jsonl', '--format', 'jsonl', '--resume'];
    expect(killedAtItsFirstName(args)).toBe('SIGKILL');
    expect(existsSync(folder.at('in/kept.jsonl.checkpoint'))).toBe(true);
    const { status, stderr } = folder.run(...args);
    expect([status, stderr]).toEqual([0, expect.stringMatching(/^documents +1 /m)]);
    expect(folder.records('elsewhere/real.jsonl').map(({ id }) => id)).toEqual([1]);
  });

  it('that somebody removed is not named when the run is stopped', async () => {
    write();
    const { stderr } = await stopAt(1000, 'SIGINT', () => rmSync(folder.at(CHECKPOINT)));
    expect(stderr).not.toContain('What was found so far');
  });

  it('needs an output beside which it can be kept, and an input that can be read again', () => {
    folder.write('texts.jsonl', '{"text": "a b c d e"}\n');
    for (const [args, why] of [
      [['texts.jsonl', '--resume'], 'name that with -o FILE'],
      [['texts.jsonl', '--resume', '-o', 'kept.jsonl', '--dry-run'], '--dry-run keeps nothing: leave one out'],
      [['-', '--resume', '-o', 'kept.jsonl'], 'Save it as a file first'],
      [['texts.jsonl', '--resume', '-o', 'a', '--removed', './a.checkpoint'], 'a.checkpoint, which is an output, too'],
    ] as const) {
      const { status, stderr } = folder.run('dedupe', ...args);
      expect([status, stderr]).toEqual([2, expect.stringContaining(why)]);
    }
    expect(folder.names()).toEqual(['texts.jsonl']);
  });
});
