// What may come between a finished file and its name.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { OutputError } from '../../src/io/errors.ts';
import { OutputFile } from '../../src/io/outputs/output-file.ts';
import { ownFiles } from '../../src/io/outputs/own-files.ts';
import { targetOf } from '../../src/io/outputs/target.ts';
import { watchFile } from '../../src/io/outputs/watch-file.ts';
import { folderForEach } from '../support/folders.ts';
import { freeNumbers } from '../support/open-files.ts';

const { closeSync, fchmodSync, fsyncSync, ftruncateSync, readdirSync, renameSync } = fs;
const { platform } = process;
const folder = folderForEach();
afterEach(() => {
  Object.assign(fs, { closeSync, fchmodSync, fsyncSync, ftruncateSync, readdirSync, renameSync });
  syncBuiltinESMExports();
  Object.defineProperty(process, 'platform', { value: platform });
});

function write(name: string, line = 'a line'): void {
  const file = new OutputFile(folder.at(name));
  try {
    file.writeLine(line);
    file.finish();
    file.commit();
  } finally {
    file.abandon();
  }
}

const refusal = (code: string): Error => Object.assign(new Error('it is refused'), { code });

/** Writes a file on a system where so many attempts to give it its name fail. Returns how many there were. */
function written(system: NodeJS.Platform, failing: number, code = 'EPERM', line?: string): number {
  let attempts = 0;
  fs.renameSync = (from, to) => {
    if (attempts++ < failing) throw refusal(code);
    renameSync(from, to);
  };
  syncBuiltinESMExports();
  Object.defineProperty(process, 'platform', { value: system });
  write('lines', line);
  return attempts;
}

it('a file that is held for a moment on Windows gets its name all the same', () => {
  expect(written('win32', 3)).toBe(4);
  expect([folder.names(), folder.read('lines')]).toEqual([['lines'], 'a line\n']);
});

it.each<[NodeJS.Platform, number]>([
  ['win32', 1000],
  ['linux', 1],
])('a file on %s that cannot have its name after all is an error, and gone', (system, failing) => {
  expect(() => written(system, failing)).toThrow(OutputError);
  expect(folder.names()).toEqual([]);
});

it.each([
  ['mounted', 'EBUSY'],
  ['somebody else’s in a folder like /tmp', 'EPERM'],
  ['somebody else’s elsewhere', 'EACCES'],
])('a file that is %s, so that nothing takes its place, is written where it is (%s)', (_, code) => {
  for (const line of ['a line', 'a line that is read in pieces '.repeat(30_000), '']) {
    fs.linkSync(folder.write('lines', 'what was there before'), folder.at('same'));
    written('linux', 1, code, line);
    expect([folder.names(), folder.read('same')]).toEqual([['lines', 'same'], `${line}\n`]);
    fs.unlinkSync(folder.at('same'));
  }
});

it('what a file was to hold that can neither be replaced nor written stays, and the error says where', () => {
  folder.write('lines', 'what was there before');
  const before = freeNumbers(folder.at('lines'), 4);
  let calls = 0;
  const fail = (): void => {
    throw refusal('ENOSPC');
  };
  for (const failing of [
    { ftruncateSync: fail },
    // The first time it is that of the file beside.
    { fsyncSync: (file: number) => (calls++ % 2 === 0 ? fsyncSync(file) : fail()) },
  ]) {
    Object.assign(fs, failing);
    expect(() => written('linux', 1, 'EBUSY')).toThrow(
      /: the disk is full \(ENOSPC\)\. What it was to hold is in .*\.part\.$/,
    );
    Object.assign(fs, { ftruncateSync, fsyncSync });
    const [, part] = folder.names();
    expect(folder.read(part!)).toBe('a line\n');
    fs.unlinkSync(folder.at(part!));
  }
  // All that was open is closed.
  expect(freeNumbers(folder.at('lines'), 4)).toEqual(before);
});

it('what only some may read, nobody else can open for a moment', () => {
  fs.chmodSync(folder.write('lines', 'what was there before'), 0o600);
  const modes: number[] = [];
  fs.fchmodSync = (file, mode) => {
    modes.push(fs.fstatSync(file).mode & 0o777);
    fchmodSync(file, mode);
  };
  syncBuiltinESMExports();
  write('lines');
  expect([...modes, fs.statSync(folder.at('lines')).mode & 0o777]).toEqual([0o600, 0o600]);
});

