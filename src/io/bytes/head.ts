export type Bytes = AsyncIterable<Buffer>;

/** Bytes, and the first few of them beforehand, to tell by them what follows. */
export interface WithHead {
  readonly head: Buffer;
  readonly all: Bytes;
}

/** As many first bytes as any magic number or byte order mark needs. */
export const HEAD = 10;

/** What is made of bytes by those who know their head. However little they read of them, the bytes are ended then. */
export async function* withHead(bytes: Bytes, read: (begun: WithHead) => Bytes): AsyncGenerator<Buffer> {
  const rest = bytes[Symbol.asyncIterator]();
  let isWaiting = false;
  async function next(): Promise<Buffer | undefined> {
    isWaiting = true;
    const { done, value } = await rest.next();
    isWaiting = false;
    return done ? undefined : value;
  }
  let head = Buffer.alloc(0);
  async function* all(): AsyncGenerator<Buffer> {
    yield head;
    for (let chunk = await next(); chunk !== undefined; chunk = await next()) yield chunk;
  }
  try {
    while (head.length < HEAD) {
      const chunk = await next();
      if (chunk === undefined) break;
      head = Buffer.concat([head, chunk]);
    }
    yield* read({ head: head.subarray(0, HEAD), all: all() });
  } finally {
    const ended = rest.return?.().catch(() => {});
    // More of a pipe may never come.
    if (!isWaiting) await ended;
  }
}
