// The tests that StrykerJS runs.
import { defineConfig } from 'vitest/config';
import { PATIENCE_MS } from '../../tests/harness/patience.ts';

export default defineConfig({
  test: {
    include: JSON.parse(process.env.MUTATION_TESTS ?? '[]'),
    // Faults in module-level code take effect only when the module is loaded again.
    isolate: true,
    testTimeout: 3 * PATIENCE_MS,
    hookTimeout: 3 * PATIENCE_MS,
    expect: { requireAssertions: true, poll: { timeout: PATIENCE_MS } },
  },
});
