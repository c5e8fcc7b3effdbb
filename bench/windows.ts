import { chineseTexts } from './data.ts';
import { below, seeded } from './random.ts';

const WINDOW = 100;
const STEP = 5;
const ARTICLE_BYTES = 3000;
const RELEASES = 20;

/**
 * Passages as a retrieval cuts them: overlapping windows of the pages of a Chinese manual. All pages begin with the same
 * notice, and each comes again in twenty releases, in every second of them with an edit.
 */
export function* windows(count: number): Generator<string> {
  const random = seeded(6);
  const pagesWindows = RELEASES * Math.floor(ARTICLE_BYTES / 3 / STEP);
  const [notice, ...articles] = chineseTexts(2 + Math.ceil(count / pagesWindows), ARTICLE_BYTES);
  let left = count;
  for (let article of articles) {
    for (let release = 0; release < RELEASES; release++) {
      for (const window of cut(notice!.slice(0, WINDOW + 4 * STEP) + article)) {
        if (left-- === 0) return;
        yield window;
      }
      const at = below(random, article.length - 20);
      const edit = articles[below(random, articles.length)]!.slice(at, at + 10);
      // What is replaced leaves the windows behind it as they were; what is inserted moves them.
      const end = below(random, 2) === 0 ? at + 10 : at;
      if (below(random, 2) === 0) article = article.slice(0, at) + edit + article.slice(end);
    }
  }
}

function* cut(page: string): Generator<string> {
  for (let at = 0; at + WINDOW <= page.length; at += STEP) yield page.slice(at, at + WINDOW);
}
