// Many analysts share one queue while partners update packages that are being claimed and workers release stale claims. Each
// package has one claimant, and later ones get a conflict.

import { setTimeout as delay } from 'node:timers/promises';
import { RELEASE_QUEUE } from '@onboarding/domain/review-work';
import { openKeyRing } from '@onboarding/platform/crypto';
import { createJobs } from '@onboarding/platform/jobs';
import { createLogger } from '@onboarding/platform/logger';
import type { Db } from '@onboarding/platform/postgres';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { QUEUE_HANDLERS } from '../../apps/worker/src/jobs/jobs.ts';
import { type Analyst, signInAnalyst } from '../harness/analysts.ts';
import { startTestApi, type TestApi } from '../harness/api.ts';
import { keep } from '../harness/artefacts.ts';
import { checkChain } from '../harness/checks/wholeness.ts';
import { openTestDb } from '../harness/connecting.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { PATIENCE_MS, until } from '../harness/patience.ts';
import { bareParts } from '../harness/queue-handlers.ts';
import { type Customer, createCustomer, tracesOf } from '../harness/scenes/updates.ts';
import { outcomeOf } from '../harness/scenes/verdicts.ts';
import { openSessionFor } from '../harness/session.ts';
import { TEST_KEY_RING } from '../harness/values.ts';

const HOUR = 3_600_000;

let database: TestDatabase;
let api: TestApi;
let second: TestApi;
/** How far all clocks are ahead, in milliseconds. */
let ahead = 0;
const clock = { now: () => new Date(Date.now() + ahead) };

beforeAll(async () => {
  database = await cloneDatabase();
  api = await startTestApi(database, { clock, poolSize: 16 });
  second = await startTestApi(database, { clock, poolSize: 16 });
});
// Each test starts with an empty queue.
beforeEach(async () => {
  ahead = 0;
  await database.owner.query(
    'update reviews set queued_at = null, claimed_by = null, claimed_at = null, claim_ends_at = null',
  );
});
afterAll(async () => {
  await api.close();
  await second.close();
  // A connection reports its statistics when it closes, at the latest.
  const { rows } = await database.owner.query(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  );
  await database.close();
  expect(rows).toEqual([{ deadlocks: 0 }]);
});

/** Runs the work with `width` concurrent workers. */
async function inParallel<T>(work: readonly T[], width: number, run: (one: T, index: number) => Promise<void>) {
  const waiting = [...work.entries()];
  const take = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await run(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: width }, take));
}

async function createMany(count: number): Promise<Customer[]> {
  const customers: Customer[] = [];
  await inParallel(Array.from({ length: count }), 8, async () => {
    customers.push(await createCustomer(api));
  });
  return customers;
}

/** Half of them use one API process, half the other. */
async function signInMany(count: number): Promise<Analyst[]> {
  const analysts: Analyst[] = [];
  while (analysts.length < count) {
    analysts.push(await signInAnalyst(analysts.length % 2 === 0 ? api : second, database));
  }
  return analysts;
}

/** Retries a 503, because there are not enough connections for a hundred callers, and Review.QueueBusy, because the last packages
 * are locked, as callers should. */
async function insist(send: () => Promise<LightMyRequestResponse>): Promise<LightMyRequestResponse> {
  for (;;) {
    const answer = await send();
    if (answer.statusCode !== 503 && answer.json().error?.code !== 'Review.QueueBusy') return answer;
    await delay(20);
  }
}

/** Expects exactly these triggers in the audit trail, each with one event. */
async function expectSteps(customer: Customer, triggers: readonly string[]): Promise<void> {
  const { events, audit } = await tracesOf(database, customer);
  const transitions = audit.filter(({ action }) => action === 'business.verification.updated');
  expect(transitions.map(({ details }) => details.trigger)).toEqual(triggers);
  const told = events.filter(({ type }) => type === 'business.verification.updated');
  expect(told).toHaveLength(triggers.length);
}

