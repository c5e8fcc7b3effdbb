export * from '../src/dedupe/calibrate/random.ts';
