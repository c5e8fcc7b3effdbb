/**
 * Tells how large the memories of the cores are, which nothing else does alike in all engines: it sees each WebAssembly instance
 * that is made from now on, and in the build without WebAssembly each buffer.
 */
export function watchMemory() {
  const memories = [];
  let largest = 0;
  const restoreInstance = watchConstructor(globalThis.WebAssembly, 'Instance', ({ exports }) => {
    // What reads the bytes of a core has none of its own.
    if (exports.memory) memories.push(exports.memory);
  });
  const restoreBuffer = watchConstructor(globalThis, 'ArrayBuffer', ({ byteLength }) => {
    largest = Math.max(largest, byteLength);
  });
  return {
    /** Bytes; 0 before the first use. */
    get bytes() {
      return memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0) || largest;
    },
    stop() {
      restoreInstance();
      restoreBuffer();
    },
  };
}

function watchConstructor(holder, name, see) {
  const original = holder?.[name];
  if (!original) return () => undefined;
  holder[name] = new Proxy(original, {
    construct(target, args) {
      const made = new target(...args);
      see(made);
      return made;
    },
  });
  return () => {
    holder[name] = original;
  };
}
