// Who is screened, what is stored of the results, and what happens without a result. The provider is a server with watchman's
// API; the database is accessed with the worker's role.
import { dataKeyOf } from '@onboarding/domain/profiles';
import {
  createScreening,
  haveScreenedAgain,
  listLatestScreenings,
  measureDueScreenings,
  type ScreeningContext,
  type ScreeningResult,
  screenCustomer,
} from '@onboarding/domain/screening';
import { decrypt, openKeyRing } from '@onboarding/platform/crypto';
import type { Db } from '@onboarding/platform/postgres';
import { createWatchman, type ScreeningProvider } from '@onboarding/platform/screening';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApi, useTestApi } from '../../harness/api.ts';
import { validAddress, validPerson } from '../../harness/bodies.ts';
import { checkChain } from '../../harness/checks/wholeness.ts';
import { openTestDb } from '../../harness/connecting.ts';
import type { TestDatabase } from '../../harness/database.ts';
import { until } from '../../harness/patience.ts';
import { type Customer, createCustomer, patch } from '../../harness/scenes/updates.ts';
import { startWatchman, type WatchmanServer } from '../../harness/servers/watchman-server.ts';
import { TEST_KEY_RING } from '../../harness/values.ts';

const HIT = 'Sanctia Listed';
const LEASE_MS = 3 * 60_000;

let api: TestApi;
let database: TestDatabase;
/** The worker's clock, ahead of the API's, so that new customers are due immediately. */
let now = new Date();
useTestApi((made) => {
  ({ api, database } = made);
});

let db: Db;
let server: WatchmanServer;
let provider: ScreeningProvider;
let context: ScreeningContext;
beforeAll(async () => {
  server = await startWatchman({ [HIT]: 0.97, 'Listed Brand': 0.9 });
  provider = createWatchman({ url: server.url, minScore: 0.6, timeoutMs: 120_000 });
  db = openTestDb(database.workerUrl, { poolSize: 8 });
  context = { ...api.context, db, provider, clock: { now: () => now } };
});
beforeEach(async () => {
  now = new Date(Date.now() + 600_000);
  server.asked.length = 0;
  await database.owner.query('update reviews set screening_due_at = null, screening_since = null');
});
afterEach(async () => {
  server.fault = undefined;
  await server.comeUp();
});
afterAll(async () => {
  await provider.close();
  await server.close();
  await db.close();
});

async function screenAll(
  own: Partial<ScreeningContext> = {},
): Promise<{ results: ScreeningResult[]; unavailable: boolean }> {
  const results: ScreeningResult[] = [];
  const { unavailable } = await createScreening({
    context: { ...context, ...own },
    signal: new AbortController().signal,
    onResult: (result) => results.push(result),
  }).run();
  return { results, unavailable };
}

/** Without duplicates: watchman is queried twice about a company, once per entity type. */
const askedOnce = () => [...new Set(server.asked)].sort();

const namedPeople = (...names: string[]) =>
  names.map((name) => {
    const [firstName, lastName] = name.split(' ');
    return validPerson({ firstName, lastName, percentageShare: 1 });
  });

async function rowsOf({ customerId }: Customer) {
  const { rows } = await database.owner.query(
    'select ubo_id, provider, outcome, hit_count, hits_cipher from screenings where customer_id = $1 order by screening_id',
    [customerId],
  );
  return rows as { ubo_id: string | null; provider: string; outcome: string; hit_count: number; hits_cipher: Buffer }[];
}

async function reviewOf({ customerId }: Customer) {
  const { rows } = await database.owner.query(
    'select screening_due_at, screening_tries, screening_since, flags_due_at from reviews where customer_id = $1',
    [customerId],
  );
  return rows[0] as {
    screening_due_at: Date | null;
    screening_tries: number;
    screening_since: Date | null;
    flags_due_at: Date | null;
  };
}

