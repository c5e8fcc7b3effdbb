export type Bytes = AsyncIterable<Buffer>;

/** Bytes, and the first few of them beforehand, to tell by them what follows. */
export interface WithHead {
  readonly head: Buffer;
  readonly all: Bytes;
}

/** As many first bytes as any magic number or byte order mark needs. */
export const HEAD = 10;

/** Reads the head of bytes, and gives them as if none had been read. */
export async function withHead(bytes: Bytes): Promise<WithHead> {
  const rest = bytes[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < HEAD) {
    const next = await rest.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  async function* all(): AsyncGenerator<Buffer> {
    yield head;
    yield* { [Symbol.asyncIterator]: () => rest };
  }
  return { head: head.subarray(0, HEAD), all: all() };
}
