// What `start` bundles: the smallest application.
export { simhash } from '../../src/index.ts';
