import type { Clock } from '@onboarding/platform/ids';
import { type Db, statement } from '@onboarding/platform/postgres';
import type { FastifyInstance } from 'fastify';

const PROBE = statement(
  'health_probe',
  `insert into health_probes (service, probed_at) values ('api', $1) on conflict (service) do update set probed_at = excluded.probed_at`,
);
const DEADLINE_MS = 2_500;
/** However often balancers ask, the database is asked at most once in this time. */
const GOOD_FOR_MS = 1_000;

export interface Health {
  /** From now on not ready: the process is about to stop. */
  drain(): void;
}

/** Alive: the process answers. Ready: it can also commit a write, which a database that only reads could not. */
export function serveHealth(app: FastifyInstance, db: Db, clock: Clock): Health {
  let draining = false;
  let probedAt = 0;
  let probe: Promise<boolean> | undefined;

  function canWrite(): Promise<boolean> {
    if (probe === undefined || performance.now() - probedAt > GOOD_FOR_MS) {
      probedAt = performance.now();
      const written = db.transaction((tx) => tx.rows(PROBE, [clock.now()]), { repeatable: true });
      const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('late')), DEADLINE_MS).unref());
      probe = Promise.race([written, late]).then(
        () => true,
        () => false,
      );
      written.catch(() => {});
    }
    return probe;
  }

  app.get('/health/live', async () => ({ status: 'alive' }));
  app.get('/health/ready', async (_request, reply) => {
    if (draining) return reply.status(503).send({ status: 'draining' });
    if (!(await canWrite())) return reply.status(503).send({ status: 'database away' });
    return { status: 'ready' };
  });
  return {
    drain() {
      draining = true;
    },
  };
}
