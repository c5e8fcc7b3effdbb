import type { Contained } from './containment.ts';

/**
 * Which contained documents can go, and for which one each: always one that stays. Of several it is that which contains
 * most, then the earliest.
 *
 * @param features how many features each document has
 */
export function removable(found: readonly Contained[], features: Uint32Array): Map<number, Contained> {
  const byInner = containersOf(found);
  const removed = new Map<number, Contained>();
  // A container has more features, or as many and comes first: so it is decided on before what it contains.
  const inners = [...byInner.keys()].sort((a, b) => features[b]! - features[a]! || a - b);
  for (const inner of inners) {
    const container = byInner.get(inner)!.find(({ outer }) => !removed.has(outer));
    if (container !== undefined) removed.set(inner, container);
  }
  return removed;
}

/** What contains each document: what contains most first, then the earliest. Documents come in their order. */
export function containersOf(found: readonly Contained[]): Map<number, Contained[]> {
  const sorted = [...found].sort((a, b) => a.inner - b.inner || b.containment - a.containment || a.outer - b.outer);
  const byInner = new Map<number, Contained[]>();
  for (const one of sorted) {
    const containers = byInner.get(one.inner);
    if (containers === undefined) byInner.set(one.inner, [one]);
    else containers.push(one);
  }
  return byInner;
}
