// The three builds of the core, each as the package would run it; suites run against all of them.
import { readFileSync } from 'node:fs';
import { instantiateSync } from '@assemblyscript/loader';
import { type Core, openCore } from '../../src/wasm/core.ts';
import type { Kernel } from '../../src/wasm/kernel.ts';

const read = (file: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(new URL(`../../build/${file}`, import.meta.url)));

/** The loader turns an abort of the debug build into an error with its message, file and line. */
const open = (file: string): Core => openCore(instantiateSync(read(file), {}).exports as unknown as Kernel);

export const builds: readonly { name: string; open: () => Core }[] = [
  { name: 'release', open: () => open('core.wasm') },
  { name: 'scalar', open: () => open('core-scalar.wasm') },
  { name: 'debug', open: () => open('core-debug.wasm') },
];