it('what cannot have the permissions of what was there is an error, closed and gone', () => {
  folder.write('lines', 'what was there before');
  const before = freeNumbers(folder.at('lines'), 4);
  fs.fchmodSync = () => {
    throw refusal('EPERM');
  };
  syncBuiltinESMExports();
  expect(() => write('lines')).toThrow(': permission denied (EPERM). Nothing was written under that name.');
  expect([folder.names(), folder.read('lines')]).toEqual([['lines'], 'what was there before']);
  expect(freeNumbers(folder.at('lines'), 4)).toEqual(before);
});

it('what does not come to the disk is an error before the file has its name, also if closing it tells that', () => {
  folder.write('lines', 'what was there before');
  for (const [name, why] of [
    ['fsyncSync', /: the disk is full \(ENOSPC\)\. Nothing was written under that name\.$/],
    ['closeSync', /: the disk quota is used up \(EDQUOT\)\. Nothing was written under that name\.$/],
  ] as const) {
    fs[name] = (file) => {
      if (name === 'closeSync') closeSync(file);
      throw refusal(name === 'closeSync' ? 'EDQUOT' : 'ENOSPC');
    };
    syncBuiltinESMExports();
    expect(() => write('lines')).toThrow(OutputError);
    expect(() => write('lines')).toThrow(why);
    Object.assign(fs, { closeSync, fsyncSync });
    expect([folder.names(), folder.read('lines')]).toEqual([['lines'], 'what was there before']);
  }
});

it('what Node refuses under its permission model is told in its words, which are a sentence already', () => {
  fs.fsyncSync = () => {
    throw Object.assign(new Error('fsync API is disabled when Permission Model is enabled.'), {
      code: 'ERR_ACCESS_DENIED',
    });
  };
  syncBuiltinESMExports();
  expect(() => write('lines')).toThrow(/ is enabled\. Nothing was written under that name\.$/);
});

it('a folder in whose place nothing can come, as Windows says it of a file that cannot, is an error, and nothing is left', () => {
  const file = new OutputFile(folder.at('lines'));
  fs.mkdirSync(folder.at('lines'));
  fs.renameSync = () => {
    throw refusal('EPERM');
  };
  syncBuiltinESMExports();
  expect(() => file.commit()).toThrow('permission denied (EPERM). Nothing was written under that name.');
  file.abandon();
  expect(folder.names()).toEqual(['lines']);
});

it('what is given up is gone, whatever closing it tells: that would hide why it is', () => {
  const file = new OutputFile(folder.at('lines'));
  fs.closeSync = (number) => {
    closeSync(number);
    throw refusal('EDQUOT');
  };
  syncBuiltinESMExports();
  file.abandon();
  expect(folder.names()).toEqual([]);
});

it('a file is closed before it gets its name, as Windows wants it, and when it is given up', () => {
  const closed: boolean[] = [];
  let isClosed = false;
  fs.closeSync = (file) => {
    closeSync(file);
    isClosed = true;
  };
  fs.renameSync = (from, to) => {
    closed.push(isClosed);
    renameSync(from, to);
  };
  syncBuiltinESMExports();
  write('lines');
  isClosed = false;
  new OutputFile(folder.at('lines')).abandon();
  expect([...closed, isClosed]).toEqual([true, true]);
});

it('a file that two write who have the same number, as in two containers, is what one of them wrote', () => {
  const [first, second] = ['the first', '2nd'].map((line) => {
    const file = new OutputFile(folder.at('lines'));
    file.writeLine(line);
    return file;
  });
  second!.finish();
  first!.finish();
  for (const [file, content] of [
    [second, '2nd\n'],
    [first, 'the first\n'],
  ] as const) {
    file!.commit();
    expect(folder.read('lines')).toBe(content);
  }
  expect(folder.names()).toEqual(['lines']);
});

