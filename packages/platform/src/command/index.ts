// Shared by operators' commands: a connection for the duration of the command.
import { createMetrics } from '../metrics/index.ts';
import { type Db, databaseMetrics, openDatabase, TRANSACTION_LIMITS } from '../postgres/index.ts';

export async function withDatabase<T>(name: string, url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDatabase({
    url,
    applicationName: `onboarding-${name}`,
    poolSize: 1,
    metrics: databaseMetrics(createMetrics(name)),
    onIdleError: () => {},
    // No request is waiting, so a busy server gets more time.
    connectsWithinMs: 15_000,
    // JIT compilation of a statement that runs once takes longer than running it. The owner has no limits of its own,
    // because migrations need none.
    serverSettings: { jit: 'off', ...TRANSACTION_LIMITS },
  });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
