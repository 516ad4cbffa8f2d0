// The cost of a change from the request to the recorded delivery, including everything that follows it; measured in the same
// run as a drained delivery, so that the figure is meaningful on any machine.
import { setTimeout as delay } from 'node:timers/promises';
import { bulkLoad } from './bulk-load.ts';
import { cpuMilliseconds, familyCpuMilliseconds, inThisProcess, measureCpu, toldCpu } from './cpu.ts';
import { openDrain } from './deliveries-drain.ts';
import { addEndpoints, hostsOf, openScene, type Scene, type SceneDatabase } from './deliveries-scene.ts';
import { type LoadRequest, median, percentiles, scaled, together, withCaller } from './load.ts';
import { create, pick, update } from './requests.ts';
import type { BenchProcess } from './servers.ts';

const CALLERS = 32;
const PARTNERS = 20;
const CUSTOMERS = 10_000;
/** Enough that callers rarely change the same one at once. */
const ACTIVE = scaled(2_000);
const ROUNDS = 3;
const CHANGES = scaled(3_000);
const KINDS = ['update', 'create'] as const;
/** The cost of a message in svix-server, in our drained deliveries, measured within one hour on one machine. */
const GOAL = 6.5;

interface Round {
  /** Until the last delivery is recorded and the last package is examined. */
  perSecond: number;
  /** From the response to the receiver, in milliseconds. */
  latencies: number[];
  /** Milliseconds per change. */
  cpu: Spent;
}

export async function benchEndToEnd(): Promise<void> {
  const scene = await openScene();
  try {
    const drain = await openDrain(scene);
    const market = await openMarket(scene, { partners: PARTNERS, customers: CUSTOMERS, active: ACTIVE });
    console.log(`${CHANGES} changes by ${CALLERS} callers for ${PARTNERS} partners, ${ROUNDS} rounds each`);
    for (const kind of KINDS) await change(scene, market, kind, Math.ceil(CHANGES / 2));
    const rounds: Record<(typeof KINDS)[number], Round[]> = { update: [], create: [] };
    const drained: number[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      for (const kind of KINDS) {
        const measured = await change(scene, market, kind, CHANGES);
        rounds[kind].push(measured);
        report(`round ${round}, ${kind}`, measured);
      }
      const { cpu } = await drain.again();
      drained.push(cpu.worker + cpu.postgres);
      console.log(`round ${round}, drained delivery: ${toldCpu(cpu)}`);
    }
    for (const kind of KINDS) {
      const cost = median(rounds[kind].map(({ cpu }) => ours(cpu)));
      const behind = median(rounds[kind].map(({ cpu }) => cpu.worker));
      const times = cost / median(drained);
      const goal = kind === 'update' ? ` (goal: at most ${GOAL})` : '';
      console.log(
        `${kind}: ${cost.toFixed(2)} ms of CPU (worker ${behind.toFixed(2)}), ${times.toFixed(1)} drained deliveries${goal}; ${median(rounds[kind].map(({ perSecond }) => perSecond)).toFixed(0)}/s`,
      );
    }
  } finally {
    await scene.stop();
  }
}

function report(title: string, { perSecond, latencies, cpu }: Round): void {
  const { p50, p95 } = percentiles(latencies);
  console.log(
    `${title}: ${perSecond.toFixed(0)}/s, to the receiver p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms; CPU in ms: ${toldCpu(cpu)}; ours ${ours(cpu).toFixed(2)}`,
  );
}

async function change({ receivers }: Scene, market: Market, kind: Kind, count: number): Promise<Round> {
  await market.renewTokens();
  await receivers.ask('begin');
  const spent = market.measure();
  /** When each request was answered, by its id. */
  const answeredAt = new Map<string, number>();
  const started = performance.now();
  await withCaller(market.api.url, CALLERS, undefined, (call) =>
    together(CALLERS, count, async () => {
      const { requestId } = await call(market.request(kind));
      answeredAt.set(requestId, performance.timeOrigin + performance.now());
    }),
  );
  await market.untilDone();
  const seconds = (performance.now() - started) / 1000;
  const cpu = spent(count);
  return { perSecond: count / seconds, latencies: await latenciesOf(receivers, market, answeredAt), cpu };
}

