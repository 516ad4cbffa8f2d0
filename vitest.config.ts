import { defineConfig } from 'vitest/config';
import { PATIENCE_MS } from './tests/harness/patience.ts';
import { SlowestFirst } from './tests/harness/slowest-first.ts';

export default defineConfig({
  test: {
    include: ['{apps,packages,database,scripts,tests}/**/*.test.ts'],
    globalSetup: ['tests/harness/global-setup.ts'],
    setupFiles: ['tests/harness/each-file.ts'],
    pool: 'forks',
    // For two cores: tests that use several processes wait much of the time.
    maxWorkers: 4,
    // Loading the modules anew for each file took more than half of the processor time. Each file has a database of its
    // own and starts what it needs, so files can share a process.
    isolate: false,
    sequence: { sequencer: SlowestFirst },
    testTimeout: 3 * PATIENCE_MS,
    hookTimeout: 3 * PATIENCE_MS,
    // A test that asserts nothing proves nothing.
    expect: { requireAssertions: true, poll: { timeout: PATIENCE_MS } },
    // So that a failure's one line says what was found.
    chaiConfig: { truncateThreshold: 1_000 },
    reporters: ['default', ['json', { outputFile: '.test/results.json' }]],
  },
});
