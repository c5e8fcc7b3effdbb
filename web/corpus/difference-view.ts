import type { Difference } from '../../src/report/difference.ts';
import type { Piece } from '../../src/report/hunks.ts';
import { make } from '../dom.ts';
import { t } from '../language/language.ts';

/** Two texts side by side, with what differs marked. */
export function differenceView({ hunks, differs, rest, isRestShared }: Difference): HTMLElement[] {
  const views = hunks.flatMap(({ skipped, kept, removed }) => [
    ...(skipped > 0 ? [make('p', { class: 'gap' }, t('skipped', { count: skipped }))] : []),
    side('kept', kept),
    side('removed', removed),
  ]);
  if (!differs && isRestShared) views.push(make('p', { class: 'gap' }, t('same-text')));
  if (rest.kept + rest.removed > 0) {
    views.push(make('p', { class: 'gap' }, isRestShared ? t('rest-shared', { count: rest.kept }) : t('rest-cut')));
  }
  return views;
}

function side(kind: 'kept' | 'removed', pieces: readonly Piece[]): HTMLElement {
  const absent = make('span', { class: 'absent' }, t('absent'));
  return make(
    'div',
    { class: `text is-${kind}`, role: 'group', 'aria-label': t(`${kind}-text`), dir: 'auto' },
    ...(pieces.length === 0 ? [absent] : pieces.flatMap(marked)),
  );
}

/** White space after the last word is not marked, unless it is all there is. */
function marked({ text, differs }: Piece): (string | HTMLElement)[] {
  if (!differs) return [text];
  const end = text.trimEnd().length || text.length;
  return [make('mark', {}, text.slice(0, end)), text.slice(end)];
}
