// Dedupe in Spark finds what dedupe in memory finds, whatever happens to the cluster.
import { chmodSync, mkdirSync, readFileSync, utimesSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, describe, expect, it } from 'vitest';
import { fourDigits } from '../../src/numbers.ts';
import { Folder, needs } from '../support/command.ts';
import { DOCUMENTS, parquet } from '../support/format-files.ts';
import { generatedLines, skewedLines } from './corpus.ts';
import { recallOf } from './recall.ts';
import { findSpark, rowsOf, SparkRun } from './spark.ts';

const folder = new Folder();
process.env.TMPDIR = folder.path;
afterAll(() => folder.remove());
const news = readFileSync(new URL('../../examples/news.jsonl', import.meta.url), 'utf8');
const python = findSpark();
const NEEDED = 'Java 17 and pyspark, in build/spark or where PYSPARK_DRIVER_PYTHON says';
/** Sessions of Spark take half a minute each, and many times that where others need the processors, too. */
const TIME = 1_500_000;

/** What the engine in memory makes of a corpus, as sorted lines. */
function expected(...args: string[]) {
  const outputs = { pairs: '--pairs', groups: '--groups', removed: '--removed', kept: '-o' };
  const paths = Object.entries(outputs).flatMap(([name, option]) => [option, folder.at(`expected.${name}`)]);
  expect(folder.run('dedupe', ...args, '--output-format', 'jsonl', ...paths).status).toBe(0);
  const lines = (name: string) => folder.records(`expected.${name}`);
  return {
    pairs: lines('pairs').map(pairLine).sort(),
    groups: lines('groups')
      .map(({ id, group }) => `${id} ${group}`)
      .sort(),
    removed: lines('removed').map(removedLine).sort(),
    kept: lines('kept')
      .map(({ id }) => String(id))
      .sort(),
  };
}

