import type { FastifyInstance } from 'fastify';
import { BUILD } from '../build/index.ts';
import type { Clock } from '../ids/index.ts';
import { Gauge, type Registry } from '../metrics/index.ts';
import { type Db, failureCode, statement } from '../postgres/index.ts';

// Writes, and checks the role it writes as: a role that owns the tables or bypasses row-level security would break the
// isolation of partners, so a process with such a role is never ready. Each process has its own row, so a frozen one
// does not block the others.
const PROBE = statement<{ bound: boolean }, { now: Date; service: string; processId: string }>(
  'process_probe',
  `with probe as (
     insert into process_probes (service, process_id, probed_at) values (:service, :processId, :now)
     on conflict (service, process_id) do update set probed_at = excluded.probed_at
   )
   select not (r.rolsuper or r.rolbypassrls or exists (select from pg_class c where c.oid = 'customers'::regclass and c.relowner = r.oid)) as bound
   from pg_roles r where r.rolname = current_user`,
);
const END = statement<never, { now: Date; service: string; processId: string }>(
  'process_end',
  'update process_probes set ended_at = :now where service = :service and process_id = :processId',
);
const DEADLINE_MS = 2_500;
/** The database is probed at most once in this time, regardless of how often load balancers ask. */
const GOOD_FOR_MS = 1_000;
/**
 * How long a process accepts requests after it was last ready. Most outages of the database are shorter and affect every process, so
 * callers get our own 503 with Retry-After instead of whatever a balancer without targets answers. A process that is not ready for
 * longer may be the only one, and steps aside.
 */
const ACCEPTS_FOR_MS = 120_000;

export interface Health {
  /** Reports not ready from now on, because the process is about to stop. */
  drain(): void;
}

/** Why a process is not ready: text for the caller, a code for the log, and the subject. */
export interface Hindrance {
  status: string;
  code: string;
  about?: readonly string[];
}

export interface HealthParts {
  service: string;
  db: Db;
  clock: Clock;
  registry: Registry;
  /** Other reasons for not being ready; must not wait or fail. */
  alsoHindering?: () => Hindrance | undefined;
}

/**
 * Alive: the process responds. Ready: it can also commit a write, which fails with a read-only database. Accepting: it was ready
 * a short time ago and is not about to stop.
 */
export function serveHealth(app: FastifyInstance, parts: HealthParts): Health {
  const { registry, alsoHindering = () => undefined } = parts;
  const processId = crypto.randomUUID();
  const databaseHindrance = createDatabaseProbe(parts, processId);
  const tell = createTeller(app.log);
  let draining = false;
  let readyAt = Number.NEGATIVE_INFINITY;

  async function findHindrance(): Promise<Hindrance | undefined> {
    if (draining) return DRAINING;
    const hindrance = (await databaseHindrance()) ?? alsoHindering();
    tell(hindrance);
    if (hindrance === undefined) readyAt = performance.now();
    return hindrance;
  }
  async function findRefusal(): Promise<Hindrance | undefined> {
    const hindrance = await findHindrance();
    return !draining && performance.now() - readyAt < ACCEPTS_FOR_MS ? undefined : hindrance;
  }
  // Also checked at each scrape, because a worker has no load balancer.
  new Gauge({
    name: 'onboarding_service_ready',
    help: '1 while this process is ready, as reported by /health/ready, otherwise 0',
    registers: [registry],
    async collect() {
      this.set((await findHindrance()) === undefined ? 1 : 0);
    },
  });

  // While draining, every response closes its connection, so that no open connection is cut when the server closes.
  app.addHook('onRequest', async (_request, reply) => {
    if (draining) reply.header('connection', 'close');
  });
  app.get('/health/live', async () => ({ status: 'alive', ...BUILD }));
  const serve = (path: string, good: string, find: typeof findHindrance) =>
    app.get(path, async (_request, reply) => {
      const hindrance = await find();
      return reply.status(hindrance === undefined ? 200 : 503).send({ status: hindrance?.status ?? good });
    });
  serve('/health/ready', 'ready', findHindrance);
  serve('/health/accepting', 'accepting', findRefusal);
  return {
    drain() {
      draining = true;
      const { db, clock, service } = parts;
      db.transaction((tx) => tx.rows(END, { now: clock.now(), service, processId })).catch((error) => {
        app.log.warn({ code: codeOf(error) }, 'the end of this process was not recorded');
      });
    },
  };
}

function createDatabaseProbe(
  { service, db, clock }: HealthParts,
  processId: string,
): () => Promise<Hindrance | undefined> {
  let probedAt = 0;
  let probe: Promise<Hindrance | undefined> | undefined;
  return () => {
    if (probe === undefined || performance.now() - probedAt > GOOD_FOR_MS) {
      probedAt = performance.now();
      const written = db.transaction((tx) => tx.rows(PROBE, { now: clock.now(), service, processId }), {
        repeatable: true,
      });
      probe = withDeadline(written).then(
        ([row]) => (row?.bound === true ? undefined : UNBOUND),
        (error) => ({ status: 'database unavailable', code: codeOf(error) }),
      );
    }
    return probe;
  };
}

/** Logs each change once, regardless of how often it is called. */
function createTeller(log: FastifyInstance['log']): (hindrance: Hindrance | undefined) => void {
  let told: string | undefined;
  return (hindrance) => {
    const news = hindrance === undefined ? 'ready' : `${hindrance.status} ${hindrance.code} ${hindrance.about ?? ''}`;
    if (news === told) return;
    told = news;
    if (hindrance === undefined) log.info('ready');
    else log.warn(hindrance, 'not ready');
  };
}

const DRAINING: Hindrance = { status: 'draining', code: 'Draining' };
const UNBOUND: Hindrance = {
  status: 'the database role is not bound by row-level security',
  code: 'RoleUnbound',
};

/** The innermost code is the most specific: our own error only says that the database is unavailable. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'Unknown';
  return failureCode(error) ?? (error.cause === undefined ? error.name : codeOf(error.cause));
}

function withDeadline<T>(work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const error = Object.assign(new Error('late'), { code: 'Late' });
  const timer = setTimeout(() => reject(error), DEADLINE_MS);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
