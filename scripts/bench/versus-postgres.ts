// Requests to one API process, compared with PostgreSQL alone running the statements of the same requests on the same rows:
// only creates, or a realistic mix.

import { bulkLoad, sampleCustomers } from './bulk-load.ts';
import { cpuMilliseconds, familyCpuMilliseconds, inThisProcess, measureCpu, toldCpu } from './cpu.ts';
import { generateLoad, type LoadRequest, type LoadResult, median, percentiles, SCALE, scaled } from './load.ts';
import { recordTransactions, replayAll } from './recorded.ts';
import { create, pick, read, update } from './requests.ts';
import { type BenchDatabase, type BenchServers, withServers } from './servers.ts';

const ROUNDS = 5;
const SECONDS = 8 * SCALE;

interface Bench {
  what: string;
  /** The requests, again and again in this order. */
  requests: (database: BenchDatabase, servers: BenchServers) => Promise<(() => LoadRequest)[]>;
  connections: number;
  /** Transactions that are replayed in each round. */
  replayed: number;
  goal: number;
}

export const benchCreate = () =>
  compare({
    what: 'creates with 3 people of one identity each',
    requests: async () => [create],
    connections: 8,
    replayed: scaled(4_000),
    goal: 0.5,
  });

export const benchMix = () =>
  compare({
    what: 'reads, lists, updates, creates 10:2:2:1',
    async requests(database, servers) {
      // A tenth of them belongs to the calling partner.
      await bulkLoad(database, servers.partnerId, 100_000);
      const sample = await sampleCustomers(database, servers.partnerId, 5_000);
      const readOne = () => read(`/${pick(sample).customer_id}`);
      const list = () => read('?limit=50');
      const updateOne = () => update(pick(sample).customer_id);
      return [...Array.from({ length: 10 }, () => readOne), list, list, updateOne, updateOne, create];
    },
    connections: 16,
    replayed: scaled(6_000),
    goal: 0.4,
  });

async function compare({ what, requests, connections, replayed, goal }: Bench): Promise<void> {
  await withServers(async (servers) => {
    const database = await servers.makeDatabase('bench');
    const kinds = await requests(database, servers);
    let asked = 0;
    const next = () => (kinds[asked++ % kinds.length] ?? create)();
    console.log('recording the statements');
    const copy = await servers.copyDatabase('bench', 'bench_recorded');
    const recorded = await recordTransactions(copy, {
      next,
      transactions: replayed * (ROUNDS + 1),
      callerOf: () => servers,
    });
    const bare = await servers.copyDatabase('bench', 'bench_bare');
    const api = await servers.startApi(database);
    const overApi = async (seconds: number) =>
      generateLoad({ url: api.url, token: await servers.token(), connections, next, until: { seconds } });
    console.log(`${what}, ${connections} connections, ${ROUNDS} rounds of ${SECONDS} s`);
    // Warms up the compiler.
    await overApi(20 * SCALE);
    await replayAll(bare, recorded.splice(0, replayed), connections);
    const rates: LoadResult[] = [];
    const alone: number[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      const spent = measureCpu({
        API: () => cpuMilliseconds(api.pid),
        PostgreSQL: () => familyCpuMilliseconds(servers.postgresPid),
        generator: inThisProcess,
      });
      const result = await overApi(SECONDS);
      console.log(`CPU per request in ms: ${toldCpu(spent(result.requests))}`);
      const bareRate = await replayAll(bare, recorded.splice(0, replayed), connections);
      rates.push(result);
      alone.push(bareRate);
      console.log(
        `round ${round}: API ${result.perSecond.toFixed(0)}/s (p50 ${result.p50.toFixed(1)} ms, p99 ${result.p99.toFixed(1)} ms), PostgreSQL alone ${bareRate.toFixed(0)}/s`,
      );
    }
    const rate = median(rates.map((result) => result.perSecond));
    const bareRate = median(alone);
    const { p99 } = percentiles(rates.flatMap((result) => result.durations));
    console.log(
      `API ${rate.toFixed(0)} requests/s, p99 ${p99.toFixed(1)} ms; PostgreSQL alone ${bareRate.toFixed(0)}/s; ratio ${(rate / bareRate).toFixed(2)} (goal: at least ${goal.toFixed(2)})`,
    );
  });
}
