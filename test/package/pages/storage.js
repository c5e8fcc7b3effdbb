// What a page offers to the tests of the storage: numbers go in and out, indexes stay here.

import * as storage from '/node_modules/hammingbird/dist/browser/index.js';
import { HammingIndex } from '/node_modules/hammingbird/dist/index.js';

/** An index of `size` fingerprints that depend on `seed`. */
function indexOf(size, seed) {
  const fingerprints = new BigUint64Array(size);
  for (let i = 0; i < size; i++)
    fingerprints[i] = BigInt.asUintN(64, BigInt(i + 1) * 0x9e3779b97f4a7c15n * BigInt(seed));
  const index = new HammingIndex({ maxDistance: 3 });
  index.addAll(fingerprints);
  return index;
}

/** What `run` throws, as a line, or what it gives. */
async function outcome(run) {
  try {
    return await run();
  } catch (error) {
    return `${error}`;
  }
}

globalThis.storage = {
  save: (name, size, seed) => outcome(async () => void (await storage.saveIndex(indexOf(size, seed), name))),
  /** How many fingerprints were saved, and whether they are those of the seed; undefined without any. */
  load: (name, seed) =>
    outcome(async () => {
      const chunks = await storage.savedChunks(name);
      if (!chunks) return undefined;
      const index = await HammingIndex.fromChunks(chunks);
      const expected = indexOf(index.size, seed);
      const [a, b] = [index, expected].map((one) => one.entries().fingerprints.sort().join());
      return { size: index.size, same: a === b };
    }),
  /** Saves an index that is changed after its first chunk. */
  saveChanging: (name, size) =>
    outcome(() => {
      const index = indexOf(size, 5);
      const snapshot = function* () {
        for (const chunk of index.snapshot()) {
          yield chunk;
          index.add(1n, 4_000_000_000);
        }
      };
      return storage.saveIndex({ snapshot }, name);
    }),
  /** Saves an index that is changed before its first chunk is asked for. */
  saveChangingAtOnce: (name, size) =>
    outcome(async () => {
      const index = indexOf(size, 5);
      const saving = storage.saveIndex(index, name);
      index.add(1n, 4_000_000_000);
      await saving;
    }),
  saveFailing: (name) =>
    outcome(() => {
      const snapshot = function* () {
        yield new Uint8Array(100_000);
        throw new RangeError('no more');
      };
      return storage.saveIndex({ snapshot }, name);
    }),
  /** Saves without end, until the page goes. */
  saveForever(name) {
    const snapshot = function* () {
      for (;;) {
        globalThis.chunks = (globalThis.chunks ?? 0) + 1;
        yield new Uint8Array(256 * 1024);
      }
    };
    void storage.saveIndex({ snapshot }, name);
  },
  saveTwiceAtOnce: (name, size) =>
    outcome(async () => {
      await Promise.all([1, 2].map((seed) => storage.saveIndex(indexOf(size, seed), name)));
    }),
  /** Changes a byte of the file itself. */
  async damage(name) {
    const root = await navigator.storage.getDirectory();
    const handle = await (await root.getDirectoryHandle('hammingbird')).getFileHandle(
      `${encodeURIComponent(name)}.index`,
    );
    const bytes = new Uint8Array(await (await handle.getFile()).arrayBuffer());
    bytes[bytes.length >> 1] ^= 1;
    const writable = await handle.createWritable();
    await writable.write(bytes);
    await writable.close();
  },
  /** Makes a file as something else might, beside those of indexes. */
  async makeOther(fileName) {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('hammingbird', { create: true });
    const writable = await (await folder.getFileHandle(fileName, { create: true })).createWritable();
    await writable.write(new Uint8Array(1));
    await writable.close();
  },
  /** Begins to read; `readOn` reads the rest, and gives its bytes. */
  begin: (name) =>
    outcome(async () => {
      globalThis.begun = (await storage.savedChunks(name))[Symbol.asyncIterator]();
      await globalThis.begun.next();
    }),
  readOn: () =>
    outcome(async () => {
      for (let bytes = 0; ; ) {
        const { done, value } = await globalThis.begun.next();
        if (done) return bytes;
        bytes += value.length;
      }
    }),
  remove: (name) => outcome(() => storage.removeIndex(name)),
  names: () => outcome(() => storage.savedNames()),
};