async function leased(customer: Customer, dueAt = new Date(now.getTime() + LEASE_MS)) {
  const { rows } = await database.owner.query(
    `update reviews set screening_due_at = $2 where customer_id = $1
     returning partner_id as "partnerId", customer_id as "customerId", screening_tries as "screeningTries",
       screen_again_at as "screenAgainAt", screening_due_at as "screeningDueAt", queued_at as "dueAt"`,
    [customer.customerId, dueAt],
  );
  return rows[0];
}

/** All that a partner can read about a customer. */
async function partnerReads({ path, customerId }: Customer): Promise<string> {
  const paths = [
    path,
    `${path}/verification-status`,
    '/partner/v1/business-profiles?limit=200',
    '/partner/v1/changes?limit=200',
  ];
  const answers = await Promise.all(paths.map((one) => api.call('GET', one)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  const { rows } = await database.owner.query(
    `select details from audit_entries where customer_id = $1 and action like 'business.%'`,
    [customerId],
  );
  return JSON.stringify([
    answers.map((answer) => [answer.json().value.items ?? answer.json().value, answer.headers.etag]),
    rows.map(({ details }) => details),
  ]);
}

describe('screening', () => {
  test('queries both names of the business and every person, then the package is no longer due', async () => {
    const customer = await createCustomer(api, { businessPersonList: namedPeople('Ama Eze', 'Bola Ade') });
    expect((await reviewOf(customer)).screening_due_at).not.toBeNull();
    expect((await screenAll()).results).toEqual([{ outcome: 'Completed', clear: 3, hit: 0 }]);
    expect(askedOnce()).toEqual(['Ama Eze', 'Bola Ade', 'Lagos Trading', 'Lagos Trading Ltd']);
    expect(server.queries.find(({ name }) => name === 'Ama Eze')).toMatchObject({
      type: 'person',
      birthDate: '1961-05-17',
    });
    const rows = await rowsOf(customer);
    expect(rows.map(({ ubo_id, outcome, provider: by }) => [ubo_id, outcome, by])).toEqual(
      expect.arrayContaining([null, ...customer.uboIds].map((id) => [id, 'Clear', 'watchman'])),
    );
    expect(rows).toHaveLength(3);
    expect(await reviewOf(customer)).toMatchObject({ screening_due_at: null, screening_since: null });
    expect((await screenAll()).results).toEqual([]);
    expect(await checkChain(database.owner, customer.customerId)).toBe(2);
  });

  test('adds an audit entry with only counts and ids', async () => {
    const customer = await createCustomer(api, { businessPersonList: namedPeople(HIT) });
    await screenAll();
    const { rows } = await database.owner.query(
      `select details, actor_kind, actor_id from audit_entries where customer_id = $1 and action = 'review.screening.completed'`,
      [customer.customerId],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ actor_kind: 'Service', actor_id: 'worker' });
    expect(JSON.parse(rows[0].details)).toEqual({
      provider: 'watchman',
      screened: 2,
      hits: 1,
      business: true,
      uboIds: customer.uboIds,
      hitBusiness: false,
      hitUboIds: customer.uboIds,
    });
  });

  test('after an update queries only subjects whose query data has changed', async () => {
    const customer = await createCustomer(api, { businessPersonList: namedPeople('Ama Eze', 'Bola Ade') });
    await screenAll();
    const askedAfter = async (body: Record<string, unknown>) => {
      server.asked.length = 0;
      expect((await patch(api, customer, body)).statusCode).toBe(200);
      await screenAll();
      expect((await reviewOf(customer)).screening_due_at).toBeNull();
      return askedOnce();
    };
    const [first, second] = customer.body.businessPersonList;
    expect(await askedAfter({ businessPersonList: namedPeople('Chi Obi') })).toEqual(['Chi Obi']);
    expect(await askedAfter({ businessPersonList: [{ ...first, lastName: 'Eze-Musa' }] })).toEqual(['Ama Eze-Musa']);
    expect(await askedAfter({ businessPersonList: [{ ...second, nationality: 'GHA' }] })).toEqual(['Bola Ade']);
    expect(
      await askedAfter({ businessPersonList: [{ ...second, nationality: 'GHA', phone: '+2348031234599' }] }),
    ).toEqual([]);
    expect(await askedAfter({ description: 'Another description.' })).toEqual([]);
    expect(await askedAfter({ tradingName: 'Lagos Brand' })).toEqual(['Lagos Brand', 'Lagos Trading Ltd']);
    expect(await rowsOf(customer)).toHaveLength(3 + 4);
  });

  test('repeats all queries once if an analyst requests it, even if the clock of the worker is behind', async () => {
    const customer = await createCustomer(api, { businessPersonList: namedPeople('Ama Eze', HIT), tradingName: null });
    await screenAll();
    const { partnerId } = api.partner;
    const askedAt = new Date(now.getTime() + 30_000);
    await db.transaction((tx) => haveScreenedAgain(tx, partnerId, customer.customerId, now));
    await database.owner.query('update reviews set screen_again_at = $2 where customer_id = $1', [
      customer.customerId,
      askedAt,
    ]);
    server.asked.length = 0;
    expect((await screenAll()).results).toEqual([{ outcome: 'Completed', clear: 2, hit: 1 }]);
    expect(askedOnce()).toEqual(['Ama Eze', 'Lagos Trading Ltd', HIT]);
    expect(await rowsOf(customer)).toHaveLength(6);
    // All earlier results, and none of the new ones, are superseded; retention starts at that time.
    const { rows } = await database.owner.query(
      'select superseded_at from screenings where customer_id = $1 order by superseded_at',
      [customer.customerId],
    );
    expect(rows.map(({ superseded_at }) => superseded_at)).toEqual([askedAt, askedAt, askedAt, null, null, null]);
    expect((await reviewOf(customer)).screening_due_at).toBeNull();
    server.asked.length = 0;
    await leased(customer, new Date(0));
    expect((await screenAll()).results).toEqual([{ outcome: 'Nothing', clear: 0, hit: 0 }]);
    expect(server.asked).toEqual([]);
  });

  test('of 100 people takes several runs, without omitting or repeating anyone', async () => {
    const names = Array.from({ length: 100 }, (_, index) => `Person Number${index}`);
    const customer = await createCustomer(api, { businessPersonList: namedPeople(...names), tradingName: null });
    const { results } = await screenAll();
    expect(results.map(({ outcome }) => outcome)).toEqual([...Array(5).fill('Unfinished'), 'Completed']);
    expect(server.asked.filter((name) => name.startsWith('Person')).sort()).toEqual([...names].sort());
    expect(await rowsOf(customer)).toHaveLength(101);
  });

  test('is not repeated after a key rotation', async () => {
    const customer = await createCustomer(api);
    await screenAll();
    server.asked.length = 0;
    const rotated = openKeyRing({
      current: 'k2',
      keys: { ...TEST_KEY_RING.keys, k2: Buffer.alloc(32, 9).toString('base64') },
    });
    await leased(customer, new Date(0));
    expect((await screenAll({ keys: rotated })).results).toEqual([{ outcome: 'Nothing', clear: 0, hit: 0 }]);
    expect(server.asked).toEqual([]);
  });
});

describe('a hit', () => {
  test("is encrypted with the customer's key, and makes the flags due", async () => {
    const customer = await createCustomer(api, { businessPersonList: namedPeople(HIT), tradingName: 'Listed Brand' });
    await database.owner.query('update reviews set flags_due_at = null where customer_id = $1', [customer.customerId]);
    expect((await screenAll()).results).toEqual([{ outcome: 'Completed', clear: 0, hit: 2 }]);
    const rows = await rowsOf(customer);
    for (const { hits_cipher: cipher } of rows) expect(cipher.toString('latin1')).not.toMatch(/listed|ofac/i);
    expect((await reviewOf(customer)).flags_due_at).toEqual(now);
    const { partnerId } = api.partner;
    const sealed = await db.transaction((tx) => listLatestScreenings(tx, partnerId, customer.customerId));
    const openedWith = async ({ customerId }: Customer) => {
      const key = await database.owner.query(
        'select customer_id as "customerId", data_key as "dataKey", data_key_id as "dataKeyId" from customers where customer_id = $1',
        [customerId],
      );
      const dataKey = dataKeyOf(context.keys, key.rows[0]);
      return sealed.map(({ uboId, screeningId: id, hitsCipher: cipher }) => {
        return [uboId, JSON.parse(decrypt(dataKey, cipher ?? Buffer.alloc(0), id).toString())];
      });
    };
    expect(await openedWith(customer)).toEqual([
      [null, [expect.objectContaining({ listName: 'us_ofac', entityId: '22790', name: 'LISTED BRAND', score: 0.9 })]],
      [customer.uboIds[0], [expect.objectContaining({ entityId: '22790', name: HIT.toUpperCase(), score: 0.97 })]],
    ]);
    await expect(openedWith(await createCustomer(api))).rejects.toThrow(/authenticate/);
  });

  test('changes nothing that the partner reads: no field, version, time or event', async () => {
    const customer = await createCustomer(api, { businessPersonList: namedPeople(HIT) });
    const clear = await createCustomer(api);
    // The feed shows a change only when no older transaction is running on the server, which may take a moment.
    await until(async () => {
      const told = (await api.call('GET', '/partner/v1/changes?limit=200')).body;
      return [customer, clear].every(({ customerId }) => told.includes(customerId));
    }, 'both are reported');
    const before = await partnerReads(customer);
    const beforeClear = await partnerReads(clear);
    now = new Date(now.getTime() + 60_000);
    await screenAll();
    expect(await rowsOf(customer)).toHaveLength(2);
    const after = await partnerReads(customer);
    expect(after).toEqual(before);
    expect(after).not.toMatch(/screening|us_ofac|"hits?"|review\./i);
    expect(await partnerReads(clear)).toEqual(beforeClear);
  });

  test('makes the flags due again when the same person is clear under a corrected name', async () => {
    const customer = await createCustomer(api, { businessPersonList: namedPeople(HIT), tradingName: null });
    await screenAll();
    const flagsDueAfter = async (lastName: string) => {
      await patch(api, customer, { businessPersonList: [{ uboId: customer.uboIds[0], firstName: 'Amara', lastName }] });
      await database.owner.query('update reviews set flags_due_at = null where customer_id = $1', [
        customer.customerId,
      ]);
      expect((await screenAll()).results).toEqual([{ outcome: 'Completed', clear: 1, hit: 0 }]);
      return (await reviewOf(customer)).flags_due_at;
    };
    expect(await flagsDueAfter('Okafor')).toEqual(now);
    expect(await flagsDueAfter('Okoro')).toBeNull();
  });

  test('voids the proposal and shortens the claim; a clear result does neither', async () => {
    const propose = async (customer: Customer) =>
      database.owner.query(
        `with claimed as (
           update reviews set claimed_by = gen_random_uuid(), claimed_at = $2, claim_ends_at = $2::timestamptz + interval '7 days'
           where customer_id = $1 returning partner_id, customer_id, claimed_by
         )
         insert into review_decisions (partner_id, customer_id, decision_id, outcome, state, attempt, proposed_by, proposed_at)
         select partner_id, customer_id, gen_random_uuid(), 'Approve', 'Proposed', 1, claimed_by, $2 from claimed`,
        [customer.customerId, now],
      );
    const hit = await createCustomer(api, { businessPersonList: namedPeople(HIT) });
    const clear = await createCustomer(api);
    await propose(hit);
    await propose(clear);
    await screenAll();
    const stateOf = async ({ customerId }: Customer) =>
      (
        await database.owner.query(
          `select d.state, r.claim_ends_at < $2::timestamptz + interval '1 day' as short
           from review_decisions d join reviews r using (customer_id) where customer_id = $1`,
          [customerId, now],
        )
      ).rows;
    expect(await stateOf(hit)).toEqual([{ state: 'Voided', short: true }]);
    expect(await stateOf(clear)).toEqual([{ state: 'Proposed', short: false }]);
  });
});

describe('a failed screening', () => {
  test('writes nothing and is retried after 5 s, doubling up to 15 minutes, without limit', async () => {
    const customer = await createCustomer(api, { businessPersonList: namedPeople(HIT) });
    const since = (await reviewOf(customer)).screening_since;
    server.fault = 'no-lists';
    const pauses: number[] = [];
    for (let tries = 1; tries <= 10; tries++) {
      expect((await screenAll()).results).toEqual([{ outcome: 'Failed', clear: 0, hit: 0, failure: 'NotLoaded' }]);
      const review = await reviewOf(customer);
      expect(review.screening_tries).toBe(tries);
      expect(review.screening_since).toEqual(since);
      pauses.push(((review.screening_due_at?.getTime() ?? 0) - now.getTime()) / 1000);
      expect((await screenAll()).results).toEqual([]);
      now = new Date(review.screening_due_at ?? 0);
    }
    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 900, 900]);
    expect(await rowsOf(customer)).toEqual([]);
    const { due, oldestSeconds } = await measureDueScreenings(context);
    expect(due).toBe(1);
    expect(oldestSeconds).toBeGreaterThan(3_000);
    server.fault = undefined;
    expect((await screenAll()).results).toEqual([{ outcome: 'Completed', clear: 1, hit: 1 }]);
    expect(await reviewOf(customer)).toMatchObject({ screening_due_at: null, screening_tries: 0 });
    expect(await measureDueScreenings(context)).toEqual({ due: 0, oldestSeconds: 0 });
  });

  test('of one subject keeps the results of the others', async () => {
    const customer = await createCustomer(api, { businessPersonList: namedPeople('Ama Eze', HIT, 'Bola Ade') });
    const picky: ScreeningProvider = {
      ...provider,
      screen: (subject, signal) =>
        subject.name === 'Bola Ade' ? Promise.reject(new Error('Not answered')) : provider.screen(subject, signal),
    };
    expect((await screenAll({ provider: picky })).results).toMatchObject([{ outcome: 'Failed', failure: 'Error' }]);
    const written = (await rowsOf(customer)).length;
    expect(written).toBeLessThan(4);
    expect((await reviewOf(customer)).screening_due_at?.getTime()).toBe(now.getTime() + 5_000);
    now = new Date(now.getTime() + 5_000);
    server.asked.length = 0;
    expect((await screenAll()).results).toMatchObject([{ outcome: 'Completed' }]);
    expect(askedOnce()).toContain('Bola Ade');
    expect(await rowsOf(customer)).toHaveLength(4);
  });

  test('ends the run after a few packages if the provider is unreachable; the others stay due', async () => {
    for (let made = 0; made < 12; made++) await createCustomer(api);
    await server.goDown();
    const { results, unavailable } = await screenAll();
    expect(unavailable).toBe(true);
    expect(results.length).toBeLessThanOrEqual(8);
    expect(results.every(({ outcome, failure }) => outcome === 'Failed' && failure === 'Unreachable')).toBe(true);
    const { rows } = await database.owner.query(
      'select count(*)::int as due from reviews where screening_due_at <= $1',
      [now],
    );
    expect(rows[0].due).toBe(12 - results.length);
    await server.comeUp();
    now = new Date(now.getTime() + 5_000);
    expect((await screenAll()).results.filter(({ outcome }) => outcome === 'Completed')).toHaveLength(12);
  });

  test('does not count as a failure if the process stops, and the package is due again', async () => {
    const customer = await createCustomer(api);
    server.fault = 'silent';
    const stopping = new AbortController();
    const result = screenCustomer(context, await leased(customer), stopping.signal);
    stopping.abort();
    expect(await result).toEqual({ outcome: 'Stopped', clear: 0, hit: 0 });
    expect(await reviewOf(customer)).toMatchObject({ screening_due_at: now, screening_tries: 0 });
  });
});

