import { CoreError } from 'hammingbird';
import { bitPicture } from './bits.ts';
import { startComparison } from './compare/comparison.ts';
import { startDedupe } from './corpus/dedupe.ts';
import { byId } from './dom.ts';
import { inEveryLanguage, otherLanguage, switchTo, t, translatePage } from './language/language.ts';
import { startWalk } from './walk/walk.ts';

/** The bird of the first line is a fingerprint, too: 64 bits, of which three differ, at its throat. */
const BIRD = 0x133f73e1c0e0301n;
const THROAT = 0x3010000000n;
byId('bird').append(bitPicture(BIRD, { differing: THROAT, columns: 8 }));

const button = byId('language');
button.addEventListener('click', () => switchTo(otherLanguage()));
inEveryLanguage(() => {
  translatePage();
  button.textContent = t('other-language');
  button.lang = otherLanguage();
});

try {
  const comparison = startComparison();
  startDedupe();
  startWalk(comparison);
  document.body.classList.add('started');
} catch (error) {
  if (error instanceof CoreError) byId('no-webassembly').hidden = false;
  throw error;
}
