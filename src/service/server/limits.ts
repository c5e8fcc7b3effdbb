/** What a service bears; whatever is beyond is refused by name. */
export interface Limits {
  /** Bytes of a body, which is in memory as a whole. */
  readonly body: number;
  /** Bytes of a line of a batch. */
  readonly line: number;
  /** Lines of a batch. */
  readonly batch: number;
  /** Requests that are under way at once. */
  readonly concurrency: number;
  /** Milliseconds for headers, for a body, for a line of a batch, and for an answer to be taken. */
  readonly time: number;
}

export const DEFAULT_LIMITS: Limits = {
  body: 8 * 2 ** 20,
  line: 8 * 2 ** 20,
  batch: 1_000_000,
  concurrency: 256,
  time: 30_000,
};
