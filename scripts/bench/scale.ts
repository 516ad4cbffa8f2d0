// Whether requests are as fast with two million customers as with ten thousand: reads and creates, and the list with each of its
// filters for one large partner.
import { bulkLoad, sampleCustomers } from './bulk-load.ts';
import { create, PROFILES, pick, read } from './requests.ts';
import { type BenchServers, withServers } from './servers.ts';
import { compareSizes, ofSizes, type Size, type SizedSubject } from './sizes.ts';

const STORED = { small: 10_000, large: Number(process.env.BENCH_CUSTOMERS ?? 2_000_000) };

export async function benchScale(): Promise<void> {
  await withServers(async (servers) => {
    const subjects = await ofSizes(async (size) => {
      const database = await servers.makeDatabase(size);
      await bulkLoad(database, servers.partnerId, STORED[size]);
      const sample = await sampleCustomers(database, servers.partnerId, 5_000);
      const { url } = await servers.startApi(database);
      return {
        url,
        next: {
          create,
          read: () => read(`/${pick(sample).customer_id}`),
          'by-reference': () => read(`/by-reference/${pick(sample).partner_customer_id}`),
        },
      };
    });
    const token = () => servers.token();
    const size = { stored: STORED, what: 'customers', connections: 4, rounds: 12, requests: 500 };
    await compareSizes({ subjects, token, ...size, goal: 1.3 });
  });
}

const LARGE = Number(process.env.BENCH_CUSTOMERS ?? 2_000_000);
const LISTED = { small: Math.min(10_000, LARGE / 10), large: LARGE };
/** The other partners together have half as many. */
const LOAD = { otherPartners: 2_000, own: [2, 3], customersOnly: true } as const;
/** The walk whose cursors are reused goes as deep as pages go. */
const WALK = { pages: 50, limit: 200 };
const DAY = 86_400_000;

export async function benchList(): Promise<void> {
  await withServers(async (servers) => {
    const subjects = await ofSizes((size) => prepare(servers, size));
    const token = () => servers.token();
    const size = { stored: LISTED, what: 'customers', connections: 4, rounds: 8, requests: 250 };
    await compareSizes({ subjects, token, ...size, goal: 1.5 });
  });
}

async function prepare(servers: BenchServers, size: Size): Promise<SizedSubject> {
  const database = await servers.makeDatabase(size);
  await bulkLoad(database, servers.partnerId, (LISTED[size] * 3) / 2, LOAD);
  const numbers = (await sampleCustomers(database, servers.partnerId, 5_000)).map((one) => one.registration_number);
  const { url } = await servers.startApi(database);
  const cursors = await walk(url, await servers.token());
  const asking = (query: () => string) => () => read(`?${query()}`);
  return {
    url,
    next: {
      'first page': asking(() => 'limit=50'),
      cursor: asking(() => `limit=50&cursor=${pick(cursors)}`),
      'one status': asking(() => 'verificationStatus=Approved'),
      'three statuses': asking(
        () => 'verificationStatus=Approved&verificationStatus=Rejected&verificationStatus=ChangesRequested',
      ),
      type: asking(() => `businessTypeCode=${pick(['LLC', 'Trust', 'nonprofit'])}`),
      country: asking(() => `incorporationCountryIso3Code=${pick(['NGA', 'KEN', 'DEU'])}`),
      registration: asking(() => `registrationNumber=${pick(numbers)}`),
      created: asking(() => `createdFrom=${daysAgo(290)}&createdTo=${daysAgo(10 + Math.random() * 200)}`),
      updated: asking(() => `updatedFrom=${daysAgo(290)}&updatedTo=${daysAgo(10 + Math.random() * 200)}`),
      'numbered page': asking(() => `page=${1 + Math.floor(Math.random() * 5)}&pageSize=50`),
    },
  };
}

const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString();

/** The cursors of all pages on the way down. */
async function walk(url: string, token: string): Promise<string[]> {
  const cursors: string[] = [];
  for (let page = 0; page < WALK.pages; page++) {
    const continued = cursors.length === 0 ? '' : `&cursor=${cursors.at(-1)}`;
    const answer = await fetch(`${url}${PROFILES}?limit=${WALK.limit}${continued}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { value } = (await answer.json()) as { value: { nextCursor: string | null } };
    if (value.nextCursor === null) break;
    cursors.push(value.nextCursor);
  }
  return cursors;
}
