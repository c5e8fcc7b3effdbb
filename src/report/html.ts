/** Markup, as opposed to text, which is escaped wherever it is put in. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

export type Content = Html | string | number | undefined | readonly Content[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * A template of markup. Text in it stays text, between tags and in quoted attributes alike; `undefined` is nothing.
 *
 * @example html`<p title="${'"'}">${'<b>'}</p>`.markup // <p title="&quot;">&lt;b&gt;</p>
 */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Html {
  return new Html(strings.reduce((before, after, i) => before + markupOf(values[i - 1]) + after));
}

function markupOf(content: Content): string {
  if (content === undefined) return '';
  if (content instanceof Html) return content.markup;
  if (typeof content === 'object') return content.map(markupOf).join('');
  return escaped(String(content));
}

/** Control characters, which HTML cannot hold, become their pictures: NUL is shown as ␀. */
function escaped(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
      .replace(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, (control) => String.fromCharCode(0x2400 + control.charCodeAt(0)))
      .replace(/[&<>"']/g, (character) => ENTITIES[character]!)
  );
}
