// One partner's requests, however slow, leave database connections for the others. Here they wait for a locked customer, as
// they would for each other's updates of it; nothing is timed.
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../harness/api.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { until } from '../harness/patience.ts';
import { createCustomer, patch } from '../harness/scenes/updates.ts';
import { signIn } from '../harness/session.ts';

const POOL = 4;
let api: TestApi;
let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
  api = await startTestApi(database, { poolSize: POOL });
});
afterAll(async () => {
  await api.close();
  await database.close();
});

/** How many transactions wait for a lock. */
async function countBlocked(): Promise<number> {
  const { rows } = await database.owner.query(
    `select count(*)::int as blocked from pg_locks l join pg_stat_activity a using (pid)
     where a.datname = current_database() and not l.granted`,
  );
  return rows[0].blocked;
}

test('serves another partner while one has more waiting requests than there are connections', async () => {
  const customer = await createCustomer(api);
  const neighbour = await api.issuer.token(await database.addPartner());
  const colleague = await signIn(database, await database.addPartner());
  // A separate connection: within a transaction, pg_stat_activity is a snapshot, and the owner's connection is used to watch
  // it.
  const holder = new pg.Client({ connectionString: database.ownerUrl });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from customers where customer_id = $1 for update', [customer.customerId]);
  let answered = 0;
  const waiting = Array.from({ length: 2 * POOL }, async () => {
    const answer = await patch(api, customer, { description: crypto.randomUUID() });
    answered++;
    return answer.statusCode;
  });
  await until(async () => (await countBlocked()) >= POOL / 2, 'the requests of the first partner wait');
  const path = '/partner/v1/business-profiles?limit=1';
  expect((await api.call('GET', path, { token: neighbour })).statusCode).toBe(200);
  expect((await api.call('GET', '/customer/v1/partner-profile', { headers: colleague.cookie })).statusCode).toBe(200);
  // All of the first partner's requests still wait, in half of the connections.
  expect(await countBlocked()).toBe(POOL / 2);
  expect(answered).toBe(0);
  await holder.end();
  expect(await Promise.all(waiting)).toEqual(Array(2 * POOL).fill(200));
});
