/** Whether a kernel gave up: it does when its memory cannot grow. */
export function isTrap(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError;
}
