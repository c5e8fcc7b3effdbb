import { Parser } from 'htmlparser2';
import { isCharset } from '../bytes/charset.ts';

const CONTENT = /charset\s*=\s*["']?\s*([\w.:-]+)/i;
const XML = /^<\?xml[^>]+encoding\s*=\s*["']([\w.:-]+)/i;
/** Browsers look for the declaration this far; see «prescan a byte stream» in the HTML standard. */
const PRESCANNED = 1024;

/** The encoding that a page declares itself, by the first label that is one. */
export function declaredCharset(page: Uint8Array): string | undefined {
  const start = Buffer.from(page.subarray(0, PRESCANNED)).toString('latin1');
  const declared = [...inMetaElements(start), XML.exec(start)?.[1]].find((label) => label && isCharset(label));
  // A page that says so in ASCII cannot be UTF-16.
  return declared?.trim().toLowerCase().startsWith('utf-16') ? 'utf-8' : declared;
}

/** Not of comments, scripts, or what describes a page and may speak of encodings. */
function inMetaElements(start: string): (string | undefined)[] {
  const labels: (string | undefined)[] = [];
  const parser = new Parser({
    onopentag(name, { charset, content = '', 'http-equiv': header }) {
      if (name !== 'meta') return;
      labels.push(charset, header?.toLowerCase() === 'content-type' ? CONTENT.exec(content)?.[1] : undefined);
    },
  });
  parser.write(start);
  return labels;
}
