import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{apps,packages,database,scripts,tests}/**/*.test.ts'],
    globalSetup: ['tests/harness/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A test that asserts nothing proves nothing.
    expect: { requireAssertions: true },
    reporters: ['default', ['json', { outputFile: '.test/results.json' }]],
  },
});
