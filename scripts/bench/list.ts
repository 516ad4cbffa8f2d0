// Whether the list and each of its filters are as fast for a partner with two million customers as for one with ten
// thousand: both databases on one server, queried alternately.
import { bulkLoad, sampleCustomers } from './bulk-load.ts';
import { generateLoad, type LoadRequest, percentiles } from './load.ts';
import { type BenchServers, startServers } from './servers.ts';

const LARGE = Number(process.env.BENCH_CUSTOMERS ?? 2_000_000);
const SIZES = { small: Math.min(10_000, LARGE / 10), large: LARGE };
type Size = keyof typeof SIZES;
/** The other partners together have half as many. */
const LOAD = { otherPartners: 2_000, own: [2, 3], customersOnly: true } as const;
const CONNECTIONS = 4;
const ROUNDS = 8;
const REQUESTS = 250;
const GOAL = 1.5;
const PATH = '/api/partner/v1/business-profiles';
/** The walk whose cursors are reused goes as deep as pages go. */
const WALK = { pages: 50, limit: 200 };
const DAY = 86_400_000;

interface Subject {
  url: string;
  next: Record<string, () => LoadRequest>;
}

export async function benchList(): Promise<void> {
  const servers = await startServers();
  try {
    const subjects = { small: await prepare(servers, 'small'), large: await prepare(servers, 'large') };
    const operations = Object.keys(subjects.small.next);
    const durations = { small: new Map<string, number[]>(), large: new Map<string, number[]>() };
    for (let round = 0; round <= ROUNDS; round++) {
      for (const operation of operations) {
        // The order alternates, so that a busy moment of the machine favours neither.
        for (const size of round % 2 === 0 ? (['small', 'large'] as const) : (['large', 'small'] as const)) {
          const measured = await measure(servers, subjects[size], operation);
          // The first round warms up.
          if (round > 0) durations[size].set(operation, [...(durations[size].get(operation) ?? []), ...measured]);
        }
      }
      if (round > 0) console.log(`round ${round} of ${ROUNDS} done`);
    }
    report(operations, durations);
  } finally {
    await servers.stop();
  }
}

async function measure(servers: BenchServers, { url, next }: Subject, operation: string): Promise<number[]> {
  const request = next[operation];
  if (request === undefined) throw new Error(`Nobody knows how to ask for ${operation}`);
  const token = await servers.token();
  const load = { url, token, connections: CONNECTIONS, next: request, until: { requests: REQUESTS } };
  return (await generateLoad(load)).durations;
}

function report(operations: string[], durations: Record<Size, Map<string, number[]>>): void {
  console.log(`p95 in ms over ${ROUNDS * REQUESTS} requests each, ${CONNECTIONS} connections`);
  for (const operation of operations) {
    const small = percentiles(durations.small.get(operation) ?? []);
    const large = percentiles(durations.large.get(operation) ?? []);
    const ratio = large.p95 / small.p95;
    console.log(
      `${operation.padEnd(16)} ${SIZES.small} customers: p50 ${small.p50.toFixed(2)} p95 ${small.p95.toFixed(2)}; ${SIZES.large} customers: p50 ${large.p50.toFixed(2)} p95 ${large.p95.toFixed(2)}; ratio ${ratio.toFixed(2)} (goal: at most ${GOAL.toFixed(2)}${ratio > GOAL ? ', missed' : ''})`,
    );
  }
}

async function prepare(servers: BenchServers, size: Size): Promise<Subject> {
  const database = await servers.makeDatabase(size);
  await bulkLoad(database, servers.partnerId, (SIZES[size] * 3) / 2, LOAD);
  const numbers = (await sampleCustomers(database, servers.partnerId, 5_000)).map((one) => one.registration_number);
  const { url } = await servers.startApi(database);
  const cursors = await walk(url, await servers.token());
  const asking = (query: () => string) => (): LoadRequest => ({ method: 'GET', path: `${PATH}?${query()}` });
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

function pick(values: readonly string[]): string {
  return values[Math.floor(Math.random() * values.length)] ?? '';
}

/** The cursors of all pages on the way down. */
async function walk(url: string, token: string): Promise<string[]> {
  const cursors: string[] = [];
  for (let page = 0; page < WALK.pages; page++) {
    const continued = cursors.length === 0 ? '' : `&cursor=${cursors.at(-1)}`;
    const answer = await fetch(`${url}${PATH}?limit=${WALK.limit}${continued}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { value } = (await answer.json()) as { value: { nextCursor: string | null } };
    if (value.nextCursor === null) break;
    cursors.push(value.nextCursor);
  }
  return cursors;
}
