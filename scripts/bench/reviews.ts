// Whether analysts see the queue, get their next package, and load a package as fast with half a million pending as with five
// thousand: both databases on one server, queried alternately through one API process each; then the same pages in a browser.
import { createHash, randomUUID } from 'node:crypto';
import { REVIEW_FLAGS } from '@onboarding/contract';
import { makeSessionValue } from '@onboarding/domain/accounts';
import { openKeyRing } from '@onboarding/platform/crypto';
import { sessionCookie } from '../../apps/api/src/http/cookies.ts';
import { buildStaleSites } from '../build-sites.ts';
import { freePort } from '../free-port.ts';
import { bulkLoad } from './bulk-load.ts';
import { generateLoad, type LoadRequest, percentiles } from './load.ts';
import { inTurn, measureOpening, type PageSubject, type Size, withBrowser } from './pages.ts';
import { type BenchDatabase, type BenchServers, connect, KEY_RING, startServers } from './servers.ts';

const SMALL = 5_000;
const LARGE = 500_000;
/** The default partner is one of fifty. */
const LOAD = { otherPartners: 49, own: [1, 50], waiting: true } as const;
const CONNECTIONS = 4;
const ROUNDS = 10;
/** Per round; claimed packages are returned to the queue afterwards. */
const REQUESTS = 100;
const GOAL = 1.3;
const ANALYSTS = 16;
const SAMPLE = 5_000;
const API = '/api/compliance/v1';
const COUNTRIES = ['NGA', 'KEN', 'GHA', 'DEU'];
// The small queue has fewer than REQUESTS of any one flag, and claiming from an empty queue costs nothing.
const FLAGS = REVIEW_FLAGS;

interface Subject {
  database: BenchDatabase;
  url: string;
  next: Record<string, () => LoadRequest>;
  console: PageSubject;
}

export async function benchReviews([packages]: string[]): Promise<void> {
  const waiting = { small: SMALL, large: Number(packages ?? LARGE) };
  await buildStaleSites();
  const servers = await startServers();
  try {
    const subjects = {
      small: await prepare(servers, 'small', SMALL),
      large: await prepare(servers, 'large', waiting.large),
    };
    const operations = Object.keys(subjects.small.next);
    const durations = { small: new Map<string, number[]>(), large: new Map<string, number[]>() };
    for (let round = 0; round <= ROUNDS; round++) {
      for (const operation of operations) {
        for (const size of inTurn(round)) {
          const measured = await measure(subjects[size], operation);
          // The first round warms up.
          if (round > 0) durations[size].set(operation, [...(durations[size].get(operation) ?? []), ...measured]);
        }
      }
      if (round > 0) console.log(`round ${round} of ${ROUNDS} done`);
    }
    report(operations, waiting, durations);
    const consoles = { small: subjects.small.console, large: subjects.large.console };
    await withBrowser(async (browser) => {
      for (const page of Object.keys(consoles.small.pages)) await measureOpening(browser, consoles, page);
    });
  } finally {
    await servers.stop();
  }
}

async function measure({ database, url, next }: Subject, operation: string): Promise<number[]> {
  const request = next[operation];
  if (request === undefined) throw new Error(`Nobody knows how to ask for ${operation}`);
  const perFlag = operation.endsWith('flag') ? FLAGS.length * 5 : REQUESTS;
  const load = { url, connections: CONNECTIONS, next: request, until: { requests: Math.min(REQUESTS, perFlag) } };
  const { durations } = await generateLoad(load);
  await putBack(database);
  return durations;
}

function report(
  operations: string[],
  waiting: Record<Size, number>,
  durations: Record<Size, Map<string, number[]>>,
): void {
  console.log(`p95 in ms, ${CONNECTIONS} connections`);
  for (const operation of operations) {
    const small = durations.small.get(operation) ?? [];
    const [few, many] = [percentiles(small), percentiles(durations.large.get(operation) ?? [])];
    const ratio = many.p95 / few.p95;
    console.log(
      `${operation.padEnd(22)} ${waiting.small} waiting: p50 ${few.p50.toFixed(2)} p95 ${few.p95.toFixed(2)}; ${waiting.large} waiting: p50 ${many.p50.toFixed(2)} p95 ${many.p95.toFixed(2)}; ratio ${ratio.toFixed(2)} over ${small.length} requests each (goal: at most ${GOAL.toFixed(2)}${ratio > GOAL ? ', missed' : ''})`,
    );
  }
}

