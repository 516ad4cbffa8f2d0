// Whether requests are as fast with two million customers as with ten thousand: both databases on one server, queried
// alternately.
import { benchBody } from './bodies.ts';
import { bulkLoad, sampleCustomers } from './bulk-load.ts';
import { generateLoad, type LoadRequest, percentiles } from './load.ts';
import { type BenchServers, startServers } from './servers.ts';

const SIZES = { small: 10_000, large: Number(process.env.BENCH_CUSTOMERS ?? 2_000_000) };
const CONNECTIONS = 4;
const ROUNDS = 12;
const REQUESTS = 500;
const OPERATIONS = ['create', 'read', 'by-reference'] as const;
type Operation = (typeof OPERATIONS)[number];
type Size = keyof typeof SIZES;

interface Subject {
  url: string;
  next: Record<Operation, () => LoadRequest>;
}

export async function benchScale(): Promise<void> {
  const servers = await startServers();
  try {
    const subjects = { small: await prepare(servers, 'small'), large: await prepare(servers, 'large') };
    const durations = { small: emptyDurations(), large: emptyDurations() };
    for (let round = 0; round <= ROUNDS; round++) {
      for (const operation of OPERATIONS) {
        // The order alternates, so that a busy moment of the machine favours neither.
        for (const size of round % 2 === 0 ? (['small', 'large'] as const) : (['large', 'small'] as const)) {
          const { url, next } = subjects[size];
          const until = { requests: REQUESTS };
          const result = await generateLoad({
            url,
            token: await servers.token(),
            connections: CONNECTIONS,
            next: next[operation],
            until,
          });
          // The first round warms up.
          if (round > 0) durations[size][operation].push(...result.durations);
        }
      }
      if (round > 0) console.log(`round ${round} of ${ROUNDS} done`);
    }
    console.log(`p95 in ms over ${ROUNDS * REQUESTS} requests each, ${CONNECTIONS} connections`);
    for (const operation of OPERATIONS) {
      const small = percentiles(durations.small[operation]);
      const large = percentiles(durations.large[operation]);
      const ratio = (large.p95 / small.p95).toFixed(2);
      console.log(
        `${operation.padEnd(13)} ${SIZES.small} customers: p50 ${small.p50.toFixed(2)} p95 ${small.p95.toFixed(2)}; ${SIZES.large} customers: p50 ${large.p50.toFixed(2)} p95 ${large.p95.toFixed(2)}; ratio ${ratio} (goal: at most 1.30)`,
      );
    }
  } finally {
    await servers.stop();
  }
}

function emptyDurations(): Record<Operation, number[]> {
  return { create: [], read: [], 'by-reference': [] };
}

async function prepare(servers: BenchServers, size: Size): Promise<Subject> {
  const database = await servers.makeDatabase(size);
  await bulkLoad(database, servers.partnerId, SIZES[size]);
  const sample = await sampleCustomers(database, servers.partnerId, 5_000);
  const pick = () =>
    sample[Math.floor(Math.random() * sample.length)] ?? {
      customer_id: '',
      partner_customer_id: '',
      registration_number: '',
    };
  const base = '/api/partner/v1/business-profiles';
  const { url } = await servers.startApi(database);
  return {
    url,
    next: {
      create: () => ({ method: 'POST', path: base, body: JSON.stringify(benchBody(crypto.randomUUID())) }),
      read: () => ({ method: 'GET', path: `${base}/${pick().customer_id}` }),
      'by-reference': () => ({ method: 'GET', path: `${base}/by-reference/${pick().partner_customer_id}` }),
    },
  };
}
