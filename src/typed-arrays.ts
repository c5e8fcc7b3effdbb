type TypedArray = Uint8Array | Uint32Array | BigUint64Array;

/** By their names, for a class does not know the arrays of other realms. */
interface Kinds {
  readonly Uint8Array: Uint8Array;
  readonly Uint32Array: Uint32Array;
  readonly BigUint64Array: BigUint64Array;
}

/** Whether a value is a typed array of that kind, of this realm or another (a frame, a test runner), and shows what it did. */
export function isTypedArray<Kind extends keyof Kinds>(kind: Kind, value: unknown): value is Kinds[Kind] {
  return (value as TypedArray | null)?.[Symbol.toStringTag] === kind && !isDetached(value as TypedArray);
}

/**
 * Whether what a view showed is gone: its buffer was transferred, to a worker perhaps, or made shorter. It looks like an empty
 * one.
 */
export function isDetached(view: ArrayBufferView & { readonly length?: unknown }): boolean {
  try {
    // There is no iterator of what is gone.
    return view.length === 0 && !(view as TypedArray).values();
  } catch {
    return true;
  }
}
