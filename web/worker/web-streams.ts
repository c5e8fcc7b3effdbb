// What the parser of CSV imports from `node:stream/web` is global in browsers.
export const TransformStream = globalThis.TransformStream;
export const CountQueuingStrategy = globalThis.CountQueuingStrategy;
