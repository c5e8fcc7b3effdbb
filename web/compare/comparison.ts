import { DEDUPE_RECIPE, Fingerprinter, RECIPES } from 'hammingbird';
import { turn } from '../direction.ts';
import { byId, make, settled } from '../dom.ts';
import type { MessageKey } from '../language/english.ts';
import { inEveryLanguage, language, t } from '../language/language.ts';
import { showContributions } from './contributions.ts';
import { EXAMPLES } from './examples.ts';
import { measure, showMeasures, showVerdict } from './measures.ts';
import { showPrint } from './print.ts';

/** Two texts and how they are made into fingerprints. */
export interface Comparison {
  readonly a: string;
  readonly b: string;
  readonly fingerprinter: Fingerprinter;
  setA(text: string): void;
  /** Calls back whenever one of them has changed. */
  onChange(listener: () => void): void;
}

/** A moment after the last key. */
const PATIENCE = 60;
/** When somebody seems to have written what they wanted to: until then, a verdict that is read aloud is one too many. */
const ALOUD = 1000;

/** Two boxes for texts, and all that there is to say of them. */
export function startComparison(): Comparison {
  const [boxA, boxB] = [byId<HTMLTextAreaElement>('text-a'), byId<HTMLTextAreaElement>('text-b')];
  const recipes = byId<HTMLSelectElement>('recipe');
  const listeners: (() => void)[] = [];
  let fingerprinter = new Fingerprinter({ recipe: DEDUPE_RECIPE });
  const update = (): void => {
    if (fingerprinter.recipe.name !== recipes.value) fingerprinter = new Fingerprinter({ recipe: recipes.value });
    for (const box of [boxA, boxB]) turn(box);
    show(boxA.value, boxB.value, fingerprinter);
    for (const listener of listeners) listener();
  };
  const updateSoon = settled(PATIENCE, update);
  for (const box of [boxA, boxB]) {
    box.addEventListener('input', () => {
      // Before it is drawn: to lay out megabytes of Arabic from left to right takes browsers minutes.
      turn(box);
      updateSoon();
    });
  }
  recipes.append(...RECIPES.map(({ name }) => make('option', { value: name })));
  recipes.value = DEDUPE_RECIPE;
  recipes.addEventListener('change', update);
  inEveryLanguage(() => {
    showExample(boxA, boxB);
    for (const option of recipes.options) option.textContent = t(`recipe-${option.value}` as MessageKey);
    update();
  });
  // Browsers give a reader who comes back what stood in the boxes and was chosen, after this and without an event.
  addEventListener('pageshow', update);
  return {
    get a() {
      return boxA.value;
    },
    get b() {
      return boxB.value;
    },
    get fingerprinter() {
      return fingerprinter;
    },
    setA(text) {
      boxA.value = text;
      turn(boxA);
      updateSoon();
    },
    onChange: (listener) => void listeners.push(listener),
  };
}

/** The example of the language, unless the reader has written something. */
function showExample(boxA: HTMLTextAreaElement, boxB: HTMLTextAreaElement): void {
  const isUntouched = Object.values(EXAMPLES).some(({ a, b }) => a === boxA.value && b === boxB.value);
  if (!isUntouched && boxA.value + boxB.value !== '') return;
  boxA.value = EXAMPLES[language()].a;
  boxB.value = EXAMPLES[language()].b;
}

const tellSoon = settled(ALOUD, () => {
  const [verdict, aloud] = [byId('verdict').textContent, byId('verdict-aloud')];
  // Whatever is put there is read aloud, also what stood there before.
  if (aloud.textContent !== verdict) aloud.textContent = verdict;
});

function show(a: string, b: string, fingerprinter: Fingerprinter): void {
  const measured = measure(a, b, fingerprinter);
  const differing = measured.a.fingerprint ^ measured.b.fingerprint;
  showPrint(byId('print-a'), 'A', measured.a, differing);
  showPrint(byId('print-b'), 'B', measured.b, differing);
  showVerdict(byId('verdict'), measured, fingerprinter);
  tellSoon();
  showMeasures(byId('measures'), measured, fingerprinter);
  const why = byId('contributions');
  if (measured.isEmpty) why.replaceChildren(make('p', { class: 'note' }, t('verdict-empty')));
  else showContributions(why, a, b, fingerprinter);
}