describe('analysts sharing one queue', () => {
  test('100 of them claim 300 packages, none twice and none lost, with one audit entry and one event each', async () => {
    const customers = await createMany(300);
    await database.owner.query(
      `update reviews set country = (array['NGA', 'KEN', 'GHA'])[1 + abs(hashtext(customer_id::text)) % 3], priority = abs(hashtext(customer_id::text)) / 3 % 3,
         flag_codes = case when hashtext(customer_id::text) % 5 = 0 then '{NoOwner}'::text[] else '{}' end
       where queued_at is not null`,
    );
    const analysts = await signInMany(100);
    const filters = [{}, { country: 'KEN' }, { flag: 'NoOwner' }, { partnerId: api.partner.partnerId }];
    const claims = new Map<string, string[]>();
    const work = async (analyst: Analyst, index: number) => {
      const mine: string[] = [];
      claims.set(analyst.accountId, mine);
      for (const filter of [filters[index % filters.length], {}]) {
        for (;;) {
          const answer = await insist(() => analyst.call('POST', '/queue/claim-next', filter));
          expect(answer.statusCode, answer.body).toBe(200);
          const { value } = answer.json();
          if (value === null) break;
          expect(value.claimedBy).toBe(analyst.accountId);
          mine.push(value.customerId);
        }
      }
    };
    await Promise.all(analysts.map(work));

    const taken = [...claims.values()].flat();
    expect(taken).toHaveLength(300);
    expect(taken.toSorted()).toEqual(customers.map(({ customerId }) => customerId).toSorted());
    const { rows } = await database.owner.query(
      'select customer_id, claimed_by from reviews where claimed_by is not null',
    );
    for (const { customer_id, claimed_by } of rows) expect(claims.get(claimed_by)).toContain(customer_id);
    expect(rows).toHaveLength(300);
    for (const customer of customers) await expectSteps(customer, ['Claim']);
    // Otherwise there was no race.
    expect([...claims.values()].filter((mine) => mine.length > 0).length).toBeGreaterThan(50);
  });

  test('when 10 of them claim the same package, one succeeds and the others get 409', async () => {
    const analysts = await signInMany(10);
    for (const customer of await createMany(10)) {
      const answers = await Promise.all(
        analysts.map((analyst) => insist(() => analyst.on(customer.customerId, 'claim'))),
      );
      expect(answers.map(outcomeOf).toSorted()).toEqual(['200', ...Array(9).fill('409 Review.StateConflict')]);
      await expectSteps(customer, ['Claim']);
    }
  });
});