/** From the response of a request to the arrival of each of its events. */
async function latenciesOf(
  receivers: Scene['receivers'],
  { database }: Market,
  answeredAt: ReadonlyMap<string, number>,
): Promise<number[]> {
  // The last responses of the receivers may not have reached this process yet.
  await delay(200);
  const { ids, at } = await receivers.ask('take');
  const { rows } = await database.owner.query<{ event_id: string; request_id: string }>(
    `select event_id, body::json #>> '{correlation,requestId}' as request_id from events where event_id = any($1::uuid[])`,
    [ids],
  );
  const requestOf = new Map(rows.map(({ event_id, request_id }) => [event_id, request_id]));
  return ids.flatMap((id, index) => {
    const answered = answeredAt.get(requestOf.get(id) ?? '');
    return answered === undefined ? [] : [Math.max(0, (at[index] ?? 0) - answered)];
  });
}

// What the benchmark starts: partners with customers and a receiver each, an API process and a worker with
// every role that follows a change.

const ROLES = 'webhooks,reviews,screening';

type Kind = 'create' | 'update';

interface Market {
  database: SceneDatabase;
  api: BenchProcess;
  worker: BenchProcess;
  /** Renews every partner's token, which lasts five minutes. */
  renewTokens(): Promise<void>;
  /** A request of some partner. */
  request(kind: Kind): LoadRequest;
  /** Starts to measure the milliseconds of CPU. */
  measure(): (per: number) => Spent;
  /** Until every event is delivered and every package is examined. */
  untilDone(): Promise<void>;
}

type Spent = Record<'api' | 'worker' | 'postgres' | 'receivers' | 'load', number>;

/** What the service itself costs, without its callers and receivers. */
const ours = ({ api, worker, postgres }: Spent) => api + worker + postgres;

interface MarketSize {
  partners: number;
  /** Loaded by plain SQL, for a realistic size. */
  customers: number;
  /** Created by the API and examined by the worker: they can be changed. */
  active: number;
}

interface Partner {
  partnerId: string;
  clientId: string;
  token: string;
  active: string[];
}

const CREATORS = 16;

async function openMarket(scene: Scene, size: MarketSize): Promise<Market> {
  const { servers, receivers } = scene;
  const database = await scene.makeDatabase('market');
  const partners = await loadPartners(database, servers.partnerId, size);
  const api = await servers.startApi(database);
  const worker = await scene.startWorker(database, { WORKER_ROLES: ROLES, SCREENING_PROVIDER: 'builtin' });
  const market: Market = {
    database,
    api,
    worker,
    async renewTokens() {
      for (const partner of partners) partner.token = await servers.token(partner);
    },
    request: (kind) => requestOf(pick(partners), kind),
    measure: () =>
      measureCpu({
        api: () => cpuMilliseconds(api.pid),
        worker: () => cpuMilliseconds(worker.pid),
        postgres: () => familyCpuMilliseconds(servers.postgresPid),
        receivers: () => cpuMilliseconds(receivers.pid),
        load: inThisProcess,
      }),
    async untilDone() {
      while (await isAnythingOpen(database)) await delay(100);
    },
  };

  await market.renewTokens();
  await createActive(api, partners, size.active);
  await market.untilDone();
  return market;
}

/** Partners with customers and a receiver each. */
async function loadPartners(database: SceneDatabase, partnerId: string, size: MarketSize): Promise<Partner[]> {
  // All of them belong to the other partners.
  const own = [0, 1] as const;
  await bulkLoad(database, partnerId, size.customers, {
    otherPartners: size.partners,
    own,
    waiting: true,
    searchable: true,
  });
  const { rows: partners } = await database.owner.query<Partner>(
    `select p.partner_id as "partnerId", p.client_id as "clientId", '' as token, '{}'::text[] as active
     from partners p where exists (select from customers c where c.partner_id = p.partner_id)`,
  );
  await addEndpoints(
    database,
    partners.map(({ partnerId }) => partnerId),
    hostsOf('h', partners.length),
  );
  return partners;
}

async function createActive(api: BenchProcess, partners: readonly Partner[], count: number): Promise<void> {
  await withCaller(api.url, CREATORS, undefined, (call) =>
    together(CREATORS, count, async (number) => {
      const partner = partners[number % partners.length];
      if (partner === undefined) throw new Error('There is no partner');
      partner.active.push(JSON.parse((await call(requestOf(partner, 'create'))).text).value.customerId);
    }),
  );
}

function requestOf({ token, active }: Partner, kind: Kind): LoadRequest {
  return {
    ...(kind === 'create' ? create() : update(pick(active))),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  };
}

async function isAnythingOpen({ owner }: SceneDatabase): Promise<boolean> {
  const { rows } = await owner.query(
    `select exists (select from event_outbox) or exists (select from webhook_deliveries where status = 'Pending')
       or exists (select from reviews where flags_due_at <= now() + interval '5 minutes')
       or exists (select from reviews where screening_due_at is not null) as any`,
  );
  return rows[0].any;
}