describe('a subject that changes during screening', () => {
  /** A provider that runs a callback before its first result. */
  const interrupted = (happens: () => Promise<unknown>): ScreeningProvider => {
    let once: Promise<unknown> | undefined;
    return {
      ...provider,
      async screen(subject, signal) {
        const hits = await provider.screen(subject, signal);
        once ??= happens();
        await once;
        return hits;
      },
    };
  };

  test('is screened again; the results of the others are kept', async () => {
    const customer = await createCustomer(api, { businessPersonList: namedPeople('Ama Eze', 'Bola Ade') });
    const [first] = customer.body.businessPersonList;
    const change = () =>
      patch(api, customer, { businessPersonList: [{ ...first, lastName: 'Listed', firstName: 'Sanctia' }] });
    const result = await screenCustomer(
      { ...context, provider: interrupted(change) },
      await leased(customer),
      new AbortController().signal,
    );
    expect(result).toEqual({ outcome: 'Unfinished', clear: 2, hit: 0 });
    expect((await rowsOf(customer)).map(({ ubo_id }) => ubo_id).sort()).toEqual([null, customer.uboIds[1]].sort());
    expect((await reviewOf(customer)).screening_due_at).not.toBeNull();
    server.asked.length = 0;
    expect((await screenAll()).results).toEqual([{ outcome: 'Completed', clear: 0, hit: 1 }]);
    expect(askedOnce()).toEqual([HIT]);
  });

  test('leaves the package due even if its query data has not changed', async () => {
    const customer = await createCustomer(api);
    const address = { ...validAddress(), streetLine1: '5 Bourdillon Road' };
    const change = () => patch(api, customer, { businessPersonList: [{ uboId: customer.uboIds[0], address }] });
    await screenCustomer(
      { ...context, provider: interrupted(change) },
      await leased(customer),
      new AbortController().signal,
    );
    expect((await reviewOf(customer)).screening_due_at).not.toBeNull();
    expect((await screenAll()).results).toEqual([{ outcome: 'Nothing', clear: 0, hit: 0 }]);
    expect(await rowsOf(customer)).toHaveLength(2);
  });

  test('by erasure gets no result, and an erased customer is not screened', async () => {
    const customer = await createCustomer(api, { businessPersonList: namedPeople(HIT) });
    const erase = () =>
      database.owner.query('update customers set data_key = null where customer_id = $1', [customer.customerId]);
    const lease = await leased(customer);
    const result = await screenCustomer(
      { ...context, provider: interrupted(erase) },
      lease,
      new AbortController().signal,
    );
    expect(result).toEqual({ outcome: 'Nothing', clear: 0, hit: 0 });
    expect(await rowsOf(customer)).toEqual([]);
    expect((await reviewOf(customer)).screening_due_at).toBeNull();
    server.asked.length = 0;
    await leased(customer, new Date(0));
    expect((await screenAll()).results).toEqual([{ outcome: 'Nothing', clear: 0, hit: 0 }]);
    expect(server.asked).toEqual([]);
    expect((await reviewOf(customer)).screening_due_at).toBeNull();
  });
});

