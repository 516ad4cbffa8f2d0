// Whether requests are as fast with two million customers as with ten thousand.
import { bulkLoad, sampleCustomers } from './bulk-load.ts';
import { create, pick, read } from './requests.ts';
import { withServers } from './servers.ts';
import { compareSizes, ofSizes } from './sizes.ts';

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
