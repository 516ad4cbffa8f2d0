// The tests' own connections to the database, for what they do beside the processes under test.
import { createMetrics } from '@onboarding/platform/metrics';
import { type Db, databaseMetrics, openDatabase } from '@onboarding/platform/postgres';

export function openTestDb(url: string, changes: Partial<Parameters<typeof openDatabase>[0]> = {}): Db {
  return openDatabase({
    url,
    applicationName: 'test',
    poolSize: 1,
    metrics: databaseMetrics(createMetrics('test')),
    onIdleError: () => {},
    // A machine that runs all tests at once can be slower than any that serves callers.
    connectsWithinMs: 20_000,
    ...changes,
  });
}
