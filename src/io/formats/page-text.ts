import { Turns } from '../../turns.ts';
import { textIn } from '../bytes/charset.ts';
import type { Page, PageReader } from '../page-reader.ts';
import { MalformedRecord } from '../records.ts';

/** As `PageReader.text`. */
export async function pageText({ bytes, charset, part }: Page): Promise<Uint8Array> {
  const [{ textOfPage }, { declaredCharset }] = await Promise.all([
    import('./html.ts'),
    import('./declared-charset.ts'),
  ]);
  const html = await textIn(bytes, charset ?? declaredCharset(bytes));
  try {
    return new TextEncoder().encode(textOfPage(html, part));
  } catch (error) {
    // The parser has it, too, when its recursion overflows.
    const reason = error instanceof RangeError ? 'its elements lie too deep in one another' : (error as Error).message;
    throw new MalformedRecord(`cannot be read as HTML: ${reason}`);
  }
}

const turns = new Turns();

/** Reads pages in this thread, each in its turn; between them interruptions are heard. */
export const PAGES_HERE: PageReader = {
  ahead: 1,
  async text(page) {
    if (turns.isOver) await turns.give();
    return pageText(page);
  },
  close() {},
};
