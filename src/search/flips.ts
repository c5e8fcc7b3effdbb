/** Bits that are flipped together. */
export interface Flip {
  readonly bits: bigint;
  /** Which bits these are, ascending, 0 being the least significant one. */
  readonly places: readonly number[];
}

/** Every choice of up to `most` of the bits of a mask, first of all that of none. */
export function* flipsOf(mask: bigint, most: number): Generator<Flip> {
  const places = Array.from({ length: 64 }, (_, place) => place).filter((place) => (mask >> BigInt(place)) & 1n);
  function* more(flip: Flip, from: number): Generator<Flip> {
    yield flip;
    if (flip.places.length === most) return;
    for (let i = from; i < places.length; i++) {
      const place = places[i]!;
      yield* more({ bits: flip.bits | (1n << BigInt(place)), places: [...flip.places, place] }, i + 1);
    }
  }
  yield* more({ bits: 0n, places: [] }, 0);
}
