import { PgBoss } from 'pg-boss';

const DEAD_LETTERS = 'dead-letters';

/** Puts jobs that failed for the last time back into the queues they came from; answers how many. */
export async function retryDeadLetters(url: string): Promise<number> {
  const boss = new PgBoss({
    connectionString: url,
    max: 1,
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
  }
}
