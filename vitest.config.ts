import { defineConfig } from 'vitest/config';

const ALL = ['test/**/*.test.ts'];
/** What starts servers, clusters or threads, drives pages, fills disks or memory, or kills processes: one after the other. */
const ALONE = [
  'test/{store,service,engines}/**/*.test.ts',
  'test/{browser,browser-storage,faults,memory,page,pipeline,report-page,resume}.test.ts',
  'test/{sharded-index,workers}.test.ts',
];

export default defineConfig({
  test: {
    testTimeout: 120_000,
    globalSetup: 'test/temporary.ts',
    // The totals that .ci/run reads.
    reporters: ['default', ['json', { outputFile: 'build/test-results.json' }]],
    projects: [
      {
        extends: true,
        test: { name: 'together', include: ALL, exclude: ALONE, maxWorkers: 2, sequence: { groupOrder: 0 } },
      },
      { extends: true, test: { name: 'alone', include: ALONE, maxWorkers: 1, sequence: { groupOrder: 1 } } },
    ],
  },
});
