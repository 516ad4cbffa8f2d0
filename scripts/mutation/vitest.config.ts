// The tests that StrykerJS runs.
import { defineConfig } from 'vitest/config';
import { PATIENCE_MS } from '../../tests/harness/patience.ts';

export default defineConfig({
  test: {
    include: JSON.parse(process.env.MUTATION_TESTS ?? '[]'),
    // As in the gate. Each fault starts a new process, so faults in module-level code take effect too.
    isolate: false,
    // Which tests cover the specification does not matter here.
    strictTags: false,
    testTimeout: 3 * PATIENCE_MS,
    hookTimeout: 3 * PATIENCE_MS,
    expect: { requireAssertions: true, poll: { timeout: PATIENCE_MS } },
  },
});
