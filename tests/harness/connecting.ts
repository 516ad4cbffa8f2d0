// The tests' own connections to the database, separate from those of the processes under test.
import { createMetrics } from '@onboarding/platform/metrics';
import { type Db, databaseMetrics, openDatabase } from '@onboarding/platform/postgres';
import { patient } from './patience.ts';

/** A machine that runs all tests at once can be slower than any in production. */
const LIMITS = {
  statement_timeout: String(patient(30_000)),
  lock_timeout: String(patient(25_000)),
  idle_in_transaction_session_timeout: String(patient(60_000)),
};

interface TestDbOptions extends Partial<Parameters<typeof openDatabase>[0]> {
  /** For tests of the limits that the roles have. */
  limitsOfRole?: boolean;
}

export function openTestDb(url: string, { limitsOfRole = false, ...changes }: TestDbOptions = {}): Db {
  return openDatabase({
    url,
    applicationName: 'test',
    poolSize: 1,
    metrics: databaseMetrics(createMetrics('test')),
    onIdleError: () => {},
    connectsWithinMs: patient(30_000),
    queriesWithinMs: patient(40_000),
    ...changes,
    serverSettings: { ...(limitsOfRole ? {} : LIMITS), ...changes.serverSettings },
  });
}