describe('a claim during an update', () => {
  test('either sees the update or makes it fail with Customer.UnderReview, in 500 races', async () => {
    const customers = await createMany(500);
    const analyst = await signInAnalyst(api, database);
    const token = await second.issuer.token(api.partner);
    const races: { customer: Customer; claim: LightMyRequestResponse; update: LightMyRequestResponse }[] = [];
    await inParallel(customers, 8, async (customer, index) => {
      // Vary who starts first, and by how much.
      const [claimAfter, updateAfter] = index % 2 === 0 ? [index % 7, 0] : [0, index % 7];
      const [claim, update] = await Promise.all([
        delay(claimAfter).then(() => insist(() => analyst.on(customer.customerId, 'claim'))),
        delay(updateAfter).then(() =>
          insist(() => second.call('PATCH', customer.path, { body: { description: `Changed ${index}` }, token })),
        ),
      ]);
      races.push({ customer, claim, update });
    });
    const seen = { 'update first': 0, 'claim first': 0 };
    for (const { customer, claim, update } of races) {
      const both = `${outcomeOf(claim)}, ${outcomeOf(update)}`;
      const updated = both === '200, 200';
      if (!updated) expect(both).toBe('200, 409 Customer.UnderReview');
      // The claim is based on the updated version.
      expect(claim.json().value.version).toBe(updated ? 3 : 2);
      if (updated) expect(update.json().value.version).toBe(2);
      const { version, audit } = await tracesOf(database, customer);
      expect(version).toBe(updated ? 3 : 2);
      expect(audit.at(-1)?.details).toMatchObject({ trigger: 'Claim', version });
      await expectSteps(customer, ['Claim']);
      expect(await checkChain(database.owner, customer.customerId)).toBe(version);
      seen[updated ? 'update first' : 'claim first']++;
    }
    expect(seen['update first'] + seen['claim first']).toBe(500);
    expect(seen['update first']).toBeGreaterThan(20);
    expect(seen['claim first']).toBeGreaterThan(20);
  });

  test('claim-next neither waits for updates nor makes them fail, and leaves locked packages for the next analyst', async () => {
    const customers = await createMany(150);
    const analysts = await signInMany(8);
    const token = await second.issuer.token(api.partner);
    const outcomes = new Map<string, number>();
    const count = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    const taken: string[] = [];
    let changing = true;
    /** Requests refused because the machine stalled, at most about twenty. */
    let busy = 0;
    const take = async (analyst: Analyst) => {
      for (;;) {
        const wasChanging = changing;
        const answer = await analyst.call('POST', '/queue/claim-next', {});
        if (answer.statusCode === 503) {
          busy++;
          continue;
        }
        count(`claim ${outcomeOf(answer)}`);
        const { value } = answer.json();
        if (value !== null) taken.push(value.customerId);
        else if (!wasChanging && answer.statusCode === 200) return;
      }
    };
    const change = async () => {
      await inParallel([...customers, ...customers], 12, async ({ path }, index) => {
        const body = { description: `Changed ${index}` };
        const update = await insist(async () => {
          const answer = await second.call('PATCH', path, { body, token });
          if (answer.statusCode === 503) busy++;
          return answer;
        });
        count(`update ${outcomeOf(update)}`);
      });
      changing = false;
    };
    await Promise.all([change(), ...analysts.map(take)]);
    outcomes.delete('claim 409 Review.QueueBusy');
    expect([...outcomes.keys()].toSorted()).toEqual(['claim 200', 'update 200', 'update 409 Customer.UnderReview']);
    expect(busy).toBeLessThan(customers.length / 2);
    expect(taken.toSorted()).toEqual(customers.map(({ customerId }) => customerId).toSorted());
    for (const customer of customers) await expectSteps(customer, ['Claim']);
  });

  test('claim-next skips a package whose customer is locked and takes the next one', async () => {
    const analyst = await signInAnalyst(api, database);
    const [held, free] = [await createCustomer(api), await createCustomer(api)];
    await database.owner.query('begin');
    await database.owner.query(
      `select pg_advisory_xact_lock(hashtextextended('onboarding.customers ' || $1::text, 0))`,
      [held.customerId],
    );
    const next = async () => (await analyst.call('POST', '/queue/claim-next', {})).json().value?.customerId;
    expect(await next()).toBe(free.customerId);
    expect(outcomeOf(await analyst.call('POST', '/queue/claim-next', {}))).toBe('409 Review.QueueBusy');
    await database.owner.query('commit');
    // A key-share lock, as taken by inserts that reference the customer, does not block a claim.
    await database.owner.query('begin');
    await database.owner.query('select from customers where customer_id = $1 for key share', [held.customerId]);
    expect(await next()).toBe(held.customerId);
    await database.owner.query('commit');
    const other = await createCustomer(api);
    // A lock on only the package, as taken briefly for flags, is waited for.
    await database.owner.query('begin');
    await database.owner.query('select from reviews where customer_id = $1 for update', [other.customerId]);
    const waited = next();
    const waiting = 'select from pg_locks where not granted and transactionid = pg_current_xact_id()::xid';
    await until(async () => (await database.owner.query(waiting)).rows.length > 0, 'a claim that waits');
    await database.owner.query('commit');
    expect(await waited).toBe(other.customerId);
  });

  test('a transaction that locks a package and then references its customer, as for flags, does not deadlock with an update', async () => {
    const customer = await createCustomer(api);
    const { owner } = database;
    await owner.query('begin');
    await owner.query('select from reviews where customer_id = $1 for share', [customer.customerId]);
    const update = second.call('PATCH', customer.path, {
      // A field that the flags read.
      body: { registrationNumber: 'RC7654321' },
      token: await second.issuer.token(api.partner),
    });
    // From here on the update holds the customer and waits for the package.
    const waiting = 'select from pg_locks where not granted and transactionid = pg_current_xact_id()::xid';
    await until(async () => (await owner.query(waiting)).rows.length > 0, 'an update that waits');
    await owner.query(
      `insert into business_fingerprints (partner_id, customer_id, country, registration_key, name_key)
       values ($1, $2, 'NGA', '', '') on conflict (partner_id, customer_id) do nothing`,
      [api.partner.partnerId, customer.customerId],
    );
    await owner.query('commit');
    expect(outcomeOf(await update)).toBe('200');
  });
});

