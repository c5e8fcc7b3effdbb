import type { Comparison } from '../compare/comparison.ts';
import { turn } from '../direction.ts';
import { byId } from '../dom.ts';
import { inEveryLanguage } from '../language/language.ts';
import { startLookup } from './lookup.ts';
import { showSteps } from './steps.ts';

/** The steps of a fingerprint and of a search, on the texts that are compared. */
export function startWalk(comparison: Comparison): void {
  const box = byId<HTMLTextAreaElement>('walk-text');
  const showLookup = startLookup(comparison);
  const show = (): void => {
    // Not while it is written in: the text comes from there.
    if (document.activeElement !== box) box.value = comparison.a;
    turn(box);
    showSteps(comparison.a, comparison.fingerprinter);
    showLookup();
  };
  box.addEventListener('input', () => {
    turn(box);
    comparison.setA(box.value);
  });
  comparison.onChange(show);
  inEveryLanguage(show);
}
