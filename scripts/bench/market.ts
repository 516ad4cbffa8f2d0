// What a benchmark of changes starts: partners with customers and a receiver each, an API process and a worker with every role
// that follows a change.
import { setTimeout as delay } from 'node:timers/promises';
import { bulkLoad } from './bulk-load.ts';
import { cpuMilliseconds, familyCpuMilliseconds, inThisProcess, measureCpu } from './cpu.ts';
import { addEndpoints, hostsOf, type Scene, type SceneDatabase } from './deliveries-scene.ts';
import { type LoadRequest, together, withCaller } from './load.ts';
import { create, pick, update } from './requests.ts';
import type { BenchProcess } from './servers.ts';

const ROLES = 'webhooks,reviews,screening';

export type Kind = 'create' | 'update';

export interface Market {
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

export type Spent = Record<'api' | 'worker' | 'postgres' | 'receivers' | 'load', number>;

/** What the service itself costs, without its callers and receivers. */
export const ours = ({ api, worker, postgres }: Spent) => api + worker + postgres;

export interface MarketSize {
  partners: number;
  /** Loaded by plain SQL, for a realistic size. */
  customers: number;
  /** Created by the API and examined by the worker: they can be changed. */
  active: number;
}

export interface Partner {
  partnerId: string;
  clientId: string;
  token: string;
  active: string[];
}

const CREATORS = 16;

export async function openMarket(scene: Scene, size: MarketSize): Promise<Market> {
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
export async function loadPartners(database: SceneDatabase, partnerId: string, size: MarketSize): Promise<Partner[]> {
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
      const partner = partnerAt(partners, number);
      partner.active.push(JSON.parse((await call(requestOf(partner, 'create'))).text).value.customerId);
    }),
  );
}

/** One after the other. */
export function partnerAt(partners: readonly Partner[], number: number): Partner {
  const partner = partners[number % partners.length];
  if (partner === undefined) throw new Error('There is no partner');
  return partner;
}

export function requestOf({ token, active }: Partner, kind: Kind): LoadRequest {
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