describe('a stale claim', () => {
  const workers: Db[] = [];
  beforeAll(() => {
    for (const name of ['first', 'second']) {
      workers.push(openTestDb(database.workerUrl, { applicationName: `${name}-worker`, poolSize: 2 }));
    }
  });
  afterAll(async () => {
    for (const db of workers) await db.close();
  });

  /** Runs the handler in both workers at once; returns how many packages each released. */
  function releaseStale(): Promise<number[]> {
    return Promise.all(
      workers.map(async (db) => {
        const handler = QUEUE_HANDLERS.find(({ queue }) => queue === RELEASE_QUEUE);
        if (handler === undefined) throw new Error('Nobody releases stale claims');
        let released = 0;
        const write = (line: string) => {
          keep('logs', `${database.name}.log`, line.trimEnd());
          released += JSON.parse(line).released ?? 0;
        };
        const logger = createLogger({ service: 'worker', level: 'debug' }, { write });
        const context = { db, clock, keys: openKeyRing(TEST_KEY_RING), logger, jobs: createJobs() };
        await handler.handle(bareParts(context))({
          id: 'job',
          payload: null,
          attempt: 1,
          signal: AbortSignal.timeout(PATIENCE_MS),
        });
        return released;
      }),
    );
  }

  const reviewOf = async ({ customerId }: Customer) =>
    (await database.owner.query('select queued_at, claimed_by from reviews where customer_id = $1', [customerId]))
      .rows[0];

  test('returns to the queue when it expires, exactly once with two workers, with its original age', async () => {
    const customers = await createMany(120);
    const analyst = await signInAnalyst(api, database);
    const before = new Map<string, unknown>();
    for (const customer of customers) {
      before.set(customer.customerId, (await reviewOf(customer)).queued_at);
      expect((await analyst.on(customer.customerId, 'claim')).statusCode).toBe(200);
    }
    ahead = 8 * HOUR - 600_000;
    expect(await releaseStale()).toEqual([0, 0]);
    ahead = 8 * HOUR + 1_000;
    const released = await releaseStale();
    expect(released.reduce((sum, one) => sum + one)).toBe(120);
    expect(await releaseStale()).toEqual([0, 0]);
    for (const customer of customers) {
      await expectSteps(customer, ['Claim', 'Release']);
      expect(await reviewOf(customer)).toEqual({ queued_at: before.get(customer.customerId), claimed_by: null });
      expect(await checkChain(database.owner, customer.customerId)).toBe(3);
    }
    const { rows } = await database.owner.query(
      `select distinct actor_kind from audit_entries where details::jsonb ->> 'trigger' = 'Release'`,
    );
    expect(rows).toEqual([{ actor_kind: 'Service' }]);
  });

  test('is either released or extended when its analyst writes a note at the same time', async () => {
    const customers = await createMany(60);
    const analyst = await signInAnalyst(api, database);
    for (const { customerId } of customers) await insist(() => analyst.on(customerId, 'claim'));
    ahead = 8 * HOUR + 1_000;
    const { headers } = await openSessionFor(database, analyst.accountId, 'staff', clock.now());
    const write = ({ customerId }: Customer, operation: string, body: unknown) =>
      api.app.inject({
        method: 'POST',
        url: `/api/compliance/v1/packages/${customerId}/${operation}`,
        headers: { ...headers, 'content-type': 'application/json' },
        payload: JSON.stringify(body),
      });
    const notes: LightMyRequestResponse[] = [];
    const comeBack = async (customer: Customer) => {
      notes.push(await insist(() => write(customer, 'notes', { text: 'I am still here.' })));
    };
    // One before and one after the race, so that both outcomes occur.
    await inParallel(customers.slice(-1), 1, comeBack);
    const [released] = await Promise.all([
      releaseStale(),
      // In reverse order, so that both meet in the middle.
      inParallel(customers.slice(1, -1).toReversed(), 2, comeBack),
    ]);
    await inParallel(customers.slice(0, 1), 1, comeBack);
    expect(new Set(notes.map(outcomeOf))).toEqual(new Set(['200']));
    let kept = 0;
    for (const customer of customers) {
      const { audit } = await tracesOf(database, customer);
      const actions = audit.slice(1).map(({ action, details }) => details.trigger ?? action);
      const claimedBy = (await reviewOf(customer)).claimed_by;
      if (claimedBy === null) {
        expect(actions).toEqual(['Claim', 'Release', 'review.note.written']);
      } else {
        expect(claimedBy).toBe(analyst.accountId);
        expect(actions).toEqual(['Claim', 'review.note.written']);
        kept++;
      }
    }
    expect(released.reduce((sum, one) => sum + one)).toBe(60 - kept);
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThan(60);
    // An extended claim is valid for another full period.
    ahead = 16 * HOUR - 600_000;
    expect(await releaseStale()).toEqual([0, 0]);
    ahead = 16 * HOUR + 120_000;
    expect((await releaseStale()).reduce((sum, one) => sum + one)).toBe(kept);
  });
});
