// Other processes, which use the built package.
import { fileURLToPath } from 'node:url';

/** Where the package opens stores. */
export const STORE = fileURLToPath(new URL('../../dist/store/index.js', import.meta.url));

/** What Node is given to run a module that gets where the package is, and these. */
export const argumentsOf = (module: string, ...given: readonly string[]): string[] => [
  '--input-type=module',
  '-e',
  module,
  STORE,
  ...given,
];

/** The same for code that has `openStore` and `where`. */
export const argumentsOfCode = (code: string, where: string): string[] =>
  argumentsOf(`const { openStore } = await import(process.argv[1]); const where = process.argv[2]; ${code}`, where);
