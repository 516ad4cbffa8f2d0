import { PgBoss } from 'pg-boss';
import { openConnectionPool } from '../postgres/index.ts';

const DEAD_LETTERS = 'dead-letters';

/** Puts jobs that failed for the last time back into the queues they came from; answers how many. */
export async function retryDeadLetters(url: string): Promise<number> {
  const { pool, close } = openConnectionPool({
    url,
    applicationName: 'onboarding-dead-letters',
    size: 1,
    onIdleError: () => {},
    settings: { query_timeout: 60_000 },
  });
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    migrate: false,
    createSchema: false,
    supervise: false,
    schedule: false,
  });
  boss.on('error', () => {});
  try {
    await boss.start();
    let moved = 0;
    for (;;) {
      const count = await boss.redrive(DEAD_LETTERS);
      moved += count;
      if (count === 0) return moved;
    }
  } finally {
    await boss.stop({ graceful: false });
    await close();
  }
}
