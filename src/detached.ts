/** Whether what a view showed is gone: its buffer was transferred, to a worker perhaps. It looks like an empty one. */
export function isDetached(view: ArrayBufferView & { readonly length?: unknown }): boolean {
  if (view.length !== 0) return false;
  try {
    new Uint8Array(view.buffer);
    return false;
  } catch {
    return true;
  }
}
