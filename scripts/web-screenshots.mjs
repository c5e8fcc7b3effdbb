// Pictures of the page for the README, into docs/images: npm run web:screenshots
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildPage, openChromium, servePage } from './web.mjs';

const IMAGES = fileURLToPath(new URL('../docs/images', import.meta.url));
/** Of what a picture is: how wide and high, in which colours and language, and the part of the page at its top. */
const PICTURES = [
  { name: 'page', width: 1280, height: 1010, colorScheme: 'light', locale: 'en-GB', part: '#main' },
  { name: 'page-files', width: 1280, height: 1330, colorScheme: 'light', locale: 'en-GB', part: '#run-status' },
  { name: 'page-walk', width: 1280, height: 1340, colorScheme: 'light', locale: 'en-GB', part: '#walk-title' },
  { name: 'page-390', width: 390, height: 1250, colorScheme: 'light', locale: 'en-GB', part: '#main' },
  { name: 'page-zh', width: 1280, height: 1010, colorScheme: 'light', locale: 'zh-CN', part: '#main' },
];

mkdirSync(IMAGES, { recursive: true });
await buildPage();
const site = await servePage();
const browser = await openChromium();
for (const { name, width, height, colorScheme, locale, part } of PICTURES) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme, locale, reducedMotion: 'reduce' });
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
  await page.screenshot({ path: `${IMAGES}/${name}.png` });
  await page.close();
}
await browser.close();
await site.close();
process.exit();
