import { makeSvg } from './dom.ts';

/** A bar over a share of its cell, 0…1. The number beside it is what is read aloud. */
export function bar(share: number): SVGElement {
  return makeSvg(
    'svg',
    { width: '100%', height: '10', 'aria-hidden': 'true' },
    makeSvg('rect', { width: `${share * 100}%`, height: '10', rx: '2' }),
  );
}
