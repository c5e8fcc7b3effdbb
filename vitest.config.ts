import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 120_000,
    // The totals that .ci/run reads.
    reporters: ['default', ['json', { outputFile: 'build/test-results.json' }]],
  },
});
