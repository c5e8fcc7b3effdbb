import { Html } from './html.ts';

/** The style sheet of a report, for screens wide and narrow, light and dark, and for paper. */
export const STYLE = new Html(`
:root {
  color-scheme: light dark;
  --paper: #f6f5f2; --card: #fff; --ink: #1d2226; --soft: #5b646b; --line: #dcdad3;
  --accent: #0b6e75; --bar: #2f8f96; --kept: #1557a0; --kept-mark: #d7e8fb; --removed: #9a4a00; --removed-mark: #ffe3c4;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --paper: #14181a; --card: #1d2326; --ink: #e7e9e8; --soft: #a3adb2; --line: #343c40;
    --accent: #6fcdd3; --bar: #3f9ba2; --kept: #9cc8f7; --kept-mark: #17395f; --removed: #f5b878; --removed-mark: #5a3410;
  }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; -webkit-text-size-adjust: 100%; }
body { margin: 0 auto; max-width: 74rem; padding: 2.5rem 1.5rem 4rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif; overflow-wrap: anywhere; }
h1, h2, h3, p, dl, ol, ul, figure { margin: 0; padding: 0; }
h1 { font-size: clamp(1.5rem, 1.1rem + 1.8vw, 2.25rem); line-height: 1.2; letter-spacing: -.015em; }
h2 { font-size: 1.375rem; line-height: 1.3; letter-spacing: -.01em; margin-bottom: .75rem; }
h3 { font-size: 1rem; line-height: 1.4; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
main:focus-visible { outline: none; }
code { font: .9em ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: 1rem; top: -4rem; padding: .5rem 1rem; background: var(--card); }
.skip:focus { top: .5rem; }

header { display: grid; gap: .75rem; }
header p { max-width: 46rem; color: var(--soft); }
header .maker { font-size: .8125rem; font-weight: 600; letter-spacing: .04em; color: var(--accent); }
header .lead { font-size: 1.1875rem; color: var(--ink); }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; padding: .75rem 0; margin-top: .75rem;
  border-block: 1px solid var(--line); }
nav a { display: inline-block; padding: .25rem 0; text-decoration: none; font-weight: 500; }
nav a:hover { text-decoration: underline; }
section { padding-top: 2.5rem; }
section > p { max-width: 46rem; margin-bottom: 1rem; color: var(--soft); }

.totals { display: grid; grid-template-columns: repeat(auto-fit, minmax(10rem, 1fr)); gap: .75rem; margin-bottom: .75rem; }
.total, .chart, .cards > li { background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
.total { padding: .875rem 1rem; border-top: 3px solid var(--line); }
.total.is-kept { border-top-color: var(--kept); }
.total.is-removed { border-top-color: var(--removed); }
.total dt { font-size: .875rem; font-weight: 600; color: var(--soft); }
.total dd { margin: 0; }
.total b { display: block; font-size: 1.75rem; line-height: 1.25; font-weight: 650; letter-spacing: -.02em; font-variant-numeric: tabular-nums; }
.total span { display: block; font-size: .8125rem; line-height: 1.35; color: var(--soft); }

.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); gap: .75rem; }
.chart { padding: 1rem; }
.chart table { width: 100%; border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; }
.chart caption { text-align: start; padding-bottom: .75rem; }
.chart caption b { display: block; font-size: 1rem; }
.chart caption span { display: block; line-height: 1.4; color: var(--soft); }
.chart th { padding: 0; font-weight: 400; text-align: end; white-space: nowrap; color: var(--soft); }
.chart thead th { padding-bottom: .25rem; font-size: .75rem; }
.chart td { padding: 0; text-align: end; white-space: nowrap; }
.chart .bar { width: 99%; padding: 0 .625rem; line-height: 0; }
.chart svg { display: block; background: color-mix(in srgb, var(--line) 35%, transparent); border-radius: 2px; }
.chart rect { fill: var(--bar); }
.chart .none td { color: var(--soft); }

.curves { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1rem; max-width: 52rem; }
.curves > svg { display: block; width: 100%; height: auto; font-size: 12px; font-variant-numeric: tabular-nums; }
.curves text { fill: var(--soft); }
.curves .end { text-anchor: end; }
.curves .middle { text-anchor: middle; }
.curves polyline, .curves line { fill: none; stroke-width: 2.5; stroke-linejoin: round; }
.curves .grid { stroke: var(--line); stroke-width: 1; }
.curves .marked { stroke: var(--soft); stroke-width: 1.5; stroke-dasharray: 2 3; }
.curves .recall { stroke: var(--kept); }
.curves .precision { stroke: var(--removed); stroke-dasharray: 8 4; }
.curves .faint { stroke: var(--bar); stroke-width: 1.25; }
.curves figcaption { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; font-size: .875rem; color: var(--soft); padding-top: .5rem; }
.numbers { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; }
.numbers th, .numbers td { padding: .125rem 0 .125rem 1rem; text-align: end; white-space: nowrap; font-weight: 400; }
.numbers th:first-child { padding-inline-start: 0; }
.numbers thead th { font-size: .8125rem; font-weight: 600; color: var(--soft); }
.numbers .marked { font-weight: 650; background: var(--kept-mark); }
.numbers .marked th { font-weight: 650; }

.cards { list-style: none; display: grid; gap: .75rem; }
.cards > li { padding: 1rem 1.125rem; min-width: 0; break-inside: avoid; }
.head { display: flex; justify-content: space-between; align-items: baseline; gap: .25rem 1rem; flex-wrap: wrap; }
.size { color: var(--soft); white-space: nowrap; }
.size b { color: var(--ink); }
.excerpt { color: var(--soft); font-size: .9375rem; }
.cohesion { margin-top: .5rem; font-size: .9375rem; }
.id { font: .9em ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
h3 .id { font-weight: 600; }
h3 small { font-size: .875rem; font-weight: 400; color: var(--soft); }
details { margin-top: .5rem; }
summary { cursor: pointer; color: var(--accent); font-size: .9375rem; font-weight: 500; padding: .25rem 0; width: fit-content; }
.left-out, .empty { color: var(--soft); font-size: .9375rem; }
.left-out { margin-top: .75rem; font-style: italic; }
.cards + .left-out { margin-top: 1rem; }

.members, .list { width: 100%; border-collapse: collapse; font-size: .9375rem; }
.members th, .members td, .list th, .list td { padding: .375rem .75rem .375rem 0; text-align: start; vertical-align: top; border-bottom: 1px solid var(--line); }
.members th, .list th { font-size: .8125rem; font-weight: 600; color: var(--soft); white-space: nowrap; }
.members td:not(:first-child), .members th:not(:first-child) { text-align: end; white-space: nowrap; font-variant-numeric: tabular-nums; }
.scroll { overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: .5rem 1.125rem; }
.list td { min-width: 6rem; }
.list td:nth-child(2) { width: 60%; }
.list tr:last-child td { border-bottom: 0; }

.sides { display: grid; grid-template-columns: 1fr 1fr; gap: 0 1.5rem; margin-top: .5rem; }
.sides > * { min-width: 0; }
.name { padding-bottom: .375rem; margin-bottom: .5rem; border-bottom: 2px solid var(--line); }
.name.kept { border-color: var(--kept); }
.name.removed { border-color: var(--removed); }
.tag { font-size: .8125rem; font-weight: 600; margin-inline-end: .375rem; }
.kept .tag { color: var(--kept); }
.removed .tag { color: var(--removed); }
.side { font-size: .9375rem; line-height: 1.6; white-space: pre-wrap; unicode-bidi: isolate; }
.gap { grid-column: 1 / -1; margin: .5rem 0; padding: .125rem 0; font-size: .8125rem; text-align: center; color: var(--soft);
  border-block: 1px dashed var(--line); }
.absent { color: var(--soft); font-style: italic; }
mark { color: var(--ink); border-radius: 3px; padding: .05em 0; box-decoration-break: clone; -webkit-box-decoration-break: clone; }
.kept mark, mark.kept { background: var(--kept-mark); box-shadow: inset 0 -2px var(--kept); }
.removed mark, mark.removed { background: var(--removed-mark); box-shadow: inset 0 -2px var(--removed); }

@media (max-width: 44rem) {
  body { padding: 1.5rem 1rem 3rem; }
  .totals { grid-template-columns: 1fr 1fr; }
  .sides { grid-template-columns: 1fr; }
  .curves { padding: .5rem; }
  .curves > svg { font-size: 22px; }
  .side, .name { padding-inline-start: .75rem; border-inline-start: 3px solid var(--line); }
  .side.kept, .name.kept { border-inline-start-color: var(--kept); }
  .side.removed, .name.removed { border-inline-start-color: var(--removed); }
  .name { border-bottom: 0; margin: 0; }
  .side.removed { margin-top: .75rem; }
  .side::before { display: block; font-size: .8125rem; font-weight: 600; }
  .side.kept::before { content: "kept"; color: var(--kept); }
  .side.is-reference::before { content: "reference"; }
  .side.removed::before { content: "removed"; color: var(--removed); }
  .side { margin-top: .75rem; }
  .scroll { padding-inline: .75rem; }
  .list th, .list td { padding-inline-end: .625rem; }
  .list td { min-width: 3.5rem; }
}
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
@media (forced-colors: active) { .chart rect { fill: CanvasText; } mark { text-decoration: underline; } }
@media print {
  :root { --paper: #fff; --card: #fff; --ink: #000; --soft: #444; --line: #bbb; --accent: #000; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  body { max-width: none; padding: 0; font-size: .875rem; }
  nav, .skip { display: none; }
  details::details-content { content-visibility: visible; }
  .scroll { overflow: visible; padding-inline: .5rem; }
  .numbers { font-size: .5625rem; }
  .numbers th, .numbers td { padding-inline-start: .375rem; }
  .numbers thead th { font-size: inherit; white-space: normal; overflow-wrap: normal; vertical-align: bottom; }
}
`);
