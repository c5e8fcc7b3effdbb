import { type Html, html } from './html.ts';
import { STYLE } from './style.ts';

export type Section = readonly [anchor: string, heading: string, content: Html];

/** Even if a text could become markup, nothing may run and nothing may be fetched. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

interface PageContent {
  /** The command that made it. */
  readonly maker?: string;
  readonly title: string;
  readonly introduction: Html;
  readonly sections: readonly Section[];
}

/** The frame of a report: one file, without scripts, that needs nothing else. */
export function page({ maker = 'hammingbird dedupe', title, introduction, sections }: PageContent): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<a class="skip" href="#content">To the content</a>
<header>
<p class="maker">${maker}</p>
<h1>${title}</h1>
${introduction}
<nav aria-label="Sections"><ul>
${sections.map(([anchor, heading]) => html`<li><a href="#${anchor}">${heading}</a></li>\n`)}</ul></nav>
</header>
<main id="content" tabindex="-1">
${sections.map(
  ([anchor, heading, content]) => html`<section id="${anchor}" aria-labelledby="${anchor}-heading">
<h2 id="${anchor}-heading">${heading}</h2>
${content}
</section>
`,
)}</main>
</body>
</html>
`.markup;
}