describe('several workers', () => {
  test('share the packages and write each result once', async () => {
    const customers: Customer[] = [];
    for (let made = 0; made < 20; made++) customers.push(await createCustomer(api));
    const runs = await Promise.all([screenAll(), screenAll(), screenAll()]);
    expect(runs.flatMap(({ results }) => results)).toHaveLength(20);
    for (const customer of customers) expect(await rowsOf(customer)).toHaveLength(2);
  });

  test('write each result once if one exceeds its lease, and keep the due time set by the other', async () => {
    const customer = await createCustomer(api, { businessPersonList: namedPeople(HIT) });
    const first = await leased(customer);
    const second = await leased(customer, new Date(now.getTime() + 2 * LEASE_MS));
    const signal = new AbortController().signal;
    const results = await Promise.all([
      screenCustomer(context, first, signal),
      screenCustomer(context, second, signal),
    ]);
    expect(results.map(({ clear, hit }) => clear + hit).sort()).toEqual([0, 2]);
    expect(await rowsOf(customer)).toHaveLength(2);
    expect((await reviewOf(customer)).screening_due_at).toBeNull();
  });

  test('that die lose their lease, and the package is screened by another', async () => {
    const customer = await createCustomer(api);
    await leased(customer);
    expect((await screenAll()).results).toEqual([]);
    now = new Date(now.getTime() + LEASE_MS);
    expect((await screenAll()).results).toMatchObject([{ outcome: 'Completed' }]);
  });
});
