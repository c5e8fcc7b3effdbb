import { defineConfig } from 'vitest/config';

const ALL = ['test/**/*.test.ts'];
/** What starts servers, clusters or threads, drives pages, fills disks or memory, or kills processes: one after the other. */
const ALONE = [
  'test/{store,service,engines,workers}/**/*.test.ts',
  'test/cli/{faults,pipeline,resume}.test.ts',
  'test/package/{browser,browser-storage}.test.ts',
  'test/{wasm/memory,web/page,report/report-page}.test.ts',
];

export default defineConfig({
  test: {
    testTimeout: 120_000,
    globalSetup: 'test/support/temporary.ts',
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
