import type { Searches, Speeds } from './browser/page.ts';
import { bundled, NO_CHROMIUM, withChromium } from './chromium.ts';
import { number, ratio, type Section, table } from './report.ts';
import { BIGINT_TEXTS } from './rivals/fingerprint-bigint.ts';

export const TITLE = 'In a browser';

export async function inBrowser(): Promise<Section> {
  const code = await bundled('./browser/page.js');
  const body = await withChromium(async (browser) => {
    const page = await browser.newPage();
    // Whoever throws in it is heard of.
    const failed = new Promise<never>((_, reject) => page.once('pageerror', reject));
    await page.addScriptTag({ content: code, type: 'module' });
    await Promise.race([failed, page.waitForFunction(() => 'measured' in globalThis, undefined, { timeout: 300_000 })]);
    const { speeds, searches } = await page.evaluate(() => globalThis.measured);
    return [
      `Chromium ${browser.version()}, its main thread, the library and the rivals in one bundle.`,
      fingerprintTable(speeds),
      searchTable(searches),
    ].join('\n\n');
  });
  return body === undefined ? { title: TITLE, body: NO_CHROMIUM, missing: NO_CHROMIUM } : { title: TITLE, body };
}

function fingerprintTable(speeds: readonly Speeds[]): string {
  const intro =
    `${speeds[0]!.texts} texts of 2048 bytes of UTF-8 by \`words-bigrams\`, in MB/s; × is how many times as fast hammingbird is. ` +
    `The pasted BigInt reads the first ${BIGINT_TEXTS}.`;
  const columns = ['texts', 'hammingbird', 'the same fingerprints in JavaScript', '×', 'pasted BigInt', '×'];
  const rows = speeds.map(({ name, own, same, bigInt }) => [
    name,
    ...[number(own), number(same), ratio(own, same)],
    // It splits at \W, so that Chinese has no words at all.
    ...(name === 'English' ? [number(bigInt), ratio(own, bigInt)] : ['–', '–']),
  ]);
  return `${intro}\n\n${table(columns, rows)}`;
}

function searchTable({ fingerprints, own, typed, map }: Searches): string {
  const intro = `${fingerprints.toLocaleString('en')} uniform fingerprints, distance 3, \`searchAll\`; × is how many times as long as hammingbird it takes.`;
  const rows = [
    ['hammingbird', number(own), ratio(own, own)],
    ['typed bands, strongest JavaScript', number(typed), ratio(typed, own)],
    ['`Map` of bands', number(map), ratio(map, own)],
  ];
  return `${intro}\n\n${table(['', 'µs a query', '×'], rows)}`;
}
