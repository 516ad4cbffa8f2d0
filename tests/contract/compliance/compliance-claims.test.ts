// Claims: who may claim and release a package, and what the partner can see of it.
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Analyst, useTeam } from '../../harness/analysts.ts';
import type { TestApi } from '../../harness/api.ts';
import type { TestDatabase } from '../../harness/database.ts';
import { until } from '../../harness/patience.ts';
import { createCustomer, patch, tracesOf } from '../../harness/scenes/updates.ts';
import { outcomeOf } from '../../harness/scenes/verdicts.ts';

let api: TestApi;
let database: TestDatabase;
let ada: Analyst;
let ben: Analyst;
let supervisor: Analyst;
useTeam((team) => {
  ({ api, database, ada, ben, supervisor } = team);
});

describe('a claim', () => {
  test('sets StartedNotCompleted, blocks partner updates, and records an event and an audit entry', async () => {
    const customer = await createCustomer(api);
    const answer = await ada.on(customer.customerId, 'claim');
    expect(answer.json().value).toMatchObject({
      customerId: customer.customerId,
      verificationStatus: 'StartedNotCompleted',
      version: 2,
      claimedBy: ada.accountId,
    });
    expect(outcomeOf(await patch(api, customer, { description: 'x' }))).toBe('409 Customer.UnderReview');
    const { events, audit } = await tracesOf(database, customer);
    expect(events.at(-1)).toMatchObject({
      type: 'business.verification.updated',
      data: { previousStatus: 'PendingVerification', verificationStatus: 'StartedNotCompleted', reasons: [] },
    });
    expect(audit.at(-1)).toMatchObject({ action: 'business.verification.updated', details: { trigger: 'Claim' } });
  });

  test('is refused with 409 while another analyst has the package, and changes nothing', async () => {
    const customer = await createCustomer(api);
    await ada.on(customer.customerId, 'claim');
    const before = await tracesOf(database, customer);
    expect(outcomeOf(await ben.on(customer.customerId, 'claim'))).toBe('409 Review.StateConflict');
    expect(await tracesOf(database, customer)).toEqual(before);
  });

  test('of an unknown customer is refused with 404', async () => {
    expect(outcomeOf(await ada.on(crypto.randomUUID(), 'claim'))).toBe('404 Customer.NotFound');
    expect(outcomeOf(await ada.on('no-id', 'claim'))).toBe('404 Customer.NotFound');
  });
});

describe('claiming the next package', () => {
  let other: pg.Client;
  beforeEach(async () => {
    await database.owner.query(
      'update reviews set queued_at = null, claimed_by = null, claimed_at = null, claim_ends_at = null',
    );
    other = new pg.Client({ connectionString: database.ownerUrl });
    await other.connect();
    await other.query('begin');
  });
  afterEach(() => other.end());
  const next = async () => (await ada.call('POST', '/queue/claim-next', {})).json();
  const lock = (table: 'customers' | 'reviews', { customerId }: { customerId: string }) =>
    other.query(`select from ${table} where customer_id = $1 for update`, [customerId]);

  test('takes the one that has waited longest, and null once none is left', async () => {
    const [first, second] = [await createCustomer(api), await createCustomer(api)];
    const taken = [(await next()).value, (await next()).value, (await next()).value];
    expect(taken).toMatchObject([{ customerId: first.customerId }, { customerId: second.customerId }, null]);
  });

  test('skips a business that is being changed; if there is no other, it says so', async () => {
    const [first, second] = [await createCustomer(api), await createCustomer(api)];
    await lock('customers', first);
    expect((await next()).value).toMatchObject({ customerId: second.customerId });
    expect((await next()).error).toMatchObject({ code: 'Review.QueueBusy' });
    await other.query('rollback');
    expect((await next()).value).toMatchObject({ customerId: first.customerId });
  });

  test('waits for a package that is being changed if there is no other', async () => {
    const customer = await createCustomer(api);
    await lock('reviews', customer);
    let answered = false;
    const claiming = next().finally(() => {
      answered = true;
    });
    const isWaiting = async () =>
      (await database.owner.query('select from pg_locks where not granted limit 1')).rows.length > 0;
    await until(async () => answered || (await isWaiting()), 'the claim waits');
    expect(answered).toBe(false);
    await other.query('rollback');
    expect((await claiming).value).toMatchObject({ customerId: customer.customerId });
  });
});

describe('a release', () => {
  test('is allowed only for the analyst who has the package and for supervisors', async () => {
    const customer = await createCustomer(api);
    await ada.on(customer.customerId, 'claim');
    expect(outcomeOf(await ben.on(customer.customerId, 'release'))).toBe('409 Review.NotYours');
    expect(outcomeOf(await ada.on(customer.customerId, 'release'))).toBe('200');
    await ben.on(customer.customerId, 'claim');
    expect(outcomeOf(await supervisor.on(customer.customerId, 'release'))).toBe('200');
    expect(outcomeOf(await supervisor.on(customer.customerId, 'release'))).toBe('409 Review.StateConflict');
  });

  test('keeps the time at which the package was queued', async () => {
    const { customerId } = await createCustomer(api);
    const queuedAt = async () =>
      (await database.owner.query('select queued_at from reviews where customer_id = $1', [customerId])).rows[0];
    const before = await queuedAt();
    await ada.on(customerId, 'claim');
    await ada.on(customerId, 'release');
    expect(before.queued_at).toBeInstanceOf(Date);
    expect(await queuedAt()).toEqual(before);
  });
});
