import { pageString } from '../bytes/charset.ts';
import { MalformedRecord } from '../records.ts';
import type { Reading } from '../source.ts';

/**
 * The text of an HTML page in UTF-8.
 *
 * @param told the encoding that came with the page, if one did
 * @throws {MalformedRecord} if its elements lie too deep in one another
 */
export async function pageText(bytes: Buffer, { charset, html }: Reading, told?: string): Promise<Buffer> {
  const { textOfPage } = await import('./html.ts');
  try {
    return Buffer.from(textOfPage(pageString(bytes, charset ?? told), html));
  } catch (error) {
    throw new MalformedRecord(`cannot be read as HTML: ${(error as Error).message}`);
  }
}
