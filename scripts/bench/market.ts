// What the benchmarks of the whole service start: partners with customers and a receiver each, an API process and a worker with
// every role that follows a change.
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { benchBody } from './bodies.ts';
import { bulkLoad } from './bulk-load.ts';
import { cpuMilliseconds, familyCpuMilliseconds } from './cpu.ts';
import { addEndpoints, type BenchWorker, hostsOf, type Scene, type SceneDatabase } from './deliveries-scene.ts';
import type { LoadRequest } from './load.ts';
import type { BenchProcess } from './servers.ts';

const PROFILES = '/api/partner/v1/business-profiles';
const CATEGORIES = ['CertificateOfIncorporation', 'ShareholderRegister', 'BankStatement', 'TaxCertificate'];
const ROLES = 'webhooks,reviews,screening';

export type Kind = 'create' | 'update' | 'link' | 'read';

export interface Market {
  database: SceneDatabase;
  api: BenchProcess;
  worker: BenchWorker;
  /** Renews every partner's token, which lasts five minutes. */
  renewTokens(): Promise<void>;
  /** A request of some partner, for one of its customers. */
  request(kind: Kind): LoadRequest;
  /** CPU time so far in milliseconds. */
  spent(): Spent;
  /** Until every event is delivered and every package is examined. */
  untilDone(): Promise<void>;
}

export type Spent = Record<'api' | 'worker' | 'postgres' | 'receivers' | 'load', number>;

export function spentSince(before: Spent, after: Spent, per: number): Spent {
  const parts = Object.entries(after).map(([name, spent]) => [name, (spent - before[name as keyof Spent]) / per]);
  return Object.fromEntries(parts);
}

/** What the service itself costs, without its callers and receivers. */
export const ours = ({ api, worker, postgres }: Spent) => api + worker + postgres;

export interface MarketSize {
  partners: number;
  /** Loaded by plain SQL: they can be read and get documents. */
  customers: number;
  /** Created by the API and examined by the worker: they can be changed as well. */
  active: number;
}

interface Partner {
  partnerId: string;
  clientId: string;
  token: string;
  customers: string[];
  active: string[];
}

const CALLERS = 16;

export async function openMarket(scene: Scene, size: MarketSize): Promise<Market> {
  const { servers, receivers } = scene;
  const database = await scene.makeDatabase('market');
  // All of them belong to the other partners.
  const own = [0, 1] as const;
  await bulkLoad(database, servers.partnerId, size.customers, {
    otherPartners: size.partners,
    own,
    waiting: true,
    searchable: true,
  });
  const { rows: partners } = await database.owner.query<Partner>(
    `select p.partner_id as "partnerId", p.client_id as "clientId", '' as token, array_agg(c.customer_id) as customers,
       '{}'::text[] as active
     from partners p join customers c using (partner_id) group by 1, 2`,
  );
  await addEndpoints(
    database,
    partners.map(({ partnerId }) => partnerId),
    hostsOf('h', partners.length),
  );
  const api = await servers.startApi(database);
  const worker = await scene.startWorker(database, { WORKER_ROLES: ROLES, SCREENING_PROVIDER: 'builtin' });
  const pick = <T>(list: readonly T[]): T => {
    const one = list[Math.floor(Math.random() * list.length)];
    if (one === undefined) throw new Error('There is none to pick');
    return one;
  };
  const made: Record<Kind, (customerId: string) => LoadRequest> = {
    create: () => ({ method: 'POST', path: PROFILES, body: JSON.stringify(benchBody(crypto.randomUUID())) }),
    update: (customerId) => ({
      method: 'PATCH',
      path: `${PROFILES}/${customerId}`,
      body: JSON.stringify({ email: `${crypto.randomUUID()}@company.example` }),
    }),
    link: (customerId) => ({
      method: 'POST',
      path: `${PROFILES}/${customerId}/documents/upload-link`,
      body: JSON.stringify({ documentCategory: pick(CATEGORIES), contentType: 'application/pdf' }),
    }),
    read: (customerId) => ({ method: 'GET', path: `${PROFILES}/${customerId}` }),
  };

  const requestOf = ({ token, customers, active }: Partner, kind: Kind): LoadRequest => ({
    ...made[kind](kind === 'update' ? pick(active) : pick(customers)),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });
  const market: Market = {
    database,
    api,
    worker,
    async renewTokens() {
      for (const partner of partners) partner.token = await servers.token(partner);
    },
    request: (kind) => requestOf(pick(partners), kind),
    spent: () => ({
      api: cpuMilliseconds(api.pid),
      worker: cpuMilliseconds(worker.pid),
      postgres: familyCpuMilliseconds(servers.postgresPid),
      receivers: cpuMilliseconds(receivers.pid),
      load: cpuMilliseconds(process.pid),
    }),
    async untilDone() {
      while (await isAnythingOpen(database)) await delay(100);
    },
  };

  /** A number of them at once, for each partner in turn. */
  async function createActive(): Promise<void> {
    const pool = new Pool(api.url, { connections: CALLERS, pipelining: 1 });
    let begun = 0;
    const create = async () => {
      for (let at = begun++; at < size.active; at = begun++) {
        const partner = partners[at % partners.length];
        if (partner === undefined) throw new Error('There is no partner');
        const { method, path, headers, body } = requestOf(partner, 'create');
        const answer = await pool.request({ method, path, headers: headers ?? {}, body: body ?? null });
        const { value } = (await answer.body.json()) as { value: { customerId: string } };
        partner.active.push(value.customerId);
      }
    };
    await Promise.all(Array.from({ length: CALLERS }, create));
    await pool.close();
  }
  await market.renewTokens();
  await createActive();
  await market.untilDone();
  return market;
}

async function isAnythingOpen({ owner }: SceneDatabase): Promise<boolean> {
  const { rows } = await owner.query(
    `select exists (select from event_outbox) or exists (select from webhook_deliveries where status = 'Pending')
       or exists (select from reviews where flags_due_at <= now() + interval '5 minutes')
       or exists (select from reviews where screening_due_at is not null) as any`,
  );
  return rows[0].any;
}
