// Both cores in one module, with one memory.
export * from './fingerprint-core';
export * from './index-core';
