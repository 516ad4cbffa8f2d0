// The tests that StrykerJS runs.
import { defineConfig } from 'vitest/config';
import { readScope } from './scope.ts';

export default defineConfig({
  test: {
    include: readScope().tests,
    // Faults in module-level code take effect only when the module is loaded again.
    isolate: true,
    expect: { requireAssertions: true },
  },
});
