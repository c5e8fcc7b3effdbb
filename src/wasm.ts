// The library with a core that the caller compiles: built with `wasm/source-module.ts` in place of `wasm/source.ts`.
export * from './index.ts';
export { useModule } from './wasm/source-module.ts';
