// Pictures of the page for the README, into docs/images: npm run web:screenshots
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildPage, openChromium, servePage } from './web.mjs';

const IMAGES = fileURLToPath(new URL('../docs/images', import.meta.url));
/** Of what a picture is: how wide and high, and the part of the page at its top. */
const PICTURES = [
  { name: 'page', width: 1280, height: 1010, part: '#main' },
  { name: 'page-files', width: 1280, height: 1330, part: '#run-status' },
  { name: 'page-walk', width: 1280, height: 1340, part: '#walk-title' },
  { name: 'page-390', width: 390, height: 1250, part: '#main' },
];
/** In which languages, for the README in each; Chinese wants a font that has it (Debian's fonts-noto-cjk). */
const LANGUAGES = [
  { locale: 'en-GB', ending: '' },
  { locale: 'zh-CN', ending: '-zh' },
];

mkdirSync(IMAGES, { recursive: true });
await buildPage();
const site = await servePage();
const browser = await openChromium();
for (const { locale, ending } of LANGUAGES) for (const picture of PICTURES) await take(picture, locale, ending);
await browser.close();
await site.close();
process.exit();

async function take({ name, width, height, part }, locale, ending) {
  const viewport = { width, height };
  const page = await browser.newPage({ viewport, colorScheme: 'light', locale, reducedMotion: 'reduce' });
  await page.goto(site.address);
  await page.click('#try-example');
  await page.waitForSelector('.cards mark');
  await page.locator('#lookup').scrollIntoViewIfNeeded();
  await page.waitForSelector('#figure-filter p');
  await page.evaluate(async (selector) => {
    document.activeElement?.blur();
    await document.fonts.ready;
    const top = document.querySelector(selector).getBoundingClientRect().top + scrollY;
    scrollTo(0, selector === '#main' ? 0 : top - 8);
  }, part);
  await page.screenshot({ path: `${IMAGES}/${name}${ending}.png` });
  await page.close();
}
