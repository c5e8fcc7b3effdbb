// What a user gets to see when something is wrong, and that nothing half-written stays behind.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { jsonLines, MAIN, needs } from '../support/command.ts';
import { folderForEach } from '../support/folders.ts';
import { onSmallDisk } from '../support/small-disk.ts';

const NEWS = fileURLToPath(new URL('../../examples/news.jsonl', import.meta.url));
const isRoot = process.getuid?.() === 0;
const NOBODY = 65534;

const folder = folderForEach();

/** A corpus that keeps the command busy for a few seconds. */
function writeLongCorpus(): void {
  const lines = Array.from({ length: 60_000 }, (_, i) => {
    const words = Array.from({ length: 60 }, (_, j) => `w${(i * 31 + j * j * 7919) % 9973}`);
    return JSON.stringify({ id: i, text: words.join(' ') });
  });
  folder.write('long.jsonl', lines.join('\n'));
}

/** Runs the command as a user who may do little. */
function nobody() {
  chmodSync(folder.path, 0o755);
  const node = folder.write('node', '');
  execFileSync('cp', [process.execPath, node]);
  chmodSync(node, 0o755);
  // The checkout may lie where that user cannot look, so the command comes along.
  const copy = folder.at('copy');
  const root = fileURLToPath(new URL('../..', import.meta.url));
  mkdirSync(`${copy}/node_modules`, { recursive: true });
  for (const part of ['package.json', 'dist']) execFileSync('cp', ['-r', `${root}/${part}`, copy]);
  execFileSync('cp', ['-r', `${root}/node_modules/commander`, `${copy}/node_modules/`]);
  return (...args: string[]) =>
    spawnSync(node, [`${copy}/dist/cli/main.js`, ...args], {
      cwd: folder.path,
      uid: NOBODY,
      gid: NOBODY,
      encoding: 'utf8',
    });
}

const until = async (condition: () => boolean): Promise<void> => {
  for (let tries = 0; !condition() && tries < 600; tries++) await sleep(10);
  expect(condition()).toBe(true);
};

describe('input', () => {
  it('with malformed lines is counted and listed by line, and the rest is done', () => {
    folder.write(
      'bad.jsonl',
      [
        '{"id": 1, "text": "good words"}',
        '{"id": 2, "text": "torn',
        '[1, 2]',
        'null',
        '{"id": 3, "body": "x"}',
        '{"id": 4, "text": 5}',
        '{"id": 5, "text": null}',
        '{"id": {}, "text": "no id"}',
        '{"id": 6, "text": "other words"}',
      ].join('\n'),
    );
    const { status, stdout, stderr } = folder.run('dedupe', 'bad.jsonl');
    expect([status, jsonLines(stdout).map(({ id }) => id)]).toEqual([0, [1, 6]]);
    expect(stderr).toMatch(/^passed over bad\.jsonl:2: not JSON: /m);
    expect(stderr).toContain('passed over bad.jsonl:3: not a JSON object but an array\n');
    expect(stderr).toContain('passed over bad.jsonl:4: not a JSON object but null\n');
    expect(stderr).toContain('passed over bad.jsonl:5: no field "text" (there are: id, body); name it with --text\n');
    expect(stderr).toContain('passed over bad.jsonl:6: field "text" is a number, not a string\n');
    expect(stderr).toContain('passed over bad.jsonl:7: field "text" is null, not a string\n');
    expect(stderr).toContain('passed over bad.jsonl:8: field "id" is an object, not a string or a number\n');
    expect(stderr).toMatch(/^malformed +7 /m);
  });

  it('with very many malformed lines lists the first and counts all', () => {
    folder.write('bad.jsonl', `${'{\n'.repeat(5000)}{"text": "good"}`);
    const { status, stderr } = folder.run('dedupe', 'bad.jsonl');
    expect([status, stderr.split('passed over bad').length - 1]).toEqual([0, 20]);
    expect(stderr).toContain('… and 4,980 more passed over');
    expect(stderr).toMatch(/^malformed +5,000 /m);
  });

  it('with a line or a file beyond all bounds is counted and listed, and takes no more memory than others', () => {
    folder.write('huge.jsonl', '{"text": "a line before"}\n');
    truncateSync(folder.at('huge.jsonl'), 1_300_000_000);
    appendFileSync(folder.at('huge.jsonl'), '\n{"text": "and one behind"}\n');
    folder.write('texts/small.txt', 'a small text');
    folder.write('texts/huge.txt', '');
    truncateSync(folder.at('texts/huge.txt'), 1_300_000_000);
    const { status, stdout, stderr } = folder.run('dedupe', 'huge.jsonl', 'texts');
    expect([status, jsonLines(stdout).map(({ text }) => text)]).toEqual([
      0,
      ['a line before', 'and one behind', 'a small text'],
    ]);
    expect(stderr).toMatch(/passed over huge\.jsonl:2: longer than \d+ bytes/);
    expect(stderr).toMatch(/passed over texts\/huge\.txt: longer than \d+ bytes/);
  });

  it('without any document is an error that says why', () => {
    folder.write('other.jsonl', '{"id": 1, "body": "x"}\n');
    const { status, stderr } = folder.run('dedupe', 'other.jsonl', '-o', 'kept.jsonl');
    expect(status).toBe(1);
    expect(stderr).toContain('name it with --text');
    expect(folder.names()).toEqual(['other.jsonl']);
  });

  it('that is not there, or a folder without text, or of another format, is an error that names it', () => {
    mkdirSync(folder.at('nothing/below'), { recursive: true });
    folder.write('table.csv', 'id,body\n');
    folder.write('paper.docx', 'PK');
    for (const name of ['dump.jsonl.bz2', 'site.tar.gz', 'Table.XLSX', 'data.arrow']) folder.write(name, 'x');
    folder.write('picture', Uint8Array.of(1, 0, 1));
    symlinkSync('circle', folder.at('circle'));
    const names = folder.names();
    for (const [input, message] of [
      ['gone.jsonl', 'Cannot read gone.jsonl: there is no such file or folder (ENOENT).'],
      [
        'https://someone:secret@example.org/a.jsonl',
        'Cannot read https://example.org/a.jsonl: it is an address, and no file; download',
      ],
      ['nothing', 'There is no file of text below nothing.'],
      ['table.csv', 'Cannot read table.csv: it has no column "text" (there are: id, body); name it with --text; a '],
      ['paper.docx', 'Cannot read paper.docx: .docx is not a format that is known; convert it to JSONL'],
      ['dump.jsonl.bz2', 'Cannot read dump.jsonl.bz2: .bz2 is not a format that is known; decompress it first'],
      ['site.tar.gz', 'Cannot read site.tar.gz: .tar is not a format that is known; unpack it'],
      ['Table.XLSX', 'Cannot read Table.XLSX: .xlsx is not a format that is known; save it as CSV'],
      ['data.arrow', 'Cannot read data.arrow: .arrow is not a format that is known; write it as Parquet'],
      ['picture', 'Cannot read picture: not text: there are NUL bytes in it.'],
      ['circle', 'Cannot read circle: its symbolic links run in a circle (ELOOP).'],
    ] as const) {
      const { status, stdout, stderr } = folder.run('dedupe', input, '-o', 'kept.jsonl');
      expect([status, stdout]).toEqual([1, '']);
      expect(stderr).toContain(`hammingbird: ${message}`);
      expect(stderr).not.toContain('    at ');
    }
    expect(folder.names()).toEqual(names);
  });

  it('whose name is not UTF-8 is passed over with that reason, or an error: to say that it is not there is not true', () => {
    folder.write('texts/plain.txt', 'a b c');
    // Not every file system takes such a name.
    const broken = Buffer.concat([Buffer.from(`${folder.at('texts')}/caf`), Buffer.of(0xe9), Buffer.from('.txt')]);
    try {
      writeFileSync(broken, 'a b c d');
    } catch {
      return;
    }
    const { status, stderr } = folder.run('dedupe', 'texts');
    expect([status, stderr]).toEqual([0, expect.stringContaining('caf\ufffd.txt: its name is not UTF-8; rename it\n')]);
    expect(folder.run('dedupe', 'texts/caf\ufffd.txt')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('Cannot read texts/caf\ufffd.txt: its name is not UTF-8; rename it.\n'),
    });
  });

  it('that may not be read is an error, and counted below a folder', ({ skip }) => {
    needs(isRoot, 'root, to act as another user', skip);
    const asNobody = nobody();
    chmodSync(folder.write('secret.jsonl', '{"text": "a b"}\n'), 0);
    chmodSync(folder.write('texts/secret.txt', 'a b'), 0);
    folder.write('texts/open.txt', 'a b c');
    const denied = asNobody('dedupe', 'secret.jsonl');
    expect([denied.status, denied.stderr]).toEqual([
      1,
      'hammingbird: Cannot read secret.jsonl: permission denied (EACCES).\n',
    ]);
    const partly = asNobody('dedupe', 'texts');
    expect([partly.status, jsonLines(partly.stdout)]).toEqual([0, [{ id: 'texts/open.txt', text: 'a b c' }]]);
    expect(partly.stderr).toContain('passed over texts/secret.txt: permission denied (EACCES)');
    const unwritable = asNobody('dedupe', 'texts', '-o', 'kept.jsonl');
    expect(unwritable.stderr).toContain('hammingbird: Cannot write kept.jsonl: permission denied (EACCES).');
    chmodSync(folder.write('open/seen.jsonl', '{"text": "what was there before"}\n'), 0o444);
    chmodSync(folder.at('open'), 0o777);
    const protectedOne = asNobody('dedupe', 'texts', '--against', 'open/seen.jsonl', '--update');
    expect(protectedOne.stderr).toContain('hammingbird: Cannot write open/seen.jsonl: permission denied (EACCES).');
    expect(folder.read('open/seen.jsonl')).toBe('{"text": "what was there before"}\n');
  });
});

