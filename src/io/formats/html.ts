import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import type { HtmlPart } from '../page-reader.ts';

/** Elements whose text is not read by anybody. */
const UNSEEN = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE', 'HEAD', 'SVG', 'IFRAME']);
/** Elements that stand within a line; before and after all others, a line ends. */
const INLINE = new Set(
  'A ABBR B BDI BDO CITE CODE DATA DEL DFN EM FONT I INS KBD MARK Q RUBY S SAMP SMALL SPAN STRIKE STRONG SUB SUP TIME TT U VAR WBR'.split(
    ' ',
  ),
);
/** Beyond so many elements, looking for the main content takes more than a few seconds. */
const MOST_ELEMENTS = 100_000;
/** So does a greater sum of their depths: it looks at all elements in each, and took up to 9 µs for one in another. */
const LARGEST_SUM_OF_DEPTHS = 1_000_000;
/**
 * Bytes of UTF-8 that an article has at least, unless it is most of its page: Readability's own bound for English, as
 * letters of other scripts say more. Of pages that are all links it finds the imprint, which many pages share.
 */
const SHORTEST_ARTICLE = 500;
/** The share of a page that an article has at least. */
const LEAST_SHARE = 0.15;
/** Browsers nest 512. Threads have different room for recursion; from 5,000 on, the first fails on some elements. */
const DEEPEST = 2000;

/**
 * The text of a page, a line for each paragraph, heading or list item.
 *
 * @param part `main` for its article as Readability finds it, without navigation, adverts and imprint (all of the
 *   page, if there is none, or its elements are too many or too deep to look for it); `full` for all that can be seen
 * @throws {RangeError} if its elements lie too deep in one another
 */
export function textOfPage(html: string, part: HtmlPart): string {
  const document = documentOf(html);
  const depths = sumOfDepths(document.documentElement);
  const full = textOfElement(document.body as unknown as Element);
  if (part === 'full' || full === '' || depths > LARGEST_SUM_OF_DEPTHS) return full;
  const main = mainText(document, full);
  return isArticle(main, full) ? main : full;
}

function isArticle(main: string, full: string): boolean {
  const share = main.length / full.length;
  return share >= 0.5 || (share >= LEAST_SHARE && Buffer.byteLength(main) >= SHORTEST_ARTICLE);
}

function documentOf(html: string): Document {
  const { document } = parseHTML(html);
  if (document.documentElement?.tagName === 'HTML') return document;
  return parseHTML(`<html><body>${html}</body></html>`).document;
}

function sumOfDepths(element: Node, depth = 0): number {
  if (depth > DEEPEST) throw new RangeError('Too deep.');
  let sum = depth;
  for (let child = element.firstChild; child !== null; child = child.nextSibling)
    if (child.nodeType === ELEMENT) sum += sumOfDepths(child, depth + 1);
  return sum;
}

/** Of what is shorter than the threshold, another reading of the page is tried, which takes in more. */
function mainText(document: Document, full: string): string {
  try {
    const reader = new Readability<Element>(document, {
      serializer: (element) => element as Element,
      maxElemsToParse: MOST_ELEMENTS,
      charThreshold: (SHORTEST_ARTICLE * full.length) / Buffer.byteLength(full),
    });
    const content = reader.parse()?.content;
    return content ? textOfElement(content) : '';
  } catch {
    return '';
  }
}

const ELEMENT = 1;
const TEXT = 3;

function textOfElement(root: Element): string {
  const pieces: string[] = [];
  const visit = (node: Node): void => {
    if (node.nodeType === TEXT) pieces.push((node.textContent ?? '').replace(/\s+/g, ' '));
    if (node.nodeType !== ELEMENT) return;
    const name = (node as Element).tagName.toUpperCase();
    if (UNSEEN.has(name)) return;
    const end = INLINE.has(name) ? '' : '\n';
    pieces.push(end);
    for (const child of node.childNodes) visit(child);
    pieces.push(end);
  };
  visit(root);
  return (
    pieces
      .join('')
      // First, or line ends would be looked for from each of many blanks.
      .replace(/ {2,}/g, ' ')
      .replace(/ ?\n[ \n]*/g, '\n')
      .trim()
  );
}
