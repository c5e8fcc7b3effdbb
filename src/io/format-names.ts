/** What an input may be. */
export const FORMATS = ['jsonl', 'json', 'csv', 'tsv', 'parquet', 'lines', 'text', 'html', 'warc'] as const;
export type Format = (typeof FORMATS)[number];

/** Formats in which a whole file is one document. */
export const isOneDocument = (format: Format): format is 'text' | 'html' => format === 'text' || format === 'html';

const BY_EXTENSION: Readonly<Record<string, Format>> = {
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
  '.json': 'json',
  '.csv': 'csv',
  '.tsv': 'tsv',
  '.tab': 'tsv',
  '.parquet': 'parquet',
  '.log': 'lines',
  '.html': 'html',
  '.htm': 'html',
  '.xhtml': 'html',
  '.warc': 'warc',
  '.wet': 'warc',
};
const GZIP = '.gz';
const COMPRESSED = [GZIP, '.zst', '.zstd'];
/** Formats whose bytes are not the text itself, by what to do; to read one as text would be a mistake. */
const UNREADABLE: Readonly<Record<string, readonly string[]>> = {
  'decompress it first, or compress it by gzip or zstd': ['.bz2', '.xz', '.lz4', '.br'],
  'unpack it first': ['.zip', '.7z', '.tar', '.tgz', '.rar', '.wacz'],
  'save it as CSV': ['.xls', '.xlsx', '.ods'],
  'write it as Parquet or JSONL': ['.arrow', '.feather', '.avro', '.orc', '.sqlite'],
  'convert it to JSONL (an object with "id" and "text" a line) or to text files': [
    ...['.pdf', '.doc', '.docx', '.odt', '.rtf', '.pptx', '.epub'],
  ],
};

/** The format that a file's name tells; undefined if it tells none. `.gz` and `.zst` are looked behind. */
export function formatOf(path: string): Format | undefined {
  const plain = plainName(path);
  return plain === path ? BY_EXTENSION[extensionOf(path)] : formatOf(plain);
}

/** The format in which an input is read: the given one, or that of its name; without either, JSONL from a pipe, and text. */
export const formatOfInput = (path: string, isPipe: boolean, given: Format | undefined): Format =>
  given ?? formatOf(path) ?? (isPipe ? 'jsonl' : 'text');

/** A name without the extension of compressed data, if it has one. */
function plainName(path: string): string {
  const extension = extensionOf(path);
  return COMPRESSED.includes(extension) ? path.slice(0, -extension.length) : path;
}

const remedyFor = (extension: string): string | undefined =>
  Object.keys(UNREADABLE).find((remedy) => UNREADABLE[remedy]!.includes(extension));

/** Why a file can surely not be read, if its extension tells. */
export function unreadable(path: string): string | undefined {
  const extension = extensionOf(plainName(path));
  const remedy = remedyFor(extension);
  return remedy && `${extension} is not a format that is known; ${remedy}`;
}

/** Whether what is written under a name is compressed. */
export const isNamedGzip = (path: string): boolean => extensionOf(path) === GZIP;

/** Why what is written here cannot have a name, if its extension tells: it would be taken for what it is not. */
export function unwritable(path: string): string | undefined {
  const plain = plainName(path);
  if (plain !== path && formatOf(plain) === 'parquet') return `Parquet is compressed in itself. Name it ${plain}`;
  if (plain !== path && !isNamedGzip(path))
    return `outputs are compressed by gzip alone. Name it ${plain}.gz or ${plain}`;
  const extension = extensionOf(plain);
  return remedyFor(extension) && `${extension} is no format that is written. Name it by one that is, such as .jsonl`;
}

const MARKS = /^_(SUCCESS|temporary|(common_|spark_)?metadata|delta_log|(started|committed)_\d+)$/;

/** Whether a file or folder is one of those that Spark, Hadoop and Delta Lake leave beside the data of a table. */
export const isMark = (name: string): boolean => MARKS.test(name);

/** Whether what is found in a folder is passed over in silence, unless it is named. */
export const isHidden = (name: string): boolean => name.startsWith('.') || isMark(name);

/** What a name ends in, from its last dot, in small letters; a dot at its beginning is no such dot. */
function extensionOf(path: string): string {
  return /[^/\\](\.[^./\\]*)$/.exec(path)?.[1]?.toLowerCase() ?? '';
}
