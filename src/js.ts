// The library without WebAssembly: built with `wasm/source-javascript.ts` in place of `wasm/source.ts`.
export * from './index.ts';