describe('usage', () => {
  it.each([
    [['dedupe'], /missing required argument 'input'/],
    [['dedupe', NEWS, '--distance', '17'], /whole number from 0 to 16/],
    [['dedupe', NEWS, '--distance', 'three'], /whole number from 0 to 16/],
    [['dedupe', NEWS, '--threshold', '80'], /number from 0 to 1/],
    [['dedupe', NEWS, '--treshold', '0.8'], /Did you mean --threshold\?\)\n\(hammingbird dedupe --help tells more\)/],
    [['store', 'stat', 'seen'], /Did you mean stats\?\)\n\(hammingbird store --help tells more\)/],
    [['dedup', NEWS], /Did you mean dedupe\?\)\n\(hammingbird --help tells more\)/],
    [['dedupe', NEWS, '-o', 'x.jsonl', '--removed', 'x.jsonl'], /Two outputs are the same file: x\.jsonl and x\.jsonl/],
    [
      ['dedupe', NEWS, '-o', 'x.jsonl', '--removed', './x.jsonl'],
      /Two outputs are the same file: x\.jsonl and \.\/x\.jsonl/,
    ],
    [['dedupe', NEWS, '--recipe', 'letters'], /There is no recipe "letters"; there are words-bigrams, words/],
    [['undo'], /unknown command 'undo'/],
    [['help', 'undo'], /^error: unknown command 'undo'\n\n?\(hammingbird --help tells more\)\n$/],
    [['help', 'store', 'undo'], /^error: unknown command 'undo'\n\n?\(hammingbird store --help tells more\)\n$/],
    [['compare', 'one'], /missing required argument 'b'/],
    [['dedupe', NEWS, '--output-format', 'csv'], /Cannot write csv: \S+news\.jsonl is jsonl/],
    [['dedupe', NEWS, '--resume', '--dry-run', '-o', 'x'], /--resume .* and --dry-run .*: leave one out/],
    [['dedupe', NEWS, '--spark-conf', 'a=b'], /--spark-conf is for --engine spark: leave it out, or/],
    [
      ['dedupe', NEWS, '--engine', 'spark', '--master', 'local', '-o', 'x', '--workers', '2'],
      /--workers is not for --engine spark/,
    ],
    [
      ['dedupe', NEWS, '--engine', 'spark', '--master', 'local', '-o', 'x', '--recipe', 'mfonda'],
      /--engine spark cannot follow the preset mfonda: take --engine duckdb, or another recipe/,
    ],
    [
      ['dedupe', NEWS, '--against', 'seen.csv', '--update'],
      /Cannot add records to seen\.csv: its name .* With --update/,
    ],
    [
      ['fingerprint', '--strings', 'a', '--format', 'jsonl'],
      /'--strings' cannot be used with option '--format <format>'/,
    ],
    [['search', 'a.jsonl', 'b', '--id', 'x', '--strings'], /'--strings' cannot be used with option '--id <field>'/],
    [['dedupe', NEWS, '--removed', ''], /--removed is empty\. Give it a value, or leave it out\./],
    [['decide', 'pairs.jsonl', '--corpus', NEWS, ''], /--corpus is empty/],
    [['serve', '--store', ''], /--store is empty/],
    [['search', '', NEWS], /An argument is empty/],
    [['dedupe', NEWS, '--against', 'a.jsonl', '--against', 'b.jsonl'], /--against is given twice, and takes one value/],
    [['store', 'export', 'seen', '-o', 'a', '--output=b'], /--output is given twice/],
    [['search', 'seen/', NEWS], /seen\/ is a store, not a file of fingerprints\. Name it with --store\./],
    [['search', 'redis://me:secret@host', NEWS], /^hammingbird: redis:\/\/host is a store, not a file of fingerprints/],
    [['decide', 'pairs.jsonl', '--text', 'body'], /This --text needs the records: name them with --corpus/],
    [['decide', 'pairs.jsonl', '--keep', 'longest'], /This --keep needs the records: name them with --corpus/],
  ])('%j is refused with status 2', (args, message) => {
    const { status, stdout, stderr } = folder.run(...args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain('    at ');
    expect(folder.names()).toEqual([]);
  });

  it.each([
    ['--help'],
    ['help', 'dedupe'],
    ['help', 'store'],
    ['store', 'help'],
    ...['dedupe', 'compare', 'fingerprint', 'search', 'idf', 'recipes'].map((command) => [command, '--help']),
  ])('%s %s shows examples', (...args) => {
    const { status, stdout } = folder.run(...args);
    expect(status).toBe(0);
    expect(stdout).toMatch(/Examples:\n {2}hammingbird /);
  });
});

