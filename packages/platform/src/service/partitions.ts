import type { Logger } from '../logger/index.ts';
import { type Db, statement } from '../postgres/index.ts';

const MAKE_PARTITIONS = statement<{ made: number }>('partitions_make', 'select make_partitions() as made');
const EVERY_MS = 3_600_000;

/**
 * Creates the partitions of the coming days. They are created a week ahead and every process checks hourly, so this can
 * fail for many hours before a partition is missing.
 */
export function keepPartitionsAhead(db: Db, logger: Logger): { stop(): void } {
  async function make(): Promise<void> {
    try {
      const [row] = await db.transaction((tx) => tx.rows(MAKE_PARTITIONS, {}), { repeatable: true });
      if (row !== undefined && row.made > 0) logger.info({ made: row.made }, 'partitions created');
    } catch (error) {
      logger.error({ err: error }, 'partitions could not be created; retrying within the hour');
    }
  }
  void make();
  const timer = setInterval(make, EVERY_MS * (0.9 + Math.random() * 0.2));
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
