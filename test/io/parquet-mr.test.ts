// Parquet as parquet-mr writes it, which Spark, Hive, Avro and Thrift do with: the framing of older days.
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Folder } from '../support/command.ts';
import { readCorpus } from '../support/reading.ts';

let folder: Folder;
beforeEach(() => {
  folder = new Folder();
});
afterEach(() => folder.remove());

const unpacked = (file: string): Buffer => gunzipSync(Buffer.from(file, 'base64'));

it('a page in the LZ4 of Hadoop is read, of which a text is longer than a block', async () => {
  const file = unpacked(
    'H4sIAAAAAAACA+1VPU/CQBh+KRdslIXYu/RMhxuAaIINBcpHQoJuxjgQ/0EL10hCKZQi/ALj5uAvcGE0/hMZ3TSR0cFfIL6gbE5OJvLk3o/c+3nLc83j' +
      'c4sCvZ6l6cdujhL0E1QFBEmg2ntWUMfjL7cEHFfEYbFYzJuuQB/IzRyzko31/QYbbPA/MWsuKcFBrrhroP2bfDD4Ji6kNRTjfYehGV4EYSSCnhSBJzw5' +
      'FuMgbA95SuH6kbPK//3hOvu5PVU4A84IzwIBbjCVTjVchrO3xzRgMHcS86kCNJlRdBLJSZSBMwOXxQqDG1kwaJLbCVD5V5RuM8IeZmk21bJqHRsii2Mb' +
      'qC/7rccAu2JUsHuNPsVglU2yKlZoONfQU+OwE8nQ9IO27Jo9x5f6lpw4fr8rQT/tO+FgJKNDPxSXMhx2gp6wTMs2C2LfHXW6bVG1a9JpWWXbzVe9WqHi' +
      'OVbJruVbxaLbsr1SpVzK255brh5wY/mOV5Qm/jyfrs4R2X4GAAA=',
  );
  folder.write('t.parquet', file);
  const { records } = await readCorpus(folder, ['t.parquet']);
  expect(records).toEqual([{ text: 'ab '.repeat(100_000) }, { text: 'short one of few words' }]);
});
