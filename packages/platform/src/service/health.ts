import type { FastifyInstance } from 'fastify';
import type { Clock } from '../ids/index.ts';
import { type Db, failureCode, statement } from '../postgres/index.ts';

// Writes, and looks whom it writes as: a role that owns the tables or is above them would walk through the walls between
// partners, so a process that was given such a role by mistake never gets ready. The row is this process's own: one that
// freezes over its row keeps no other from being ready.
const PROBE = statement<{ bound: boolean }>(
  'process_probe',
  `with probe as (
     insert into process_probes (service, process_id, probed_at) values ($2, $3, $1)
     on conflict (service, process_id) do update set probed_at = excluded.probed_at
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

/** What keeps a process from being ready: words for whoever asks, a code for the log, and what it is about. */
export interface Hindrance {
  status: string;
  code: string;
  about?: readonly string[];
}

/** Alive: the process answers. Ready: it can also commit a write, which a database that only reads could not. */
export function serveHealth(
  app: FastifyInstance,
  service: string,
  db: Db,
  clock: Clock,
  /** What else could keep it from being ready; must neither wait nor fail. */
  alsoHindering: () => Hindrance | undefined = () => undefined,
): Health {
  const processId = crypto.randomUUID();
  let draining = false;
  let probedAt = 0;
  let probe: Promise<Hindrance | undefined> | undefined;
  let told: string | undefined;

  function databaseHindrance(): Promise<Hindrance | undefined> {
    if (probe === undefined || performance.now() - probedAt > GOOD_FOR_MS) {
      probedAt = performance.now();
      const written = db.transaction((tx) => tx.rows(PROBE, [clock.now(), service, processId]), { repeatable: true });
      probe = withDeadline(written).then(
        ([row]) => (row?.bound === true ? undefined : UNBOUND),
        (error) => ({ status: 'database away', code: codeOf(error) }),
      );
    }
    return probe;
  }

  /** Once for each change, however often it is asked for. */
  function tell(hindrance: Hindrance | undefined): void {
    const news = hindrance === undefined ? 'ready' : `${hindrance.status} ${hindrance.code} ${hindrance.about ?? ''}`;
    if (news === told) return;
    told = news;
    if (hindrance === undefined) app.log.info('ready');
    else app.log.warn(hindrance, 'not ready');
  }

  // While draining, every answer ends its connection: none is left in use when the server closes, so none is cut.
  app.addHook('onRequest', async (_request, reply) => {
    if (draining) reply.header('connection', 'close');
  });
  app.get('/health/live', async () => ({ status: 'alive' }));
  app.get('/health/ready', async (_request, reply) => {
    if (draining) return reply.status(503).send({ status: 'draining' });
    const hindrance = (await databaseHindrance()) ?? alsoHindering();
    tell(hindrance);
    return reply.status(hindrance === undefined ? 200 : 503).send({ status: hindrance?.status ?? 'ready' });
  });
  return {
    drain() {
      draining = true;
    },
  };
}

const UNBOUND: Hindrance = {
  status: 'the database role is not bound by row-level security',
  code: 'RoleUnbound',
};

/** The innermost code says most: what we throw ourselves only says that the database is away. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'Unknown';
  return failureCode(error) ?? (error.cause === undefined ? error.name : codeOf(error.cause));
}

function withDeadline<T>(work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    const error = Object.assign(new Error('late'), { code: 'Late' });
    setTimeout(() => reject(error), DEADLINE_MS).unref();
  });
  return Promise.race([work, late]);
}
