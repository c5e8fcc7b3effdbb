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
  /**
   * The text of a page in UTF-8.
   *
   * @throws {MalformedRecord} if its elements lie too deep in one another
   */
  text(page: Page): Promise<Uint8Array>;
  close(): void;
}

/** As many bytes of pages are read before their turn; smaller pages count for so many. */
const [AHEAD, LEAST] = [16 * 1024 * 1024, 64 * 1024];

/** How far text is made of pages before their turn: `askingAhead(items, …, PAGES_AHEAD)`. */
export const PAGES_AHEAD = {
  room: AHEAD,
  sizeOf: ({ page }: { readonly page?: Page }): number => Math.max(LEAST, page?.bytes.length ?? 0),
};
