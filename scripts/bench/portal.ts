// Whether the portal is as fast for a partner with two million customers and a million deliveries as for one with ten thousand:
// how long each main page takes in a browser until its content is shown, and how long the server takes for its requests.
import type pg from 'pg';
import type { Browser } from 'playwright-core';
import { buildStaleSites } from '../build-sites.ts';
import { freePort } from '../free-port.ts';
import { bulkLoad, sampleCustomers } from './bulk-load.ts';
import { EVENT_BODY, idAt } from './deliveries-scene.ts';
import { median } from './load.ts';
import { measureOpening, PAGE_GOAL, type PageSubject, signIn, withBrowser } from './pages.ts';
import { asOwner, type BenchDatabase, type BenchServers, withServers } from './servers.ts';
import { inTurn, judged, type OfSizes, ofSizes, type Size } from './sizes.ts';

const LARGE = Number(process.env.BENCH_CUSTOMERS ?? 2_000_000);
const SIZES = {
  small: { customers: Math.min(10_000, LARGE / 10), deliveries: Math.min(10_000, LARGE / 20) },
  large: { customers: LARGE, deliveries: LARGE / 2 },
};
/** The other partners together have half as many customers as the measured partner. */
const LOAD = { otherPartners: 200, own: [2, 3], customersOnly: true, searchable: true } as const;
const REPEATS = 60;
const DELIVERIES_AT_ONCE = 50_000;
const SECRET = 'a secret for the portal, long enough by far';

export async function benchPortal(): Promise<void> {
  await buildStaleSites();
  await withServers(async (servers) => {
    const databases = await ofSizes((size) => load(servers, size));
    // Opened last: a session that is idle while the other database is loaded would expire.
    const subjects = await ofSizes((size) => openSubject(servers, databases[size]));
    await withBrowser(async (browser) => {
      for (const page of Object.keys(subjects.small.pages)) await measure(browser, subjects, page);
    });
  });
}

async function measure(browser: Browser, subjects: OfSizes<PageSubject>, page: string): Promise<void> {
  const reads = await measureOpening(browser, subjects, page);
  const durations = { small: [] as number[], large: [] as number[] };
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    for (const size of inTurn(repeat)) {
      const started = performance.now();
      for (const path of reads[size]) await read(subjects[size], path);
      // The first ones warm up.
      if (repeat >= REPEATS / 6) durations[size].push(performance.now() - started);
    }
  }
  const [small, large] = [median(durations.small), median(durations.large)];
  console.log(
    `${' '.repeat(13)}server part of ${reads.large.length} reads ${small.toFixed(1)} and ${large.toFixed(1)} ms, ${judged(large / small, PAGE_GOAL)}`,
  );
}

async function read({ site, cookie: { name, value } }: PageSubject, path: string): Promise<void> {
  const answer = await fetch(new URL(path, site), { headers: { cookie: `${name}=${value}` } });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
}

async function load(servers: BenchServers, size: Size): Promise<BenchDatabase> {
  const database = await servers.makeDatabase(size);
  const { customers, deliveries } = SIZES[size];
  await bulkLoad(database, servers.partnerId, (customers * 3) / 2, LOAD);
  await asOwner(database, (owner) => loadDeliveries(owner, servers.partnerId, deliveries));
  return database;
}

function openSubject(servers: BenchServers, database: BenchDatabase): Promise<PageSubject> {
  return asOwner(database, async (owner) => {
    const cookie = await signIn(owner, { realm: 'partner', role: 'admin', partnerId: servers.partnerId });
    const origin = await startPortal(servers, database);
    const [sample] = await sampleCustomers(database, servers.partnerId, 1);
    const { rows } = await owner.query('select delivery_id from webhook_deliveries where partner_id = $1 limit 1', [
      servers.partnerId,
    ]);
    return {
      site: `${origin}/portal`,
      cookie,
      cheapPage: '/you',
      pages: {
        home: '/',
        webhook: '/webhooks',
        deliveries: '/webhooks/deliveries',
        delivery: `/webhooks/deliveries/${rows[0].delivery_id}`,
        credentials: '/credentials',
        customers: '/customers',
        search: '/customers?q=company',
        customer: `/customers/${sample?.customer_id}`,
        timeline: `/customers/${sample?.customer_id}?tab=timeline`,
        team: '/team',
        activity: '/activity',
      },
    };
  });
}

async function startPortal(servers: BenchServers, database: BenchDatabase): Promise<string> {
  const port = String(await freePort());
  const origin = `http://127.0.0.1:${port}`;
  const environment = { PORT: port, PORTAL_URL: origin, PORTAL_CLIENT_SECRET: SECRET, RATE_LIMIT_SESSION: '1000000' };
  return (await servers.startApi(database, environment)).url;
}

/** Of the last 20 hours, one in fifty failed; with their attempts, and counted by hour as the worker does. */
async function loadDeliveries(owner: pg.Client, partnerId: string, count: number): Promise<void> {
  await owner.query('set synchronous_commit to off');
  await owner.query(
    `insert into webhook_endpoints (partner_id, url, secret, created_at, updated_at)
     values ($1, 'https://receiver.example/events', 'x', now() - interval '30 days', now()) on conflict do nothing`,
    [partnerId],
  );
  await owner.query(
    `insert into webhook_lanes (partner_id, status, last_success_at) values ($1, 'Active', now()) on conflict do nothing`,
    [partnerId],
  );
  for (let from = 0; from < count; from += DELIVERIES_AT_ONCE) {
    await owner.query(
      `with owned as (
         select customer_id from customers where partner_id = $1 limit 1000
       ), made as (
         insert into events (partner_id, event_id, customer_id, event_type, event_version, occurred_at, body)
         select $1, ${idAt('at')}, customer_id, 'business.profile.updated', 1, at, $3
         from (select now() - random() * interval '20 hours' as at, n from generate_series(1, $2::int) n) times
           join (select customer_id, row_number() over () as k from owned) o on k = 1 + n % 1000
         returning partner_id, event_id, event_type, event_version, occurred_at
       ), delivered as (
         insert into webhook_deliveries (partner_id, delivery_id, event_id, event_type, event_version, occurred_at, status, class,
           attempt_count, last_status_code, is_replay, completed_at)
         select partner_id, ${idAt('occurred_at')}, event_id, event_type, event_version, occurred_at,
           case when random() < 0.02 then 'Exhausted' else 'Delivered' end, 'First', 1, 200, false, occurred_at
         from made returning partner_id, delivery_id, occurred_at
       )
       insert into webhook_attempts (partner_id, delivery_id, attempt_no, sent_at, duration_ms, url, status_code)
       select partner_id, delivery_id, 1, occurred_at, 40, 'https://receiver.example/events', 200 from delivered`,
      [partnerId, Math.min(DELIVERIES_AT_ONCE, count - from), EVENT_BODY],
    );
    if ((from + DELIVERIES_AT_ONCE) % 250_000 === 0) console.log(`loaded ${from + DELIVERIES_AT_ONCE} deliveries`);
  }
  await owner.query(
    `insert into webhook_statistics (partner_id, hour, outcome, counted, durations)
     select $1, date_trunc('hour', now()) - n * interval '1 hour', 'Delivered', $2::int / 20, array_fill(1, array[20])
     from generate_series(0, 19) n on conflict do nothing`,
    [partnerId, count],
  );
  await owner.query('vacuum analyze events, webhook_deliveries, webhook_attempts, webhook_statistics');
}
