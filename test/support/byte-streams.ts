// Bytes as decoders get them: in pieces, from sources that must be ended.

type Bytes = AsyncGenerator<Buffer>;

/** The content of data that comes in pieces of so many bytes, behind an empty one. */
export async function contentBy(decode: (bytes: Bytes) => Bytes, data: Buffer, piece: number): Promise<string> {
  async function* pieces(): Bytes {
    yield Buffer.alloc(0);
    for (let at = 0; at < data.length; at += piece) yield data.subarray(at, at + piece);
  }
  const chunks: Buffer[] = [];
  for await (const chunk of decode(pieces())) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Data, twice; says when it is ended, at its end or before. */
export async function* twice(data: Buffer, onEnd: () => void): Bytes {
  try {
    yield data;
    yield data;
  } finally {
    onEnd();
  }
}