describe('output', () => {
  it('to a full disk is an error, and nothing stays behind', ({ skip }) => {
    return onSmallDisk(folder, '16k', skip, (disk) => {
      folder.write('disk/kept.jsonl', 'what was there before\n');
      const { status, stderr } = folder.run('dedupe', NEWS, '-o', 'disk/kept.jsonl', '--groups', 'groups.jsonl');
      expect(status).toBe(1);
      expect(stderr).toContain('Cannot write disk/kept.jsonl: the disk is full (ENOSPC).');
      expect(folder.read('disk/kept.jsonl')).toBe('what was there before\n');
      expect(spawnSync('ls', ['-A', disk], { encoding: 'utf8' }).stdout).toBe('kept.jsonl\n');
      expect(folder.names()).toEqual(['disk']);
    });
  });

  it('to a full device is an error too', () => {
    const { status, stderr } = folder.run('dedupe', NEWS, '-o', '/dev/full');
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining('Cannot write /dev/full: the disk is full (ENOSPC).'),
    ]);
  });

  it.skipIf(process.platform === 'win32')('that is larger than may be written is an error in words', () => {
    const command = `ulimit -f 8; "${process.execPath}" "${MAIN}" dedupe "${NEWS}" -o kept.jsonl`;
    const { status, stderr } = spawnSync('bash', ['-c', command], { cwd: folder.path, encoding: 'utf8' });
    const why = 'the file is larger than may be written (EFBIG). Nothing was written under that name.';
    expect([status, stderr]).toEqual([1, `hammingbird: Cannot write kept.jsonl: ${why}\n`]);
    expect(folder.names()).toEqual([]);
  });

  it('to a device leaves the device what it is', () => {
    expect(folder.run('dedupe', NEWS, '-o', '/dev/null').status).toBe(0);
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  it('to two names of one device is no mistake, since both can be written', () => {
    const command = `"${process.execPath}" "${MAIN}" dedupe "${NEWS}" -o /dev/stdout --removed /dev/stderr > /dev/null 2>&1`;
    expect(spawnSync('bash', ['-c', command], { cwd: folder.path }).status).toBe(0);
    expect(folder.run('dedupe', NEWS, '-o', '/dev/null', '--removed', '/dev/null').stderr).toContain('the same file');
  });

  it.each([
    ['that fill what is gathered to the last byte', 480, 1200],
    ['that are longer', 300_000, 3],
  ])('to two names of one pipe has whole lines of both, also of some %s', (_, length, count) => {
    const lines = Array.from({ length: count }, (_, i) => {
      const line = JSON.stringify({ id: i, text: `w${i} x${i} y${i} z${i}`, more: '' });
      return line.replace(/"\}$/, `${' '.repeat(length - line.length)}"}`);
    });
    folder.write('many.jsonl', lines.join('\n'));
    const command = `"${process.execPath}" "${MAIN}" dedupe many.jsonl -o - --annotate /dev/stdout 2> log | cat`;
    const { stdout } = spawnSync('bash', ['-c', command], { cwd: folder.path, encoding: 'utf8', maxBuffer: 2 ** 28 });
    expect(jsonLines(stdout).length).toBe(2 * count);
  });

  it('to a folder that is not there is said before the work begins', () => {
    const { status, stderr } = folder.run('dedupe', NEWS, '-o', 'no/where/kept.jsonl');
    expect([status, stderr]).toEqual([1, expect.stringContaining('Cannot write no/where/kept.jsonl')]);
  });

  it('to the file behind standard output is refused, too: the one would replace the other', () => {
    const bash = (args: string) =>
      spawnSync('bash', ['-c', `"${process.execPath}" "${MAIN}" dedupe "${NEWS}" ${args}`], { cwd: folder.path });
    for (const args of ['--groups /dev/stdout > a', '--groups a >> a', '-o a --pairs /dev/stdout > a']) {
      const { status, stderr } = bash(args);
      expect([status, stderr.toString()]).toEqual([2, expect.stringContaining('Two outputs are the same file: ')]);
    }
    expect(bash('-o /dev/stdout > a').status).toBe(0);
    expect(folder.records('a').length).toBe(115);
  });

  it.each([
    ['/dev/stdout', '/dev/stderr'],
    ['/dev/fd/1', '/dev/fd/2'],
  ])(
    'by the names of standard output and standard error is added to what stands in a file behind them: %s',
    (...names) => {
      folder.write('kept', 'old\n');
      folder.write('log', 'old\n');
      const options = `-o ${names[0]} --removed ${names[1]} >> kept 2>> log`;
      const command = `"${process.execPath}" "${MAIN}" dedupe "${NEWS}" ${options}`;
      expect(spawnSync('bash', ['-c', command], { cwd: folder.path }).status).toBe(0);
      expect(folder.read('kept').split('\n').length).toBe(1 + 115 + 1);
      expect(folder.read('log')).toMatch(/^old\n(\{.*\}\n){64}documents +179 /);
      expect(folder.names()).toEqual(['kept', 'log']);
    },
  );

  describe.runIf(process.platform === 'linux')('by the number of a descriptor', () => {
    const bash = (script: string) =>
      spawnSync('bash', ['-c', script.replaceAll('hb', `"${process.execPath}" "${MAIN}"`)], {
        cwd: folder.path,
        encoding: 'utf8',
      });

    it.each(['/dev/fd/3', '/proc/self/fd/3', '/proc/thread-self/fd/3', '//dev/./fd/3'])(
      'is written after what stands in the file behind it, and before what comes after: %s',
      (name) => {
        const script = `{ echo one >&3; hb fingerprint "${NEWS}" -o ${name}; echo last >&3; } 3> kept`;
        expect(bash(script).status).toBe(0);
        expect(folder.read('kept')).toMatch(/^one\n(\{.*\}\n){179}last\n$/);
        folder.write('kept', 'old\n');
        expect(bash(`hb dedupe "${NEWS}" -o ${name} 3>> kept`).status).toBe(0);
        expect(folder.read('kept')).toMatch(/^old\n(\{.*\}\n){115}$/);
        expect(folder.names()).toEqual(['kept']);
      },
    );

    it.each([
      'hb dedupe NEWS -o /proc/self/fd/1 >> kept',
      '{ read -r; hb dedupe NEWS -o /dev/fd/0; } 0<> kept',
      '{ read -r; hb dedupe NEWS -o /dev/stdin; } 0<> kept',
      // Those above 15 Node leaves as they are.
      'hb dedupe NEWS -o /dev/fd/40 40>> kept',
    ])('may be that of a standard stream, or a high one: %s', (script) => {
      folder.write('kept', 'old\n');
      expect(bash(script.replace('NEWS', `"${NEWS}"`)).status).toBe(0);
      expect(folder.read('kept')).toMatch(/^old\n(\{.*\}\n){115}$/);
    });

    it('may be a pipe, as that of >(…)', () => {
      const script = `{ hb dedupe "${NEWS}" -o /dev/fd/3 3>&1 >&2; } | wc -l; hb dedupe "${NEWS}" -o >(wc -l > count)
        until [ -s count ]; do sleep 0.05; done`;
      expect(Number(bash(script).stdout)).toBe(115);
      expect(Number(folder.read('count'))).toBe(115);
    });

    it('may be a pipe with a name, though the other end of it is open, too', () => {
      const script = `mkfifo pipe; exec 5<> pipe 3< pipe 4> pipe; head -n 115 <&3 > kept & hb dedupe "${NEWS}" -o /dev/fd/4
        status=$?; [ $status = 0 ] && wait; kill %1 2> /dev/null; exit $status`;
      expect(bash(script)).toMatchObject({ status: 0, stderr: expect.stringMatching(/^documents +179/) });
      expect(folder.records('kept').length).toBe(115);
    });

    it('that is not open, not to be written, or Node’s own is an error before anything is read', () => {
      folder.write('in', 'what was there before');
      expect(bash('hb dedupe nowhere.jsonl -o /dev/fd/3 3< in')).toMatchObject({
        status: 1,
        stderr: 'hammingbird: Cannot write /dev/fd/3: it is open for reading only.\n',
      });
      expect(bash('hb dedupe nowhere.jsonl -o /dev/fd/99')).toMatchObject({
        status: 1,
        stderr: 'hammingbird: Cannot write /dev/fd/99: no such descriptor is open.\n',
      });
      // What Node has is numbered from the first free number on, and some of it is for reading only.
      const own = [3, 4, 5, 6, 7, 8].map((number) => bash(`hb dedupe nowhere.jsonl -o /dev/fd/${number}`));
      for (const { status, stderr } of own) {
        expect([status, stderr]).toEqual([1, expect.stringMatching(/: it is (a descriptor of Node|open for reading)/)]);
      }
      expect(folder.names()).toEqual(['in']);
    });

    it('is refused where another output or an input is the file behind it', () => {
      const corpus = readFileSync(NEWS, 'utf8');
      folder.write('news.jsonl', corpus);
      folder.write('log', '');
      for (const [script, message] of [
        ['hb dedupe news.jsonl -o log --removed /dev/fd/3 3>> log', 'Two outputs are the same file: '],
        ['hb dedupe news.jsonl -o /dev/fd/4 --removed /dev/fd/3 3>> log 4>> log', 'Two outputs are the same file: '],
        ['hb dedupe news.jsonl -o - --removed /dev/fd/3 >> log 3>> log', 'Two outputs are the same file: '],
        ['hb dedupe news.jsonl -o /dev/fd/3 3>> news.jsonl', '--output /dev/fd/3 is news.jsonl, which is an input.'],
        [
          `hb dedupe "${NEWS}" --against /dev/fd/3 --update 3<> news.jsonl`,
          'Cannot add records to /dev/fd/3: it is open already',
        ],
        ['hb dedupe news.jsonl --resume -o /dev/fd/3 3>> log', '--resume keeps a checkpoint beside the output'],
      ] as const) {
        const { status, stderr } = bash(script);
        expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
      }
      expect([folder.read('news.jsonl'), folder.read('log')]).toEqual([corpus, '']);
    });
  });

  it('whose name is not UTF-8 is refused before anything is read: another file would be written', () => {
    folder.write('seen.jsonl', '');
    for (const args of [
      ['-o', 'kept\ufffd.jsonl'],
      ['-o', 'folder\ufffd/kept.jsonl'],
      ['--report', 'report\ufffd'],
    ]) {
      const { status, stderr } = folder.run('dedupe', 'nowhere.jsonl', ...args);
      expect([status, stderr]).toEqual([
        1,
        `hammingbird: Cannot write ${args[1]}: its name is not UTF-8; choose another.\n`,
      ]);
    }
    for (const args of [
      "-o $'kept\\xff.jsonl'",
      "--against $'seen\\xff.jsonl' --update",
      "--against $'seen\\xff/' --update",
    ]) {
      const command = `"${process.execPath}" "${MAIN}" dedupe "${NEWS}" ${args}`;
      const { status, stderr } = spawnSync('bash', ['-c', command], { cwd: folder.path, encoding: 'utf8' });
      expect([status, stderr]).toEqual([1, expect.stringContaining(': its name is not UTF-8; choose another.\n')]);
    }
    expect(folder.names()).toEqual(['seen.jsonl']);
  });

  it('may have the character in its name that stands for what is not UTF-8, where that is there', () => {
    folder.write('kept\ufffd.jsonl', 'old');
    folder.write('folder\ufffd/old', '');
    for (const name of ['kept\ufffd.jsonl', 'folder\ufffd/kept.jsonl']) {
      expect(folder.run('dedupe', NEWS, '-o', name).status).toBe(0);
      expect(folder.records(name).length).toBe(115);
    }
  });

  it('that comes to a full disk by standard output is there in part, and nothing else is said', ({ skip }) =>
    onSmallDisk(folder, '16k', skip, () => {
      const command = `"${process.execPath}" "${MAIN}" dedupe "${NEWS}" > disk/kept.jsonl`;
      const { stderr } = spawnSync('bash', ['-c', command], { cwd: folder.path, encoding: 'utf8' });
      expect(stderr).toBe('hammingbird: Cannot write standard output: the disk is full (ENOSPC).\n');
    }));

  it('keeps the permissions of the file that it replaces', () => {
    for (const mode of [0o600, 0o664]) {
      chmodSync(folder.write('kept.jsonl', 'old'), mode);
      expect(folder.run('dedupe', NEWS, '-o', 'kept.jsonl').status).toBe(0);
      expect(statSync(folder.at('kept.jsonl')).mode & 0o777).toBe(mode);
    }
  });

  it('keeps who may read the file that it replaces, and is written where nothing but the file is writable', ({
    skip,
  }) => {
    needs(isRoot, 'root, to act as another user', skip);
    const theirs = folder.write('kept.jsonl', 'old');
    chmodSync(theirs, 0o640);
    chownSync(theirs, NOBODY, 12_345);
    const asNobody = nobody();
    folder.write('common/news.jsonl', readFileSync(NEWS));
    const common = folder.write('common/kept.jsonl', 'old');
    chmodSync(common, 0o666);
    chmodSync(folder.at('common'), 0o1777);
    expect(folder.run('dedupe', NEWS, '-o', 'kept.jsonl').status).toBe(0);
    expect(statSync(theirs)).toMatchObject({ uid: NOBODY, gid: 12_345, mode: 0o100640 });
    expect(asNobody('dedupe', 'common/news.jsonl', '-o', 'common/kept.jsonl').status).toBe(0);
    expect([statSync(common).uid, readdirSync(folder.at('common'))]).toEqual([0, ['kept.jsonl', 'news.jsonl']]);
    expect(folder.records('common/kept.jsonl').length).toBe(115);
  });

  it('that may be written in a folder where nothing can be made is an error that names the folder', ({ skip }) => {
    needs(isRoot, 'root, to act as another user', skip);
    const asNobody = nobody();
    chmodSync(folder.write('news.jsonl', readFileSync(NEWS)), 0o644);
    chmodSync(folder.write('closed/kept.jsonl', 'old'), 0o666);
    symlinkSync('closed/kept.jsonl', folder.at('link.jsonl'));
    for (const name of ['closed/kept.jsonl', 'link.jsonl']) {
      const { status, stderr } = asNobody('dedupe', 'news.jsonl', '-o', name);
      const why = `no file that would take its place can be made in ${realpathSync(folder.at('closed'))}`;
      expect([status, stderr]).toEqual([
        1,
        `hammingbird: Cannot write ${name}: ${why}: permission denied (EACCES); name a file in another folder. Nothing was written under that name.\n`,
      ]);
    }
    expect(folder.read('closed/kept.jsonl')).toBe('old');
  });

  it('through a link replaces the file that it leads to', () => {
    folder.write('real.jsonl', 'old');
    symlinkSync('real.jsonl', folder.at('link.jsonl'));
    folder.run('dedupe', NEWS, '-o', 'link.jsonl');
    expect(folder.records('real.jsonl').length).toBe(115);
    expect(folder.names()).toEqual(['link.jsonl', 'real.jsonl']);
  });

  it('through a link makes the file that it leads to, if that is not there yet', () => {
    mkdirSync(folder.at('disk'));
    symlinkSync('disk/later', folder.at('link.jsonl'));
    symlinkSync('real.jsonl', folder.at('disk/later'));
    expect(folder.run('dedupe', NEWS, '-o', 'link.jsonl').status).toBe(0);
    expect(folder.records('disk/real.jsonl').length).toBe(115);
    expect(folder.names()).toEqual(['disk', 'link.jsonl']);
    expect(folder.records('link.jsonl').length).toBe(115);
  });

  it('where it cannot even be looked for is an error like others', () => {
    symlinkSync('a.jsonl', folder.at('a.jsonl'));
    for (const [args, message] of [
      [['-o', 'a.jsonl'], /^hammingbird: Cannot write a\.jsonl: .*\(ELOOP\)/],
      [['--against', 'a.jsonl', '--update'], /^hammingbird: Cannot read a\.jsonl: .*\(ELOOP\)/],
    ] as const) {
      const { status, stderr } = folder.run('dedupe', NEWS, ...args);
      expect([status, stderr]).toEqual([1, expect.stringMatching(message)]);
    }
  });

  it('through links to the file of another one is refused', () => {
    symlinkSync('.', folder.at('here'));
    folder.write('seen.jsonl', '{"text": "what was there before"}\n');
    symlinkSync('seen.jsonl', folder.at('link.jsonl'));
    for (const [args, message] of [
      [['-o', 'new.jsonl', '--removed', 'here/new.jsonl'], 'new.jsonl and here/new.jsonl'],
      [['--against', 'seen.jsonl', '--update', '-o', 'link.jsonl'], 'link.jsonl and seen.jsonl'],
    ] as const) {
      const { status, stderr } = folder.run('dedupe', NEWS, ...args);
      expect([status, stderr]).toEqual([2, expect.stringContaining(`Two outputs are the same file: ${message}. `)]);
    }
    for (const output of ['-o', '--removed', '--pairs']) {
      const { status, stderr } = folder.run('dedupe', NEWS, '--against', 'seen.jsonl', output, 'here/link.jsonl');
      expect([status, stderr]).toEqual([
        2,
        expect.stringContaining('link.jsonl would replace seen.jsonl, which --against'),
      ]);
      expect(stderr).toContain('to add what is kept to it, use --update');
    }
    expect(folder.names()).toEqual(['here', 'link.jsonl', 'seen.jsonl']);
    expect(folder.read('seen.jsonl')).toBe('{"text": "what was there before"}\n');
  });

  it('over its own input is what it would be elsewhere', () => {
    folder.write('news.jsonl', execFileSync('cat', [NEWS]));
    folder.run('dedupe', 'news.jsonl', '-o', 'elsewhere.jsonl');
    expect(folder.run('dedupe', 'news.jsonl', '-o', 'news.jsonl').status).toBe(0);
    expect(folder.read('news.jsonl')).toBe(folder.read('elsewhere.jsonl'));
  });

  it('to a pipe that closes ends quietly, and the files are written all the same', () => {
    const command = `"${process.execPath}" "${MAIN}" dedupe "${NEWS}" --groups groups.jsonl | true; echo "\${PIPESTATUS[0]}"`;
    const { stdout, stderr } = spawnSync('bash', ['-c', command], { cwd: folder.path, encoding: 'utf8' });
    expect(stdout).toBe('0\n');
    expect(stderr).not.toContain('EPIPE');
    expect(stderr).not.toContain('    at ');
    expect(folder.names()).toEqual(['groups.jsonl']);
  });

  it.each(['--removed', '--annotate', '--pairs', '--groups', '--contain 0.9 --contained', '--report'])(
    'to a pipe that closes keeps no other from being written: %s',
    (option) => {
      const command = `"${process.execPath}" "${MAIN}" dedupe "${NEWS}" -o kept.jsonl ${option} >(exec true)`;
      const { status, stderr } = spawnSync('bash', ['-c', command], { cwd: folder.path, encoding: 'utf8' });
      expect([status, stderr]).toEqual([0, expect.stringMatching(/^kept +115$/m)]);
      expect(folder.records('kept.jsonl').length).toBe(115);
    },
  );

  it.each(['seen.jsonl', 'seen.index', 'seen/'])(
    'to a pipe that closes is not remembered in %s: nobody has it',
    (seen) => {
      const command = `"${process.execPath}" "${MAIN}" dedupe "${NEWS}" --against ${seen} --update`;
      const bash = (line: string) => spawnSync('bash', ['-c', line], { cwd: folder.path, encoding: 'utf8' });
      const { stdout, stderr } = bash(`${command} --removed removed.jsonl | true; echo "\${PIPESTATUS[0]}"`);
      expect([stdout, stderr]).toEqual([
        '1\n',
        expect.stringMatching(/^hammingbird: Whoever read what is kept stopped/m),
      ]);
      expect(folder.names()).toEqual(seen === 'seen/' ? ['seen'] : []);
      expect(jsonLines(bash(command).stdout).length).toBeGreaterThan(100);
    },
  );

  it.each([
    'help dedupe',
    '--version',
    'recipes',
    'recipes --json',
    'plan --size 1000 --distance 3',
    `compare "${NEWS}" "${NEWS}"`,
    `calibrate "${NEWS}" --sample 10`,
  ])('to a pipe that nobody reads ends quietly, too, and is an error on a full disk: %s', (args) => {
    const bash = (line: string) => spawnSync('bash', ['-c', line], { cwd: folder.path, encoding: 'utf8' });
    const command = `"${process.execPath}" "${MAIN}" ${args}`;
    const closed = bash(`${command} | true; echo "\${PIPESTATUS[0]}"`);
    expect([closed.stdout, closed.stderr]).toEqual(['0\n', expect.not.stringContaining('EPIPE')]);
    const full = bash(`${command} > /dev/full`);
    expect(full.status).toBe(1);
    expect(full.stderr).toMatch(/^hammingbird: Cannot write standard output: .*ENOSPC.*$/m);
  });

  it.each([
    ['on a full disk', '2> /dev/full'],
    ['as nobody listens', '2> >(true)'],
  ])('is there though what is said of it cannot be, %s', (_, redirection) => {
    folder.write('bad.jsonl', '{"id": 1, "text": "good words"}\nno record\n');
    const status = (args: string) =>
      spawnSync('bash', ['-c', `"${process.execPath}" "${MAIN}" ${args} ${redirection}`], { cwd: folder.path }).status;
    expect(status('dedupe bad.jsonl -o kept.jsonl --removed removed.jsonl')).toBe(0);
    expect(folder.names()).toEqual(['bad.jsonl', 'kept.jsonl', 'removed.jsonl']);
    expect([status('dedupe not-there.jsonl'), status('dedupe')]).toEqual([1, 2]);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('leaves nothing half-written at %s', async (signal, status) => {
    writeLongCorpus();
    folder.write('kept.jsonl', 'what was there before\n');
    const running = folder.start('dedupe', 'long.jsonl', '-o', 'kept.jsonl', '--pairs', 'pairs.jsonl');
    let stderr = '';
    running.stderr!.on('data', (data) => {
      stderr += data;
    });
    await until(() => folder.names().some((name) => name.endsWith('.part')));
    await sleep(400);
    running.kill(signal);
    expect(await once(running, 'close')).toEqual([status, null]);
    expect(stderr).toContain(`interrupted (${signal}); no file was written.`);
    expect(folder.names()).toEqual(['kept.jsonl', 'long.jsonl']);
    expect(folder.read('kept.jsonl')).toBe('what was there before\n');
  });
});

describe('an output whose unfinished file somebody removes', () => {
  const start = async () => {
    mkdirSync(folder.at('gone'));
    const running = folder.start('dedupe', NEWS, '-', '-o', 'gone/kept.jsonl', '--removed', 'removed.jsonl');
    let stderr = '';
    running.stderr!.on('data', (data) => {
      stderr += data;
    });
    await until(() => folder.names().some((name) => name.endsWith('.part')));
    rmSync(folder.at('gone'), { recursive: true });
    return { running, stderr: () => stderr };
  };

  it('is an error that names it, and no other has its name', async () => {
    const { running, stderr } = await start();
    running.stdin!.end();
    expect(await once(running, 'close')).toEqual([1, null]);
    expect(stderr()).toContain('Cannot write gone/kept.jsonl: there is no folder gone; make it first.');
    expect(stderr()).not.toMatch(/^ {4}at /m);
    expect(folder.names()).toEqual([]);
  });

  it('keeps no other from being removed at Ctrl-C', async () => {
    const { running, stderr } = await start();
    running.kill('SIGINT');
    expect(await once(running, 'close')).toEqual([130, null]);
    expect(stderr()).toContain('interrupted (SIGINT); no file was written.');
    expect(folder.names()).toEqual([]);
  });
});

it.each(['fingerprint', 'idf'])('%s leaves nothing half-written when it is interrupted', async (command) => {
  writeLongCorpus();
  folder.write('out.json', 'what was there before\n');
  const running = folder.start(command, 'long.jsonl', '-o', 'out.json');
  await until(() => folder.names().some((name) => name.endsWith('.part')));
  running.kill('SIGINT');
  expect(await once(running, 'close')).toEqual([130, null]);
  expect(folder.names()).toEqual(['long.jsonl', 'out.json']);
  expect(folder.read('out.json')).toBe('what was there before\n');
});

it.each([
  ['fingerprint', 'wrong.jsonl', '', '{"a":1}\n', ''],
  ['fingerprint', 'wrong.json', '[', '{"a":1},', '{}]'],
  ['fingerprint', 'wrong.csv', 'id,text\n', '1,2,3\n', ''],
  ['fingerprint', 'blank.jsonl', '', ' \n', ''],
  ['dedupe', 'wrong.jsonl', '', '{"a":1}\n', ''],
  ['decide', 'wrong.jsonl', '', '{"a":1}\n', ''],
])('%s is interrupted while it passes over all of %s', async (command, name, begin, passedOver, end) => {
  folder.write(name, `${begin}${passedOver.repeat(500_000)}${end}`);
  const running = folder.start(command, name, '-o', 'out.jsonl');
  await until(() => folder.names().some((name) => name.endsWith('.part')));
  running.kill('SIGINT');
  expect(await once(running, 'close')).toEqual([130, null]);
  expect(folder.names()).toEqual([name]);
});

it('standard input that is named twice is read once, and no second time as if it were empty', () => {
  const input = execFileSync('cat', [NEWS]);
  for (const args of [
    ['dedupe', '-', '-', '-o', 'x.jsonl'],
    ['dedupe', '-', '--against', '-', '-o', 'x.jsonl'],
    ['compare', '-', '-'],
  ]) {
    const { status, stderr } = folder.runWith({ input }, ...args);
    expect([args, status, stderr]).toEqual([args, 1, expect.stringContaining('standard input a second time. Name it')]);
  }
  expect(folder.names()).toEqual([]);
});

it('an interruption is heard while nothing comes through standard input', async () => {
  const running = folder.start('dedupe', '-', '-o', 'kept.jsonl');
  running.stdin!.write('{"text": "the first line of many"}\n');
  await until(() => folder.names().some((name) => name.endsWith('.part')));
  await sleep(200);
  running.kill('SIGINT');
  const [code] = await once(running, 'close');
  expect(code).toBe(130);
  expect(folder.names()).toEqual([]);
});

it('an interruption is heard while nothing comes through a named pipe, written to or not', async () => {
  execFileSync('mkfifo', [folder.at('pipe')]);
  for (const writer of [undefined, () => openSync(folder.at('pipe'), 'r+')]) {
    const written = writer?.();
    const running = folder.start('dedupe', 'pipe', '-o', 'kept.jsonl');
    await until(() => folder.names().some((name) => name.endsWith('.part')));
    await sleep(200);
    running.kill('SIGINT');
    expect(await once(running, 'close')).toEqual([130, null]);
    if (written !== undefined) closeSync(written);
  }
  expect(folder.names()).toEqual(['pipe']);
});

it('a command that waits for somebody to read what it writes to a named pipe ends at a signal, and leaves nothing', async () => {
  execFileSync('mkfifo', [folder.at('pipe')]);
  for (const args of [
    ['dedupe', NEWS, '-o', 'kept.jsonl', '--groups', 'pipe'],
    ['fingerprint', NEWS, '-o', 'pipe'],
  ]) {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const running = folder.start(...args);
      await sleep(1500);
      running.kill(signal);
      const timer = setTimeout(() => running.kill('SIGKILL'), 20_000);
      const [, by] = await once(running, 'close');
      expect([args, by]).not.toEqual([args, 'SIGKILL']);
      clearTimeout(timer);
    }
  }
  expect(folder.names()).toEqual(['pipe']);
});

it('a named pipe that is read has what a file would have, and a signal is heard again', async () => {
  execFileSync('mkfifo', [folder.at('pipe')]);
  const running = folder.start('dedupe', '-', '-o', 'pipe', '--removed', 'removed.jsonl');
  const read = spawn('cat', [folder.at('pipe')]);
  let content = '';
  read.stdout.on('data', (data) => {
    content += data;
  });
  running.stdin!.write(`${JSON.stringify({ text: 'one two three four' })}\n`);
  await until(() => folder.names().some((name) => name.endsWith('.part')));
  await sleep(200);
  running.kill('SIGINT');
  expect(await once(running, 'close')).toEqual([130, null]);
  expect(folder.names()).toEqual(['pipe']);
  expect(content).toBe('');
  const whole = folder.start('dedupe', NEWS, '-o', 'pipe');
  const lines = spawnSync('cat', [folder.at('pipe')], { encoding: 'utf8' }).stdout;
  if (whole.exitCode === null) await once(whole, 'close');
  expect(jsonLines(lines).length).toBe(115);
});

it('a pipe that cannot be copied for want of room is an error that says what to do', ({ skip }) => {
  return onSmallDisk(folder, '16k', skip, (disk) => {
    const { status, stderr } = spawnSync(process.execPath, [MAIN, 'dedupe', '-'], {
      input: readFileSync(NEWS),
      env: { ...process.env, TMPDIR: disk },
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/Cannot keep a copy of standard input.*ENOSPC.*TMPDIR/),
    ]);
  });
});

it('a memory that is full is an error that says what has room for more, and nothing stays behind', () => {
  const small = folder.write(
    'small.mjs',
    'const { Memory } = WebAssembly;\n' +
      'WebAssembly.Memory = class extends Memory { constructor({ initial }) { super({ initial, maximum: 2 * initial }); } };',
  );
  writeLongCorpus();
  const before = folder.names();
  const env = { NODE_OPTIONS: `--import "${pathToFileURL(small)}"` };
  const { status, stderr } = folder.runWith({ env }, 'dedupe', 'long.jsonl', '--workers', '1', '-o', 'kept.jsonl');
  expect([status, folder.names()]).toEqual([1, before]);
  expect(stderr).toMatch(/^hammingbird: The 4 GiB of memory are full\. Of very many documents, --engine duckdb has/m);
});

it.runIf(process.platform === 'linux')('too little address space is an error that says how to do with less', () => {
  const limited = (variables: string) => {
    const command = `ulimit -v 8000000; ${variables} "${process.execPath}" "${MAIN}" dedupe "${NEWS}" --dry-run --workers 1`;
    return spawnSync('bash', ['-c', command], { cwd: folder.path, encoding: 'utf8' });
  };
  const { status, stderr } = limited('');
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(
      /^hammingbird: WebAssembly cannot be started here: .* could not allocate memory\. Allow .*\.\n$/,
    ),
  ]);
  expect(stderr).not.toContain('page');
  const [setting] = /NODE_OPTIONS=[\w-]+/.exec(stderr)!;
  expect(limited(setting!).status).toBe(0);
});

describe('compare', () => {
  it('shows fingerprints, bits, distance, both similarities and what tells the texts apart', () => {
    const { status, stdout } = folder.run('compare', '--strings', 'the cat sat on the mat', 'the cat sat on a mat');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^A +[0-9a-f]{16} +11 features$/m);
    expect(stdout).toMatch(/^different +[ ^]+$/m);
    const [, distance] = /^distance +(\d+) of 64 bits$/m.exec(stdout)!;
    expect(stdout.match(/\^/g)?.length ?? 0).toBe(Number(distance));
    const degrees = Math.round((180 * Number(distance)) / 64);
    const angle = /^angle +(\d+)° between .* with 95 % confidence from (\d+)° to (\d+)°$/m.exec(stdout)!;
    expect(Number(angle[1])).toBe(degrees);
    expect(Number(angle[2])).toBeLessThan(degrees);
    expect(Number(angle[3])).toBeGreaterThan(degrees);
    const cosine = Math.cos((Math.PI * Number(distance)) / 64).toFixed(4);
    expect(stdout).toMatch(
      new RegExp(`^similarity +${cosine} estimated .* confidence from 0\\.\\d{4} to 0\\.\\d{4}$`, 'm'),
    );
    expect(stdout).toMatch(/^ +0\.5714 exact/m);
    expect(stdout).toContain('more in A   “the” (2 to 1), “on the”, “the mat”');
    expect(stdout).toContain('more in B   “a”, “on a”, “a mat”');
  });

  it('tells words from characters that look the same', () => {
    folder.write('mixed.json', JSON.stringify({ name: 'mixed', version: 1, words: [1], characters: [1] }));
    const { stdout } = folder.run('compare', '--recipe', 'mixed.json', '--strings', 'a b', 'ab b b');
    expect(stdout).toMatch(/^more in A {3}“a”$/m);
    expect(stdout).toMatch(/^more in B {3}“b” \(3 to 1\), “ab”, “b” \(2 to 1\)/m);
  });

  it('estimates nothing where a text has no features', () => {
    const { stdout } = folder.run('compare', '--strings', '', '…');
    expect(stdout).toMatch(/^angle +none: a text without features points nowhere\nsimilarity +cannot be estimated$/m);
    expect(stdout).toMatch(/^ +0\.0000 exact/m);
  });

  it('of files, and an error that helps where there is none', () => {
    folder.write('a.txt', 'same words');
    folder.write('b.txt', 'SAME, words!');
    const { stdout } = folder.run('compare', 'a.txt', 'b.txt');
    expect(stdout).toContain('distance    0 of 64 bits');
    expect(stdout).toContain('more in A   nothing');
    expect(folder.run('compare', 'a.txt', 'the cat')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('with --strings they are the texts themselves'),
    });
  });

  it('reads files as other commands do: compressed, in UTF-16, and none that is no text', () => {
    folder.write('a.txt', 'the same words');
    const { stdout } = folder.run('compare', 'a.txt', 'a.txt');
    folder.write('b.txt.gz', gzipSync('the same words'));
    folder.write('c.txt', Buffer.from('\ufeffthe same words', 'utf16le'));
    for (const name of ['b.txt.gz', 'c.txt']) expect(folder.run('compare', 'a.txt', name).stdout).toBe(stdout);
    folder.write('cut.txt.gz', gzipSync('the same words').subarray(0, 20));
    folder.write('d.txt', Uint8Array.of(0x66, 0xff));
    for (const [name, message] of [
      ['cut.txt.gz', 'its gzip data is damaged or cut off'],
      ['d.txt', 'not UTF-8; name its encoding with --charset'],
      ['.', 'it is a folder'],
    ] as const) {
      const { status, stderr } = folder.run('compare', 'a.txt', name);
      expect([status, stderr]).toEqual([1, expect.stringContaining(`Cannot read ${name}: `)]);
      expect(stderr).toContain(message);
    }
    expect(folder.run('compare', 'd.txt', 'd.txt', '--charset', 'latin1').stdout).toContain('1 feature\n');
  });

  it('of pages by their main content, or by all of it, never by their markup', () => {
    const article = 'The ferry to the island will sail every half hour from April, says its captain. '.repeat(9);
    folder.write('a.html', `<nav>here there</nav><article><p>${article}</p></article>`);
    folder.write('b.txt', article);
    expect(folder.run('compare', 'a.html', 'b.txt').stdout).toContain('more in A   nothing\nmore in B   nothing');
    const { stdout } = folder.run('compare', 'a.html', 'b.txt', '--html', 'full');
    expect(stdout).toMatch(/^more in A {3}“here”, “there”, “here there”, “there the”\n/m);
  });

  it('lists nothing of texts with very many features, which would take more memory than there is', () => {
    const words = Array.from({ length: 260_000 }, (_, i) => i.toString(36)).join(' ');
    folder.write('a.txt', words);
    folder.write('b.txt', `${words} more`);
    const { stdout } = folder.run('compare', 'a.txt', 'b.txt');
    expect(stdout).toMatch(/^ +\d\.\d{4} exact .*\napart +not listed: the texts have more than 1,000,000 features\n$/m);
  });

  it('shows features in a line, without what a terminal would obey', () => {
    const { stdout } = folder.run('compare', '--recipe', 'rust-simhash', '--strings', 'a\u001b[31mb c', 'c');
    expect(stdout).toContain('more in A   “a [31mb”\n');
  });
});

it('names of files and ids are shown without what a terminal would obey', () => {
  const csi = '\u009b31m';
  const text = 'a text of several words';
  folder.write('t.jsonl', [1, 2].map(() => JSON.stringify({ id: csi, text })).join('\n'));
  expect(folder.run('dedupe', 't.jsonl', '--dry-run').stderr).toContain('the largest has 2 documents: " 31m"\n');
  expect(folder.run('dedupe', 'no\u001b\u0007').stderr).toMatch(/^hammingbird: Cannot read no : /);
});
