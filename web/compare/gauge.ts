import { makeSvg } from '../dom.ts';

/** A value from 0 to 1 on a line: with a mark at another value, or as a range with a point in it. Decoration. */
export function gauge(value: number, { mark, from, to }: { mark?: number; from?: number; to?: number }): SVGElement {
  const rect = (kind: string, at: number, width: number, y: number, height: number): SVGElement =>
    makeSvg('rect', {
      class: kind,
      x: `${at * 100}%`,
      width: `${width * 100}%`,
      y: String(y),
      height: String(height),
      rx: '2',
    });
  const isRange = from !== undefined && to !== undefined;
  return makeSvg(
    'svg',
    { class: 'gauge', width: '100%', height: '14', 'aria-hidden': 'true' },
    rect('track', 0, 1, 5, 4),
    isRange ? rect('range', from, to - from, 4, 6) : rect('fill', 0, value, 5, 4),
    ...(isRange ? [makeSvg('circle', { class: 'point', cx: `${value * 99}%`, cy: '7', r: '4' })] : []),
    ...(mark === undefined
      ? []
      : [makeSvg('rect', { class: 'mark', x: `${mark * 100}%`, y: '0', width: '2', height: '14' })]),
  );
}