async function prepare(servers: BenchServers, size: Size, packages: number): Promise<Subject> {
  const database = await servers.makeDatabase(size);
  await bulkLoad(database, servers.partnerId, packages, LOAD);
  const PORT = String(await freePort());
  const origin = `http://127.0.0.1:${PORT}`;
  const sessions = await signIn(database);
  const analysts = sessions.map((value) => headersOf(value, origin));
  const customerIds = await sample(database);
  const { url } = await servers.startApi(database, {
    PORT,
    STAFF_DATABASE_URL: database.staffUrl,
    CONSOLE_URL: origin,
    CONSOLE_CLIENT_SECRET: 'a secret that nobody ever signs in with',
    RATE_LIMIT_SESSION: '1000000',
  });
  const claiming = (filters: () => Record<string, string>) => (): LoadRequest => ({
    method: 'POST',
    path: `${API}/queue/claim-next`,
    headers: pick(analysts),
    body: JSON.stringify(filters()),
  });
  return {
    database,
    url,
    next: {
      'list the queue': () => ({ method: 'GET', path: `${API}/queue`, headers: pick(analysts) }),
      'claim next': claiming(() => ({})),
      'claim next of a country': claiming(() => ({ country: pick(COUNTRIES) })),
      'claim next of a flag': claiming(() => ({ flag: pick(FLAGS) })),
      'load a package': () => ({
        method: 'GET',
        path: `${API}/packages/${pick(customerIds)}`,
        headers: pick(analysts),
      }),
    },
    console: {
      site: `${origin}/console`,
      cookie: { name: COOKIE, value: pick(sessions) },
      cheapPage: '/search',
      pages: { queue: '/queue', package: `/packages/${pick(customerIds)}` },
    },
  };
}

const COOKIE = sessionCookie('staff');

const headersOf = (session: string, origin: string) => ({
  cookie: `${COOKIE}=${session}`,
  origin,
  'x-csrf': '1',
  'content-type': 'application/json',
});

function pick<T>(values: readonly T[]): T {
  const value = values[Math.floor(Math.random() * values.length)];
  if (value === undefined) throw new Error('There is nothing to pick from');
  return value;
}

/** Signed-in analysts, without the provider; returns the session of each. */
async function signIn(database: BenchDatabase): Promise<string[]> {
  const client = await connect(database.superuserUrl);
  try {
    await client.query('set search_path to onboarding');
    const keys = openKeyRing(KEY_RING);
    const sessions: string[] = [];
    while (sessions.length < ANALYSTS) {
      const [accountId, value] = [randomUUID(), makeSessionValue(keys)];
      await client.query(
        `insert into accounts (account_id, realm, role, email, email_key, name, status, created_at)
         values ($1, 'staff', 'analyst', $2, $2, 'Bench', 'Active', now())`,
        [accountId, `${accountId}@bulk.example`],
      );
      await client.query(
        `insert into sessions (session_hash, session_id, account_id, realm, created_at, last_seen_at, expires_at, second_factor_at, address, user_agent)
         values ($1, $2, $3, 'staff', now(), now(), now() + interval '12 hours', now(), '127.0.0.1', 'bench')`,
        [createHash('sha256').update(value).digest(), randomUUID(), accountId],
      );
      sessions.push(value);
    }
    return sessions;
  } finally {
    await client.end();
  }
}

/** Some of the packages. Their customers get a real data key, since those of a bulk load are made up. */
async function sample(database: BenchDatabase): Promise<string[]> {
  const client = await connect(database.superuserUrl);
  const keys = openKeyRing(KEY_RING);
  try {
    const { rows } = await client.query<{ partner_id: string; customer_id: string }>(
      'select partner_id, customer_id from onboarding.reviews order by random() limit $1',
      [SAMPLE],
    );
    await client.query(
      `update onboarding.customers c set data_key = k.wrapped, data_key_id = $4
       from unnest($1::uuid[], $2::uuid[], $3::bytea[]) as k (partner_id, customer_id, wrapped)
       where c.partner_id = k.partner_id and c.customer_id = k.customer_id`,
      [
        rows.map((row) => row.partner_id),
        rows.map((row) => row.customer_id),
        rows.map((row) => keys.makeDataKey(row.customer_id).wrapped),
        KEY_RING.current,
      ],
    );
    await client.query('vacuum onboarding.customers');
    return rows.map((row) => row.customer_id);
  } finally {
    await client.end();
  }
}

/** Returns claimed packages to the queue, so that both queues keep their size. */
async function putBack(database: BenchDatabase): Promise<void> {
  const client = await connect(database.superuserUrl);
  try {
    await client.query(
      `with released as (
         update onboarding.reviews set claimed_by = null, claimed_at = null, claim_ends_at = null
         where claimed_by is not null returning partner_id, customer_id
       )
       update onboarding.customers c set verification_status = 'PendingVerification' from released r
       where c.partner_id = r.partner_id and c.customer_id = r.customer_id`,
    );
  } finally {
    await client.end();
  }
}
