// Whether analysts see the queue, get their next package, and load a package as fast with half a million pending as with five
// thousand: both databases on one server, queried alternately through one API process each; then the same pages in a browser.
import { REVIEW_FLAGS } from '@onboarding/contract';
import { openKeyRing } from '@onboarding/platform/crypto';
import type pg from 'pg';
import { buildStaleSites } from '../build-sites.ts';
import { freePort } from '../free-port.ts';
import { bulkLoad } from './bulk-load.ts';
import type { LoadRequest } from './load.ts';
import { measureOpening, type PageSubject, signIn, withBrowser } from './pages.ts';
import { pick } from './requests.ts';
import { asOwner, type BenchServers, KEY_RING, withServers } from './servers.ts';
import { compareSizes, ofSizes, type Size } from './sizes.ts';

const SMALL = 5_000;
const LARGE = 500_000;
/** The default partner is one of fifty. */
const LOAD = { otherPartners: 49, own: [1, 50], waiting: true } as const;
/** Per round. */
const REQUESTS = 100;
const ANALYSTS = 16;
const SAMPLE = 5_000;
const API = '/api/compliance/v1';
const COUNTRIES = ['NGA', 'KEN', 'GHA', 'DEU'];
// The small queue has fewer than REQUESTS of any one flag, and claiming from an empty queue costs nothing.
const FLAGS = REVIEW_FLAGS;

export async function benchReviews([packages]: string[]): Promise<void> {
  const stored = { small: SMALL, large: Number(packages ?? LARGE) };
  await buildStaleSites();
  await withServers(async (servers) => {
    const subjects = await ofSizes((size) => prepare(servers, size, stored[size]));
    // Claimed packages are returned to the queue after each load.
    const requests = (name: string) => (name.endsWith('flag') ? Math.min(REQUESTS, FLAGS.length * 5) : REQUESTS);
    const size = { stored, what: 'waiting', connections: 4, rounds: 10, requests };
    await compareSizes({ subjects, ...size, goal: 1.3 });
    const consoles = { small: subjects.small.console, large: subjects.large.console };
    await withBrowser(async (browser) => {
      for (const page of Object.keys(consoles.small.pages)) await measureOpening(browser, consoles, page);
    });
  });
}

async function prepare(servers: BenchServers, size: Size, packages: number) {
  const database = await servers.makeDatabase(size);
  await bulkLoad(database, servers.partnerId, packages, LOAD);
  const PORT = String(await freePort());
  const origin = `http://127.0.0.1:${PORT}`;
  const { sessions, customerIds } = await asOwner(database, async (owner) => {
    const signedIn: PageSubject['cookie'][] = [];
    while (signedIn.length < ANALYSTS) signedIn.push(await signIn(owner, { realm: 'staff', role: 'analyst' }));
    return { sessions: signedIn, customerIds: await sample(owner) };
  });
  const analysts = sessions.map((session) => headersOf(session, origin));
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
    url,
    restore: () => asOwner(database, async (owner) => void (await owner.query(PUT_BACK))),
    next: {
      'list the queue': (): LoadRequest => ({ method: 'GET', path: `${API}/queue`, headers: pick(analysts) }),
      'claim next': claiming(() => ({})),
      'claim next of a country': claiming(() => ({ country: pick(COUNTRIES) })),
      'claim next of a flag': claiming(() => ({ flag: pick(FLAGS) })),
      'load a package': (): LoadRequest => ({
        method: 'GET',
        path: `${API}/packages/${pick(customerIds)}`,
        headers: pick(analysts),
      }),
    },
    console: {
      site: `${origin}/console`,
      cookie: pick(sessions),
      cheapPage: '/search',
      pages: { queue: '/queue', package: `/packages/${pick(customerIds)}` },
    },
  };
}

const headersOf = ({ name, value }: PageSubject['cookie'], origin: string) => ({
  cookie: `${name}=${value}`,
  origin,
  'x-csrf': '1',
  'content-type': 'application/json',
});

/** Some of the packages. Their customers get a real data key, since those of a bulk load are made up. */
async function sample(owner: pg.Client): Promise<string[]> {
  const keys = openKeyRing(KEY_RING);
  const { rows } = await owner.query<{ partner_id: string; customer_id: string }>(
    'select partner_id, customer_id from reviews order by random() limit $1',
    [SAMPLE],
  );
  await owner.query(
    `update customers c set data_key = k.wrapped, data_key_id = $4
     from unnest($1::uuid[], $2::uuid[], $3::bytea[]) as k (partner_id, customer_id, wrapped)
     where c.partner_id = k.partner_id and c.customer_id = k.customer_id`,
    [
      rows.map((row) => row.partner_id),
      rows.map((row) => row.customer_id),
      rows.map((row) => keys.makeDataKey(row.customer_id).wrapped),
      KEY_RING.current,
    ],
  );
  await owner.query('vacuum customers');
  return rows.map((row) => row.customer_id);
}

/** Returns claimed packages to the queue, so that both queues keep their size. */
const PUT_BACK = `
  with released as (
    update reviews set claimed_by = null, claimed_at = null, claim_ends_at = null
    where claimed_by is not null returning partner_id, customer_id
  )
  update customers c set verification_status = 'PendingVerification' from released r
  where c.partner_id = r.partner_id and c.customer_id = r.customer_id`;
