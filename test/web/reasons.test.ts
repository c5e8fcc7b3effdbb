// Why something is passed over, as the readers say it and as the page does in Chinese.
import { describe, expect, it, vi } from 'vitest';
import { reasonBeside } from '../../src/io/errors.ts';
import { reasonInWords } from '../../web/language/reasons.ts';
import { NO_ACCESS } from '../../web/worker/no-access.ts';
import { bytesOf } from '../../web/worker/open-file.ts';
import { folderForEach } from '../support/folders.ts';
import { readCorpus } from '../support/reading.ts';

const folder = folderForEach();

describe('why something is passed over', () => {
  it.each([
    ['a.jsonl', '{"body": "x"}', '没有字段“text”（有：body）；请在“选项”中填写'],
    ['a.jsonl', '{"a\\nb": "x"}', '没有字段“text”（有：a\nb）；请在“选项”中填写'],
    ['a.jsonl', 'nope\r{"text": "x"}', /^不是 JSON：.+\r.+$/s],
    ['a.jsonl', '{}', '没有字段“text”（一个也没有）；请在“选项”中填写'],
    ['a.jsonl', '{"text": {"body": "x"}}', '字段“text”是对象，不是字符串（有：text.body）；请在“选项”中填写其中一个'],
    ['a.jsonl', '{"text": 5}', '字段“text”是数，不是字符串'],
    ['a.jsonl', '{"text": null}', '字段“text”是空值，不是字符串'],
    ['a.jsonl', '{"text": "x", "id": [1]}', '字段“id”是数组，不是字符串或数'],
    ['a.jsonl', '{"text": "x", "id": 1e999}', '字段“id”的数太大；这样的编号请写成字符串'],
    ['a.jsonl', '[1]', '不是 JSON 对象，而是数组'],
    ['a.jsonl', '"x"', '不是 JSON 对象，而是字符串'],
    ['a.jsonl', '{"text": "x"', /^不是 JSON：[^；]+$/],
    ['a.jsonl', '{"text": "x", "id": NaN}', /^不是 JSON：.+；JSON 没有 NaN，请改写为 null$/],
    ['a.jsonl', '{\n', /^不是 JSON：.+；占多行的对象请放在以 \.json 结尾的文件里$/],
    ['a.jsonl', '{"text": "\xe9"}', '不是 UTF-8；其他编码可由命令行读取（--charset）'],
    ['a.json', '7', '其中没有数组；应为对象的数组，或一个接一个的对象'],
    ['a.json', '"x"', '不是对象的数组；应为对象的数组，或一个接一个的对象'],
    ['a.json', '[{"text": "x"}', /^数组没有结束，文件却在第 14 个字节处结束了；应为.*的对象；此前的 1 个文档已读取$/],
    [
      'a.json',
      '{\n"text": "x"',
      '最后一个对象没有结束，文件却在第 13 个字节处结束了；应为对象的数组，或一个接一个的对象',
    ],
    ['a.json', '[] 1', '第 3 个字节处，数组之后还有内容；应为对象的数组，或一个接一个的对象'],
    ['a.json', '{\n"text": "x"} 1', /^第 15 个字节处，对象之后不是另一个对象；应为.*的对象；此前的 1 个文档已读取$/],
    ['a.json', '[]\nnul', '最后一个词不完整；应为对象的数组，或一个接一个的对象'],
    ['a.json', '[,]', '第 1 个字节处多了一个逗号；应为对象的数组，或一个接一个的对象'],
    ['a.json', '[{"text": "x"},]', /^第 15 个字节之前多了一个逗号；应为.*的对象；此前的 1 个文档已读取$/],
    ['a.json', '[{"text": "x"} {}]', /^第 15 个字节处缺少逗号；应为.*的对象；此前的 1 个文档已读取$/],
    ['a.json', '[{"text": x}]', '第 10 个字节处不应有 "x"；应为对象的数组，或一个接一个的对象'],
    [
      'a.json',
      '[{"text": "\xe9"}]',
      '不是 UTF-8；其他编码可由命令行读取（--charset）；应为对象的数组，或一个接一个的对象',
    ],
    ['a.txt', '\xe9', '不是 UTF-8；其他编码可由命令行读取（--charset）'],
    ['a.txt', 'a\0b', '不是文本：其中有 NUL 字节'],
    ['a.jsonl', 'BZh91AY&SY\n', '它以 bzip2 压缩；请先解压，或改用 gzip 或 zstd 压缩'],
    ['a.bz2', '', '不认识 .bz2 格式；请先解压，或改用 gzip 或 zstd 压缩'],
    ['a.zip', '', '不认识 .zip 格式；请先解包'],
    ['a.xls', '', '不认识 .xls 格式；请另存为 CSV'],
    ['a.avro', '', '不认识 .avro 格式；请写成 Parquet 或 JSONL'],
    ['a.pdf', '', '不认识 .pdf 格式；请转换成 JSONL（每行一个含 "id" 和 "text" 的对象）或文本文件'],
    ['a.csv', 'body\nx\n', '没有列“text”（有：body）；请在“选项”中填写；没有表头的表格可由命令行读取（--columns）'],
    ['a.csv', 'text\nx,y\n', '有 2 个字段，而表头有 1 个'],
    ['a.csv', 'text\n"x\n', '引号没有闭合；请补上，引号内的引号应写两次'],
    ['a.csv', 'text\n"x" y\n', '引号内还有引号；引号内的引号应写两次'],
    ['a.csv', 'text,a\nx "y" z,"a\n', /^(没有加引号的字段里有引号|引号没有闭合)/],
    ['a.csv', 'text\rx\ry', '第一行里的回车符之后没有换行符；每行应以换行符结束'],
    ['a.csv', '"text\nx', '第 1 行的表头有误：引号没有闭合；请补上，引号内的引号应写两次'],
    ['a.csv', 'text,\xe9\nx,y', '表头不是 UTF-8；其他编码可由命令行读取（--charset）'],
  ])('%s %j: %s', async (name, content, said) => {
    folder.write(`files/${name}`, Buffer.from(content, 'latin1'));
    folder.write('files/other.txt', 'a document');
    const { rejects } = await readCorpus(folder, ['files']);
    const reasons = rejects.map((reject) => reject.replace(/^files\/\S+: /, ''));
    expect(reasons.map((reason) => reasonInWords(reason, 'zh'))).toEqual([
      typeof said === 'string' ? said : expect.stringMatching(said),
    ]);
  });

  it.each([
    [
      `Cannot read a.jsonl: ${NO_ACCESS}`,
      '无法读取 a.jsonl：浏览器无权或不能再读取它；如果文件移动过或改动过，请重新选择',
    ],
    [
      'a.txt changed while it was being read. Run again when it is at rest.',
      'a.txt 在读取时被改动；请等它不再变动时重试',
    ],
    ['warc, which the command reads and this page does not', 'warc 格式：命令行可以读取，本页不能'],
    ['no field "$1{1}" (there are: {2}$2); name it with --text', '没有字段“$1{1}”（有：{2}$2）；请在“选项”中填写'],
    [
      'No document has a field "x" (in the first there are: id, text); name one with --text.',
      '没有一个文档有字段“x”（第一个文档中有：id, text）；请在“选项”中填写其中一个',
    ],
    ['Uncaught RangeError: out of memory', 'Uncaught RangeError: out of memory'],
  ])('%s', (reason, said) => expect(reasonInWords(reason, 'zh')).toBe(said));

  it('a file that changes while it is read counts up to there, in whole sentences', () => {
    const FileReaderSync = class {
      readAsArrayBuffer(): never {
        throw new Error('NotReadableError');
      }
    };
    vi.stubGlobal('FileReaderSync', FileReaderSync);
    const read = (): unknown => bytesOf(new Blob(['x']), 'a.jsonl');
    expect(read).toThrow(/^Cannot read a\.jsonl: .+ choose it again\.$/);
    let reason = '';
    try {
      read();
    } catch (error) {
      reason = reasonBeside('a.jsonl', error as Error, 1200);
    }
    vi.unstubAllGlobals();
    expect(reasonInWords(reason, 'zh')).toBe(
      '浏览器无权或不能再读取它；如果文件移动过或改动过，请重新选择；此前的 1,200 个文档已读取',
    );
  });
});