it('a link to what is not there yet leads on from where it is, though its folder was reached by another link', () => {
  fs.mkdirSync(folder.at('far/away'), { recursive: true });
  fs.symlinkSync('far/away', folder.at('near'));
  fs.symlinkSync('../lines', folder.at('near/link'));
  write('near/link');
  expect([folder.names(), folder.read('far/lines')]).toEqual([['far', 'near'], 'a line\n']);
});

it('what killed processes left of a file is removed, and nothing else that has a name like that', () => {
  const over = 2 ** 31 - 1;
  const left = [`lines.${over}.0123abcd.part`, 'lines.7654321.fedcba98.part'];
  const others = [
    `lines.${process.pid}.0123abcd.part`,
    `lines.more.${over}.0123abcd.part`,
    `more.${over}.0123abcd.part`,
    `lines.${over}.0123abcd.part.old`,
    `lines.${over}.copy.part`,
    // A number that no process has, and a folder.
    `lines.${10 ** 12}.0123abcd.part`,
    `lines.${over}.00000000.part`,
  ];
  fs.mkdirSync(folder.at(others.at(-1)!));
  for (const name of [...left, ...others.slice(0, -1)]) folder.write(name, '');
  const file = new OutputFile(folder.at('lines'));
  file.removeLeft();
  file.abandon();
  expect(folder.names()).toEqual(others.sort());
});

it.each([
  ['letters', 'a'.repeat(255)],
  ['characters of two bytes', `${'é'.repeat(126)}abc`],
  ['characters of four bytes', `${'😀'.repeat(63)}abc`],
])('a name of %s may be as long as any, and what was left of it is found', (_, name) => {
  write(name);
  expect([folder.names(), folder.read(name)]).toEqual([[name], 'a line\n']);
  const file = new OutputFile(folder.at(name));
  const [part] = folder.names().filter((found) => found.endsWith('.part'));
  expect([part!.includes('\ufffd'), name.startsWith(part!.slice(0, 50))]).toEqual([false, true]);
  expect(ownFiles([folder.at(name)])(folder.at(part!))).toBe(true);
  const left = folder.write(part!.replace(`.${process.pid}.`, `.${2 ** 31 - 1}.`), '');
  file.removeLeft();
  expect(fs.existsSync(left)).toBe(false);
  file.abandon();
  expect(folder.names()).toEqual([name]);
});

it('what was left is no error in a folder in which files may be made, but not listed', () => {
  fs.readdirSync = () => {
    throw Object.assign(new Error(), { code: 'EACCES' });
  };
  syncBuiltinESMExports();
  const file = new OutputFile(folder.at('lines'));
  file.removeLeft();
  file.abandon();
});

it('a file that is to be replaced is another when it is longer, gone, or only later', () => {
  const path = folder.write('lines', 'one');
  const [later, longer, gone] = [
    () => fs.utimesSync(path, 1, 1),
    () => folder.write('lines', 'three'),
    () => fs.unlinkSync(path),
  ];
  for (const change of [later, longer, gone]) {
    const check = watchFile(path);
    check();
    change();
    expect(check).toThrow(`Cannot write ${path}: something else has changed it since this run began to read it.`);
  }
  watchFile(path)();
  watchFile(undefined)();
});

it('a folder that is not there is named, also where an address was meant, but not that of a link, which is', () => {
  fs.symlinkSync('nowhere/lines', folder.at('link'));
  for (const [path, why] of [
    [folder.at('nowhere/lines'), `there is no folder ${folder.at('nowhere')}; make it first.`],
    ['s3://bucket/lines', 'it is an address, and no file; write to standard output, and pipe that on.'],
    [folder.at('link'), 'there is no such file or folder (ENOENT).'],
  ] as const) {
    expect(() => new OutputFile(path)).toThrow(`Cannot write ${path}: ${why} Nothing was written under that name.`);
  }
});

it('standard output is no file of that name, and nothing else than what is called so', () => {
  expect([targetOf('-'), targetOf(folder.at('-'))]).toEqual(['-', join(fs.realpathSync(folder.path), '-')]);
});

it('a name with a slash at its end is that of a folder, and no file is made of it', () => {
  expect(() => new OutputFile(folder.at('kept/'))).toThrow(/kept\/: it names a folder\./);
  expect(folder.names()).toEqual([]);
});
