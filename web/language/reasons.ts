import { REASONS_IN_CHINESE } from './chinese-reasons.ts';
import type { Language } from './language.ts';

// Readers say in English why something is no document, as the command does. The page says it in its own words and language.

/** What the command is told by options, the page is told by fields of its own, or not at all. */
const ON_THE_PAGE: readonly (readonly [RegExp, string])[] = [
  [/name (it|one) with --(?:text|id)/, 'name $1 under Options'],
  [/name its encoding with --charset.*?(?=\.|$)/, 'the command reads other encodings, with --charset'],
  [/, or with --format json/, ''],
  [/a table without a header needs --columns/, 'the command reads tables without a header, with --columns'],
];

/** What a reader said, in words of the page and its language; in English where it has no other. */
export function reasonInWords(reason: string, language: Language): string {
  const words = ON_THE_PAGE.reduce((said, [pattern, instead]) => said.replace(pattern, instead), reason);
  return language === 'zh' ? inChinese(words.replace(/\.$/, '')) : words;
}

/** A dot stands for line breaks, too: they are in names of fields, and in what an engine quotes. */
const IN_CHINESE = REASONS_IN_CHINESE.map(([pattern, chinese]) => [new RegExp(pattern, 's'), chinese] as const);

/** In Chinese, or as it is where that is not known. */
function inChinese(english: string): string {
  for (const [pattern, chinese] of IN_CHINESE) {
    const found = pattern.exec(english);
    if (found) return chinese.replace(/\$(\d)|\{(\d)\}/g, (_, as, said) => (as ? found[as]! : inChinese(found[said]!)));
  }
  return english;
}
