import { configDefaults, defineConfig, type TestUserConfig } from 'vitest/config';
import { unhandledErrorsOf } from './scripts/tests/results.ts';
import { type Ring, SYSTEM_TESTS, TESTS, WORKERS } from './scripts/tests/rings.ts';
import { PATIENCE_MS } from './tests/harness/patience.ts';
import { SlowestFirst } from './tests/harness/slowest-first.ts';
import { unhandledErrorsTo } from './tests/harness/unhandled-errors.ts';
import { tagOf } from './tests/specification/statement.ts';
import { AREAS } from './tests/specification/statements.ts';

const report = process.env.TEST_REPORT ?? '.test/results.json';

/** Each ring has its own PostgreSQL, so the setup belongs to the ring and not to the whole. */
const ring = (name: Ring, files: Pick<TestUserConfig, 'include' | 'exclude'>) => ({
  extends: true as const,
  test: { name, globalSetup: ['tests/harness/global-setup.ts'], ...files },
});

export default defineConfig({
  test: {
    projects: [
      ring('gate', { include: [TESTS], exclude: [...configDefaults.exclude, SYSTEM_TESTS] }),
      ring('system', { include: [SYSTEM_TESTS] }),
    ],
    // A test with a tag that is not listed here fails.
    tags: AREAS.flatMap(({ statements }) => statements.map((one) => ({ name: tagOf(one), description: one.says }))),
    setupFiles: ['tests/harness/each-file.ts'],
    pool: 'forks',
    maxWorkers: WORKERS,
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
    reporters: ['default', ['json', { outputFile: report }], unhandledErrorsTo(unhandledErrorsOf(report))],
  },
});
