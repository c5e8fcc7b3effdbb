import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // A file of tests has ports, folders and servers of its own, and half of them wait for a disk or a server most of the time.
    maxWorkers: 2,
    testTimeout: 120_000,
    // A cluster of Redis takes 6 s to come together on a machine that has nothing else to do.
    hookTimeout: 120_000,
    globalSetup: 'test/support/temporary.ts',
    setupFiles: 'test/support/arbitrary-sizes.ts',
    // The totals that .ci/run reads.
    reporters: ['default', ['json', { outputFile: 'build/test-results.json' }]],
  },
});
