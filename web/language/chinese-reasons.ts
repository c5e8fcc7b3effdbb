// What readers say of what is no document, as `reasons.ts` has put it for the page, in Chinese. What an engine says of JSON
// stays English.

/** Whole reasons, and parts of them: `$1` stands for what matched, `{1}` for what is said of that. */
export const REASONS_IN_CHINESE: readonly (readonly [RegExp, string])[] = [
  [/^(.+)\. What came before, ([\d,]+) documents?, is read$/, '{1}；此前的 $2 个文档已读取'],
  [/^Cannot read (.+?)(?: as JSON)?: (.+)$/, '无法读取 $1：{2}'],
  [
    /^the browser may not read it, or no longer: if it was moved or changed, choose it again$/,
    '浏览器无权或不能再读取它；如果文件移动过或改动过，请重新选择',
  ],
  [/^(.+) changed while it was being read\. Run again when it is at rest$/, '$1 在读取时被改动；请等它不再变动时重试'],
  [/^no field "(.*)" \((.*)\); name it under Options$/, '没有字段“$1”（{2}）；请在“选项”中填写'],
  [
    /^No document has a field "(.*)" \(in the first (.*)\); name one under Options$/,
    '没有一个文档有字段“$1”（第一个文档中{2}）；请在“选项”中填写其中一个',
  ],
  [
    /^field "(.*?)" is (.+), not (a string|a string or a number) \((.*)\); name one under Options$/,
    '字段“$1”是{2}，不是{3}（{4}）；请在“选项”中填写其中一个',
  ],
  [/^field "(.*)" is (.+), not (a string|a string or a number)$/, '字段“$1”是{2}，不是{3}'],
  [
    /^field "(.*)" is a number beyond all bounds; write ids like that as strings$/,
    '字段“$1”的数太大；这样的编号请写成字符串',
  ],
  [/^it has no column "(.*?)" \((.*)\); name it under Options$/, '没有列“$1”（{2}）；请在“选项”中填写'],
  [
    /^(.+); the command reads tables without a header, with --columns$/,
    '{1}；没有表头的表格可由命令行读取（--columns）',
  ],
  [/^there are: (.*)$/, '有：$1'],
  [/^there is none$/, '一个也没有'],
  [/^(?:null|undefined)$/, '空值'],
  [/^an array$/, '数组'],
  [/^an object$/, '对象'],
  [/^a string$/, '字符串'],
  [/^a number$/, '数'],
  [/^a boolean$/, '布尔值'],
  [/^a string or a number$/, '字符串或数'],

  [/^(.+); of its "(.+)", (jq .+) makes records$/, '{1}；其中的“$2”可用 $3 变成每行一条记录'],
  [/^not a JSON object but (.+)$/, '不是 JSON 对象，而是{1}'],
  [
    /^(not JSON: .+); objects that have no line each are read in a file that ends in \.json$/,
    '{1}；占多行的对象请放在以 .json 结尾的文件里',
  ],
  [/^(not JSON: .+); JSON has no (.+): write null in its place$/, '{1}；JSON 没有 $2，请改写为 null'],
  [/^not JSON: (.+)$/, '不是 JSON：$1'],
  [/^(.+)\. An array of objects is wanted, or objects one after another$/, '{1}；应为对象的数组，或一个接一个的对象'],
  [/^there is no array in it$/, '其中没有数组'],
  [/^it is not an array of objects$/, '不是对象的数组'],
  [/^the array does not end; the file does, after (\d+) bytes$/, '数组没有结束，文件却在第 $1 个字节处结束了'],
  [
    /^the last object does not end; the file does, after (\d+) bytes$/,
    '最后一个对象没有结束，文件却在第 $1 个字节处结束了',
  ],
  [/^something follows the array at byte (\d+)$/, '第 $1 个字节处，数组之后还有内容'],
  [/^what follows an object at byte (\d+) is no other$/, '第 $1 个字节处，对象之后不是另一个对象'],
  [/^its last word is cut off$/, '最后一个词不完整'],
  [/^a comma is too much at byte (\d+)$/, '第 $1 个字节处多了一个逗号'],
  [/^a comma is too much before byte (\d+)$/, '第 $1 个字节之前多了一个逗号'],
  [/^a comma is missing at byte (\d+)$/, '第 $1 个字节处缺少逗号'],
  [/^("(?:.+)") is not expected at byte (\d+)$/, '第 $2 个字节处不应有 $1'],

  [
    /^(?:it is )?not UTF-8; the command reads other encodings, with --charset$/,
    '不是 UTF-8；其他编码可由命令行读取（--charset）',
  ],
  [/^not text: there are NUL bytes in it$/, '不是文本：其中有 NUL 字节'],
  [/^longer than (\d+) bytes$/, '超过 $1 字节'],
  [/^its gzip data is damaged or cut off; fetch or compress it again$/, 'gzip 数据已损坏或不完整；请重新下载或压缩'],
  [
    /^it is compressed by (.+)\. Decompress it first, or compress it by gzip or zstd$/,
    '它以 $1 压缩；请先解压，或改用 gzip 或 zstd 压缩',
  ],
  [/^Zstandard, which browsers do not read; the command does$/, 'Zstandard，浏览器不能读取；命令行可以'],
  [/^(\w+), which the command reads and this page does not$/, '$1 格式：命令行可以读取，本页不能'],
  [/^(\.\w+) is not a format that is known; (.+)$/, '不认识 $1 格式；{2}'],
  [/^decompress it first, or compress it by gzip or zstd$/, '请先解压，或改用 gzip 或 zstd 压缩'],
  [/^unpack it first$/, '请先解包'],
  [/^save it as CSV$/, '请另存为 CSV'],
  [/^write it as Parquet or JSONL$/, '请写成 Parquet 或 JSONL'],
  [
    /^convert it to JSONL \(an object with "id" and "text" a line\) or to text files$/,
    '请转换成 JSONL（每行一个含 "id" 和 "text" 的对象）或文本文件',
  ],

  [/^its header, in line (\d+), is broken: (.+)$/, '第 $1 行的表头有误：{2}'],
  [/^its header is (.+)$/, '表头{1}'],
  [/^(\d+) fields?, and the header has (\d+)$/, '有 $1 个字段，而表头有 $2 个'],
  [
    /^a quote is opened and never closed; close it, or write it twice within a quoted field$/,
    '引号没有闭合；请补上，引号内的引号应写两次',
  ],
  [/^a quote within a quoted field; write it twice$/, '引号内还有引号；引号内的引号应写两次'],
  [
    /^a quote within a field that is not quoted; quote the field, and write the quote twice$/,
    '没有加引号的字段里有引号；请给字段加引号，其中的引号写两次',
  ],
  [
    /^in its first line is a carriage return that no newline follows; let lines end with a newline$/,
    '第一行里的回车符之后没有换行符；每行应以换行符结束',
  ],
];
