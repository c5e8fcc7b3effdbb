import { CHINESE } from './chinese.ts';
import { ENGLISH, type MessageKey } from './english.ts';

const LANGUAGES = ['en', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

const MESSAGES: Readonly<Record<Language, Readonly<Record<MessageKey, string>>>> = { en: ENGLISH, zh: CHINESE };
/** As pages name their language. */
const TAGS: Readonly<Record<Language, string>> = { en: 'en', zh: 'zh-CN' };
const STORED = 'hammingbird-language';

let chosen: Language = remembered() ?? preferred();
const listeners: (() => void)[] = [];

/** A message in the language of the page; `{name}` in it stands for a value, `{name:bit|bits}` for the word that goes with it. */
export function t(key: MessageKey, values: Readonly<Record<string, string | number>> = {}): string {
  return MESSAGES[chosen][key].replace(
    /\{(\w+)(?::(.*?)\|(.*?))?\}/g,
    (_, name: string, one?: string, more?: string) => {
      const value = values[name]!;
      if (one !== undefined) return value === 1 ? one : more!;
      return typeof value === 'number' ? number(value) : value;
    },
  );
}

/** A number as the language writes it; one that is rounded to 0, without a sign. */
export function number(value: number, digits = 0): string {
  return new Intl.NumberFormat(TAGS[chosen], {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
    .format(value)
    .replace(/^-(?=[0.]*$)/, '')
    .replace('-', '−');
}

/** What stands between a name and what is said of it. */
export const colon = (): string => (chosen === 'zh' ? '：' : ': ');

/** Some things in a row. */
export const inARow = (things: readonly (string | number)[]): string => things.join(chosen === 'zh' ? '、' : ', ');

/** A share as a percentage, rounded down, so that nothing is shown as more alike than it is. */
export function percent(share: number): string {
  return withSign(number(Math.floor(share * 1000 + 1e-9) / 10, 1));
}

/** A round share. */
export const wholePercent = (share: number): string => withSign(number(100 * share));

/** Numbers and the sign of per cent, on one line. */
export const withSign = (percentage: string): string => `${percentage}${chosen === 'zh' ? '' : '\u00a0'}%`;

/** Does something now, and again whenever the language changes. */
export function inEveryLanguage(render: () => void): void {
  listeners.push(render);
  render();
}

/** The language of the page. */
export const language = (): Language => chosen;

/** The language that a reader may switch to. */
export const otherLanguage = (): Language => (chosen === 'en' ? 'zh' : 'en');

/** Switches, and remembers it. */
export function switchTo(language: Language): void {
  chosen = language;
  try {
    localStorage.setItem(STORED, language);
  } catch {
    // Some browsers keep no storage; then it lasts as long as the page.
  }
  for (const render of listeners) render();
}

/** Puts the messages into what stands in the page itself. */
export function translatePage(): void {
  document.documentElement.lang = TAGS[chosen];
  document.title = t('title');
  for (const element of document.querySelectorAll<HTMLElement>('[data-t]')) {
    element.textContent = t(element.dataset.t as MessageKey);
  }
  for (const element of document.querySelectorAll<HTMLElement>('[data-t-label]')) {
    element.setAttribute('aria-label', t(element.dataset.tLabel as MessageKey));
  }
}

function remembered(): Language | undefined {
  try {
    const stored = localStorage.getItem(STORED);
    return LANGUAGES.find((one) => one === stored);
  } catch {
    return undefined;
  }
}

function preferred(): Language {
  return /^zh\b/i.test(navigator.language) ? 'zh' : 'en';
}
