/** What of a page is its text: the main content, or all of it. */
export type HtmlPart = 'main' | 'full';

/** An HTML page as it was found: all that it takes to read it, in any thread. */
export interface Page {
  readonly bytes: Uint8Array;
  /** The encoding that is known of it, if one is. */
  readonly charset: string | undefined;
  readonly part: HtmlPart;
}

/** Reads pages, here or in other threads: that makes no difference but of time. */
export interface PageReader {
  /** Bytes of pages that it may be given before their turn. */
  readonly ahead: number;
  /**
   * The text of a page in UTF-8.
   *
   * @throws {MalformedRecord} if its elements lie too deep in one another
   */
  text(page: Page): Promise<Uint8Array>;
  close(): void;
}

/** Smaller pages count for so many bytes. */
const LEAST = 64 * 1024;

/** How far text is made of pages before their turn, for `askingAhead`. */
export const pagesAhead = ({ ahead }: PageReader) => ({
  room: ahead,
  sizeOf: ({ page }: { readonly page?: Page }): number => Math.max(LEAST, page?.bytes.length ?? 0),
});
