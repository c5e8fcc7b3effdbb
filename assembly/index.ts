// All cores in one module, with one memory.
export * from './comparison-core';
export * from './fingerprint-core';
export * from './index-core';
