// What a page offers to the code that is run on it.
import { conformTo } from './browser.js';

globalThis.conformTo = conformTo;

globalThis.conformInWorker = (entry) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(`/browser-worker.js?${entry}`, { type: 'module' });
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
  });

/** The error of the entry with WebAssembly, and whether it has the class that the entry exports. */
globalThis.firstUse = async () => {
  const library = await import('/node_modules/hammingbird/dist/index.js');
  try {
    return `the fingerprint ${library.simhash('a text')}`;
  } catch (error) {
    return `${error} ${error instanceof library.CoreError}`;
  }
};
