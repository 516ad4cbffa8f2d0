import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{apps,packages,database,scripts,tests}/**/*.test.ts'],
    globalSetup: ['tests/harness/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 3,
    // For machines that are busy with other things as well; what must be quick is held against something else in its own test.
    testTimeout: 180_000,
    hookTimeout: 240_000,
    // A test that asserts nothing proves nothing.
    expect: { requireAssertions: true },
    reporters: ['default', ['json', { outputFile: '.test/results.json' }]],
  },
});