/** The same of what Spark wrote, in which similarities are not rounded. */
async function found(output: string) {
  const all = async (name: string): Promise<Row[]> =>
    (await rowsOf(folder.at(output), name)).map((row: Row) => ({
      ...row,
      similarity: fourDigits(row.similarity ?? 1),
    }));
  return {
    pairs: (await all('pairs')).map(pairLine).sort(),
    groups: (await all('groups')).map(({ id, group }) => `${id} ${group}`).sort(),
    removed: (await all('removed')).map(removedLine).sort(),
    kept: (await all('kept')).map(({ id }) => String(id)).sort(),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: records of any shape
type Row = any;
const digits = (similarity: number): string => similarity.toFixed(4);
const pairLine = ({ a, b, distance, similarity, same }: Row): string =>
  `${a} ${b} ${distance} ${digits(similarity)} ${same === true}`;
const removedLine = ({ id, duplicate_of, distance, similarity, via }: Row): string =>
  `${id} ${duplicate_of} ${distance} ${digits(similarity)} ${via ?? ''}`;

describe('dedupe --engine spark', () => {
  it('says what to install where there is no Spark', () => {
    const env = { PYSPARK_DRIVER_PYTHON: folder.at('no-python') };
    const args = ['--engine', 'spark', '--master', 'local', '-o', folder.at('nothing')];
    const { status, stderr } = folder.runWith(
      { env },
      'dedupe',
      folder.write('one.jsonl', '{"text":"one"}\n'),
      ...args,
    );
    expect(status).toBe(1);
    expect(stderr).toContain('apt-get install openjdk-17-jre-headless');
    expect(stderr).toContain('pip install pyspark');
  });

  it('says that it waits for a master, and when none has answered', () => {
    // As Spark does, which takes a minute.
    const driver =
      '#!/bin/sh\necho "All masters are unresponsive! Giving up." >&2; sleep 11\n' +
      'echo \'{"error":"Cannot call methods on a stopped SparkContext."}\' >&3\n';
    const env = { PYSPARK_DRIVER_PYTHON: folder.write('driver', driver) };
    chmodSync(folder.at('driver'), 0o755);
    const args = ['--engine', 'spark', '--master', 'spark://gone:7077', '-o', folder.at('nothing')];
    const { status, stderr } = folder.runWith(
      { env },
      'dedupe',
      folder.write('one.jsonl', '{"text":"one"}\n'),
      ...args,
    );
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(
        /^waiting for Spark at spark:\/\/gone:7077: 1\d s so far\nhammingbird: .*: no master answers\. /,
      ),
    ]);
  });

  it('says what it lacks where it cannot make its folder', () => {
    const input = folder.write('one.jsonl', '{"text":"one"}\n');
    // A folder that is missing would be there in newer Nodes, which keep compiled code in it.
    const env = { TMPDIR: input };
    const args = ['--engine', 'spark', '--master', 'local', '-o', folder.at('nothing')];
    const { status, stderr } = folder.runWith({ env }, 'dedupe', input, ...args);
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^hammingbird: Cannot make a folder for Spark in .*TMPDIR/),
    ]);
  });

  it.each([
    [['--engine', 'spark', '-o', 'out'], '--master'],
    [['--master', 'local'], '--engine spark'],
    [['--engine', 'spark', '--master', 'local'], '--output'],
    [['--engine', 'spark', '--master', 'local', '-o', 'out', '--report', 'page.html'], '--report'],
    [['--engine', 'spark', '--master', 'local', '-o', 'out', '--format', 'csv'], '--format jsonl'],
    [['--engine', 'spark', '--master', 'local', '-o', 'one.jsonl'], 'is an input'],
    [['corpus', '--format', 'jsonl', '--engine', 'spark', '--master', 'local', '-o', 'corpus/'], 'is an input'],
    [
      ['s3a://b/corpus/', '--format', 'jsonl', '--engine', 'spark', '--master', 'local', '-o', 's3a://b/corpus/new'],
      'is an input',
    ],
    [['--bucket-limit', '9'], '--bucket-limit'],
  ])('%j is wrong usage', (args, named) => {
    const { status, stderr } = folder.run('dedupe', folder.write('one.jsonl', '{"text":"one"}\n'), ...args);
    expect(status).toBe(2);
    expect(stderr).toContain(named);
  });

  it(
    'equals the engine in memory on a cluster of which an executor is killed',
    async ({ skip }) => {
      needs(python !== undefined, NEEDED, skip);
      // Names that are something else in URLs, in patterns, and in what goes to tasks and comes back.
      const corpus = folder.at('my corpus+%41');
      const output = 'cluster {1}';
      // It comes before a.jsonl, as a name; as a path, it would come behind.
      mkdirSync(`${corpus}/a`, { recursive: true });
      folder.write('my corpus+%41/a.jsonl', [...generatedLines(2000)].join('\n'));
      // What is not UTF-8 is no document, but for a U+FFFD that is there.
      const inLatin1 = Buffer.from('{"id": "x", "text": "caf\xe9 au lait, caf\xe9 noir"}\n', 'latin1');
      const marked = '{"id": "marked", "text": "a text with \ufffd in it, and more"}\n';
      folder.write('my corpus+%41/a/b\t\n.jsonl', Buffer.concat([Buffer.from(marked + news), inLatin1]));
      const run = new SparkRun(
        python!,
        'local-cluster[2,1,512]',
        corpus,
        '--format',
        'jsonl',
        '-o',
        folder.at(output),
        '--bucket-limit',
        '20',
      );
      await run.until('blocks');
      const before = run.executors();
      expect(before.length).toBeGreaterThan(0);
      process.kill(before[0]!, 'SIGKILL');
      const { status, said } = await run.ended;
      // So small a limit that there are crowded buckets, all of which can be divided.
      expect((await rowsOf(folder.at(`${output}/_stages`), 'crowded')).length).toBeGreaterThan(10);
      expect(said).toContain('nothing was capped');
      expect(said).toMatch(/^pairs +[\d,]+ +[\d,]+ candidates were compared$/m);
      expect(status).toBe(0);
      expect(await found(output)).toEqual(expected(corpus));
      const places = (await rowsOf(folder.at(output), 'malformed')).map(({ place }) =>
        String(place).replace(/\d+$/, ''),
      );
      expect(places.sort()).toEqual(['a', 'a', 'a', 'a', 'a/b\t\n'].map((name) => `${corpus}/${name}.jsonl:`));
      const { near, missed, wrong } = await recallOf(folder.at(output), 8, 0.75);
      expect([missed, wrong]).toEqual([0, 0]);
      expect(near).toBeGreaterThan(1000);
      // Nor is what was shipped left behind, where it was ended in good order.
      expect(folder.names().filter((name) => name.startsWith('hammingbird-'))).toEqual([]);
    },
    TIME,
  );

  it(
    'goes on after a stage where it was ended, on a corpus in which much is the same, and refuses other settings',
    async ({ skip }) => {
      needs(python !== undefined, NEEDED, skip);
      const lines = folder.write('skewed.jsonl', [...skewedLines(1500, 100, 80)].join('\n'));
      mkdirSync(folder.at('skewed'));
      const parquet = folder.at('skewed/*.parquet');
      const files = [1, 2].map((file) => folder.at(`skewed/${file}.parquet`));
      const connection = await (await DuckDBInstance.create(':memory:')).connect();
      // Without ids: where records stand is what they are called. What matters of them is within a column, and in a list there.
      // A column is there where it has no value, too; bytes are text, and times differ by microseconds.
      const time = "IF(length(text) % 3 > 0, TIMESTAMP '2026-01-01' + to_microseconds(length(text)), NULL)";
      const about = `{'time': ${time}, 'note': IF(length(text) % 2 > 0, encode(text[1:9]), NULL)}`;
      const page = `{'parts': [{'text': text}], 'about': ${about}} AS page`;
      const inLatin1 = "SELECT {'parts': [{'text': 'a café'}], 'about': {'time': NULL, 'note': '\\xE9'::BLOB}}, 'mine'";
      const records = `SELECT ${page}, 'mine' AS "Distance" FROM read_json('${lines}') UNION ALL SELECT NULL, 'mine' UNION ALL ${inLatin1}`;
      await connection.run(`COPY (${records}) TO '${files[0]}'`);
      // Another file may have other columns, and in another order.
      await connection.run(`COPY (SELECT 7 AS more, * FROM (${records}) LIMIT 200) TO '${files[1]}'`);
      connection.closeSync();
      // As a run leaves it that is killed while it writes its first file.
      mkdirSync(folder.at('resumed'));
      folder.write('resumed/_manifest.json', '');
      const text = 'page.parts.text,page.about.note';
      const how = ['--text', text, '--keep', 'max:page.about.time', '--rule', 'components'];
      const args = [parquet, '-o', folder.at('resumed'), ...how];
      const first = new SparkRun(python!, 'local[2]', ...args);
      await first.until('candidates');
      first.process.kill('SIGKILL');
      await first.ended;
      const second = await new SparkRun(python!, 'local[2]', ...args).ended;
      expect(second.said).toContain('counted: done before');
      expect(second.said).toMatch(/^verified: \d/m);
      expect(second.status).toBe(0);
      expect(await found('resumed')).toEqual(expected(parquet, ...how));
      const withoutValue = /(?<=^no value +)[1-9].*$/m;
      const { stderr } = folder.run('dedupe', parquet, ...how, '--dry-run');
      expect(second.said).toContain(withoutValue.exec(stderr)?.[0]);
      const tooShort = await rowsOf(folder.at('resumed'), 'too_short');
      expect(tooShort.length).toBeGreaterThanOrEqual(100);
      const reason = 'field "page.parts.text" is null, not a string';
      expect(await rowsOf(folder.at('resumed'), 'malformed')).toMatchObject([
        { reason },
        { reason: expect.stringContaining('not UTF-8') },
      ]);
      const removed = await rowsOf(folder.at('resumed'), 'removed');
      expect(removed[0]).toMatchObject({ Distance_2: 'mine', distance: expect.any(Number) });
      expect(new Set(removed.map(({ more }) => more))).toEqual(new Set([7, null]));
      const other = await new SparkRun(python!, 'local[2]', ...args, '--threshold', '0.9').ended;
      expect(other.status).toBe(1);
      expect(other.said).toContain('threshold was 0.75, and is 0.9 now');
      const unlike = await new SparkRun(python!, 'local[2]', ...files, '-o', folder.at('unlike'), ...how).ended;
      expect([unlike.status, unlike.said]).toEqual([
        1,
        expect.stringMatching(/differ, from page struct<.* and more int on/),
      ]);
      const listed = await new SparkRun(python!, 'local[2]', ...args, '--id', 'page.parts.text').ended;
      expect([listed.status, listed.said]).toEqual([
        1,
        expect.stringContaining('holds no string or number; name another'),
      ]);
      for (const file of files) utimesSync(file, 1, 1);
      const changed = await new SparkRun(python!, 'local[2]', ...args).ended;
      expect(changed.said).toMatch(/inputs was .*, and is \[.*"changed":1000\}\] now/);
    },
    TIME,
  );

  it(
    'is an error where nothing that was read is a document, but not where nothing was there to read',
    async ({ skip }) => {
      needs(python !== undefined, NEEDED, skip);
      const named = folder.write('named.jsonl', '{"id":1,"body":"one"}\n{"id":2,"body":"two"}\n');
      const without = await new SparkRun(python!, 'local[1]', named, '-o', folder.at('without')).ended;
      expect([without.status, without.said]).toEqual([
        1,
        expect.stringContaining(
          `hammingbird: There is no document in ${named}; the first record passed over is ${named}:1: ` +
            'no field "text"',
        ),
      ]);
      const mistyped = ['--text', 'body,titel,titel', '-o', folder.at('mistyped')];
      const lacking = await new SparkRun(python!, 'local[1]', named, ...mistyped).ended;
      expect([lacking.status, lacking.said]).toEqual([
        1,
        expect.stringContaining(`No document of ${named} has a field "titel"; name one with --text.`),
      ]);
      mkdirSync(folder.at('pages/below'), { recursive: true });
      for (const name of ['pages/1.parquet', 'pages/below/2.parquet']) folder.write(name, parquet(DOCUMENTS));
      const below = await new SparkRun(
        python!,
        'local[1]',
        folder.at('pages'),
        '-o',
        folder.at('below'),
        '--format',
        'parquet',
      ).ended;
      expect([below.status, below.said]).toEqual([
        1,
        expect.stringContaining(`Spark reads only 1 of the 2 files at ${folder.at('pages')}: `),
      ]);
      const empty = folder.write('empty.jsonl', '');
      expect((await new SparkRun(python!, 'local[1]', empty, '-o', folder.at('empty')).ended).status).toBe(0);
    },
    TIME,
  );
});
