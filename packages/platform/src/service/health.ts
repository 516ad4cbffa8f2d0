import type { FastifyInstance } from 'fastify';
import type { Clock } from '../ids/index.ts';
import { type Db, statement } from '../postgres/index.ts';

// Writes, and looks whom it writes as: a role that owns the tables or is above them would walk through the walls between
// partners, so a process that was given such a role by mistake never gets ready.
const PROBE = statement<{ bound: boolean }>(
  'health_probe',
  `with probe as (
     insert into health_probes (service, probed_at) values ($2, $1)
     on conflict (service) do update set probed_at = excluded.probed_at
   )
   select not (r.rolsuper or r.rolbypassrls or exists (select from pg_class c where c.oid = 'customers'::regclass and c.relowner = r.oid)) as bound
   from pg_roles r where r.rolname = current_user`,
);
const DEADLINE_MS = 2_500;
/** However often balancers ask, the database is asked at most once in this time. */
const GOOD_FOR_MS = 1_000;

export interface Health {
  /** From now on not ready: the process is about to stop. */
  drain(): void;
}

/** Alive: the process answers. Ready: it can also commit a write, which a database that only reads could not. */
export function serveHealth(app: FastifyInstance, service: string, db: Db, clock: Clock): Health {
  let draining = false;
  let probedAt = 0;
  let probe: Promise<string> | undefined;

  function currentStatus(): Promise<string> {
    if (probe === undefined || performance.now() - probedAt > GOOD_FOR_MS) {
      probedAt = performance.now();
      probe = withDeadline(db.transaction((tx) => tx.rows(PROBE, [clock.now(), service]), { repeatable: true })).then(
        ([row]) => (row?.bound === true ? 'ready' : 'the database role is not bound by row-level security'),
        () => 'database away',
      );
    }
    return probe;
  }

  // While draining, every answer ends its connection: none is left in use when the server closes, so none is cut.
  app.addHook('onRequest', async (_request, reply) => {
    if (draining) reply.header('connection', 'close');
  });
  app.get('/health/live', async () => ({ status: 'alive' }));
  app.get('/health/ready', async (_request, reply) => {
    const status = draining ? 'draining' : await currentStatus();
    return reply.status(status === 'ready' ? 200 : 503).send({ status });
  });
  return {
    drain() {
      draining = true;
    },
  };
}

function withDeadline<T>(work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('late')), DEADLINE_MS).unref();
  });
  return Promise.race([work, late]);
}
