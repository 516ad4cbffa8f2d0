// The queue: its order, its filters, claiming the next package, and reassignment.

import { type ColleagueList, QUEUE_REASONS, type QueuePage, REVIEW_FLAGS } from '@onboarding/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { addAccount } from '../../harness/account-rows.ts';
import { type Analyst, useTeam } from '../../harness/analysts.ts';
import type { TestApi } from '../../harness/api.ts';
import { validBody } from '../../harness/bodies.ts';
import type { TestDatabase, TestPartner } from '../../harness/database.ts';
import { createCustomer, patch, tracesOf } from '../../harness/scenes/updates.ts';
import { outcomeOf } from '../../harness/scenes/verdicts.ts';

let api: TestApi;
let database: TestDatabase;
let ada: Analyst;
let ben: Analyst;
let supervisor: Analyst;
let auditor: Analyst;
let operator: Analyst;
useTeam((team) => {
  ({ api, database, ada, ben, supervisor, auditor, operator } = team);
});

// Each test starts with an empty queue.
beforeEach(async () => {
  await database.owner.query(
    'update reviews set queued_at = null, claimed_by = null, claimed_at = null, claim_ends_at = null',
  );
});

interface Waiting {
  priority?: number;
  /** Minutes after BEGINNING. */
  at?: number;
  country?: string;
  type?: string;
  flags?: string[];
}

const BEGINNING = Date.parse('2026-03-01T00:00:00Z');

/** Creates customers through the API and queues them as specified. */
async function queue(wanted: readonly Waiting[], partner?: TestPartner): Promise<string[]> {
  const ids: string[] = [];
  const token = partner === undefined ? undefined : await api.issuer.token(partner);
  for (const { priority = 0, at = ids.length, country = 'NGA', type = 'LLC', flags = [] } of wanted) {
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const { customerId } = (await api.create(validBody(), headers)).json().value;
    await database.owner.query(
      `update reviews set priority = $2, queued_at = $3, country = $4, business_type_code = $5, flag_codes = $6
       where customer_id = $1`,
      [customerId, priority, new Date(BEGINNING + at * 60_000), country, type, flags],
    );
    ids.push(customerId);
  }
  return ids;
}

const pick = (ids: readonly string[], ...places: number[]) => places.map((place) => ids[place] ?? '');
const idsOf = (answer: { json(): { value: { items: { customerId: string }[] } } }) =>
  answer.json().value.items.map(({ customerId }) => customerId);
const listed = async (query = '', analyst = ada) => idsOf(await analyst.call('GET', `/queue${query}`));

async function walk(query: string, limit: number): Promise<string[]> {
  const found: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const answer = await ada.call('GET', `/queue?limit=${limit}${query}${cursor === '' ? '' : `&cursor=${cursor}`}`);
    expect(answer.statusCode).toBe(200);
    found.push(...idsOf(answer));
    cursor = answer.json().value.nextCursor;
  }
  return found;
}

describe('the list', () => {
  test('is ordered by priority, then age, across all pages', async () => {
    const ids = await queue([
      { at: 5 },
      { at: 1 },
      { priority: 1, at: 9 },
      { priority: 2, at: 8 },
      { at: 1 },
      { priority: 1, at: 3 },
      { at: 0 },
      { priority: 2, at: 7 },
    ]);
    const same = pick(ids, 1, 4).toSorted();
    const order = [...pick(ids, 7, 3, 5, 2, 6), ...same, ...pick(ids, 0)];
    expect(await listed()).toEqual(order);
    for (const limit of [1, 2, 3, 200]) expect(await walk('', limit)).toEqual(order);
  });

  test('shows what an analyst needs to choose a package', async () => {
    const [customerId = ''] = await queue([{ priority: 1, flags: ['NoOwner', 'SimilarName'] }]);
    const { items, nextCursor } = (await ada.call('GET', '/queue')).json().value;
    const { rows } = await database.owner.query(
      'select company_name, partner_customer_id from customers where customer_id = $1',
      [customerId],
    );
    expect(items).toEqual([
      {
        customerId,
        partnerId: api.partner.partnerId,
        partnerName: 'Test partner',
        partnerCustomerId: rows[0].partner_customer_id,
        companyName: rows[0].company_name,
        country: 'NGA',
        businessTypeCode: 'LLC',
        priority: 1,
        reason: 'Submitted',
        queuedAt: '2026-03-01T00:00:00.000Z',
        dueAt: '2026-03-03T00:00:00.000Z',
        attempt: 1,
        flags: ['SimilarName', 'NoOwner'],
        claimedBy: null,
        claimedByName: null,
        claimedAt: null,
        claimEndsAt: null,
        proposal: null,
        sentBack: null,
      },
    ]);
    expect(nextCursor).toBeNull();
  });

  test('shows when each package is due, depending on its reason', async () => {
    const ids = await queue(QUEUE_REASONS.map(() => ({ at: 0 })));
    for (const [at, reason] of QUEUE_REASONS.entries()) {
      await database.owner.query('update reviews set queue_reason = $2 where customer_id = $1', [ids[at], reason]);
    }
    const { items } = (await ada.call('GET', '/queue')).json().value as QueuePage;
    const hours = items.map(({ reason, queuedAt, dueAt }) => [
      reason,
      (Date.parse(dueAt) - Date.parse(queuedAt)) / 3_600_000,
    ]);
    expect(Object.fromEntries(hours)).toEqual({
      Submitted: 48,
      Answered: 24,
      Changed: 24,
      Reopened: 24,
      Monitoring: 8,
    });
  });

  test('shows the claims of others, and their proposals to those who can confirm them', async () => {
    const ids = await queue([{}, { country: 'KEN' }, {}, {}]);
    const [first = '', second = '', third = ''] = ids;
    for (const id of [first, second]) expect((await ada.on(id, 'claim')).statusCode).toBe(200);
    expect((await ben.on(third, 'claim')).statusCode).toBe(200);
    expect(await listed('?claimedBy=others')).toEqual([third]);
    expect(await listed('?claimedBy=others', ben)).toEqual([first, second]);
    expect(await listed('?claimedBy=others', auditor)).toEqual([first, second, third]);
    expect(await walk('&claimedBy=others', 1)).toEqual([third]);
    expect(await listed('?awaiting=Confirmation', ben)).toEqual([]);

    const rejection = { outcome: 'Reject', reasons: [{ code: 'Business.NotAcceptable' }] };
    const proposed = await ada.on(second, 'decisions', rejection);
    expect(proposed.statusCode).toBe(200);
    const { decisionId } = proposed.json().value;
    const asked = (await ben.call('GET', '/queue?awaiting=Confirmation')).json().value as QueuePage;
    expect(asked.items).toEqual([
      expect.objectContaining({
        customerId: second,
        claimedBy: ada.accountId,
        claimedByName: 'Ada Lind',
        proposal: {
          decisionId,
          outcome: 'Reject',
          proposedBy: ada.accountId,
          proposedByName: 'Ada Lind',
          proposedAt: expect.any(String),
        },
      }),
    ]);
    expect(await listed('?awaiting=Confirmation&country=KEN', ben)).toEqual([second]);
    expect(await listed('?awaiting=Confirmation&country=NGA', ben)).toEqual([]);
    expect(await listed('?awaiting=Confirmation'), 'own proposals are for the others').toEqual([]);
    const counts = async (analyst: Analyst) => (await analyst.call('GET', '/queue/counts')).json().value;
    expect(await counts(ada)).toEqual({ waiting: 1, mine: 2, confirm: 0, claimed: 1 });
    expect(await counts(ben)).toEqual({ waiting: 1, mine: 1, confirm: 1, claimed: 2 });
    expect(await counts(auditor)).toEqual({ waiting: 1, mine: 0, confirm: 1, claimed: 3 });

    expect((await ben.on(second, `decisions/${decisionId}/confirm`)).statusCode).toBe(200);
    expect(await listed('?awaiting=Confirmation', ben)).toEqual([]);
    expect(await counts(ben)).toEqual({ waiting: 1, mine: 1, confirm: 0, claimed: 1 });
  });

  test('filters by olderThanHours, as does claim-next', async () => {
    const ids = await queue([{}, {}, {}]);
    const hoursAgo = [1, 30, 80];
    for (const [at, hours] of hoursAgo.entries()) {
      await database.owner.query('update reviews set queued_at = $2 where customer_id = $1', [
        ids[at],
        new Date(Date.now() - hours * 3_600_000),
      ]);
    }
    expect(await listed('?olderThanHours=1')).toEqual(pick(ids, 2, 1, 0));
    expect(await listed('?olderThanHours=24')).toEqual(pick(ids, 2, 1));
    expect(await walk('&olderThanHours=24', 1)).toEqual(pick(ids, 2, 1));
    expect(await listed('?olderThanHours=24&country=NGA&flag=NoOwner')).toEqual([]);
    expect(await listed('?olderThanHours=81')).toEqual([]);
    const next = async (body: unknown) => (await ada.call('POST', '/queue/claim-next', body)).json().value;
    expect(await next({ olderThanHours: 81 })).toBeNull();
    expect((await next({ olderThanHours: 24 })).customerId).toBe(ids[2]);
    for (const hours of ['0', '8761', '1.5', 'x']) {
      expect(outcomeOf(await ada.call('GET', `/queue?olderThanHours=${hours}`))).toBe('400 ValidationControl.Error');
    }
    const { nextCursor } = (await ada.call('GET', '/queue?olderThanHours=1&limit=1')).json().value;
    const other = await ada.call('GET', `/queue?olderThanHours=24&limit=1&cursor=${nextCursor}`);
    expect(outcomeOf(other)).toBe('400 ValidationControl.Error');
  });

  test('combines all filters, and filters by the claiming analyst', async () => {
    const other = await database.addPartner();
    const ids = await queue([
      { country: 'NGA', type: 'LLC' },
      { country: 'KEN', type: 'LLC', flags: ['NoOwner'] },
      { country: 'KEN', type: 'Trust', flags: ['NoOwner', 'ScreeningHit'] },
      { country: 'NGA', type: 'Trust', flags: ['ScreeningHit'] },
    ]);
    const [foreign = ''] = await queue([{ country: 'KEN', at: 10 }], other);
    expect(await listed('?country=KEN')).toEqual([...pick(ids, 1, 2), foreign]);
    expect(await listed('?businessTypeCode=trust')).toEqual(pick(ids, 2, 3));
    expect(await listed('?flag=ScreeningHit')).toEqual(pick(ids, 2, 3));
    expect(await listed(`?partnerId=${other.partnerId}`)).toEqual([foreign]);
    expect(await listed(`?partnerId=${api.partner.partnerId}&country=KEN`)).toEqual(pick(ids, 1, 2));
    expect(await listed('?country=KEN&businessTypeCode=LLC&flag=NoOwner')).toEqual(pick(ids, 1));
    const monitored = `update reviews set queue_reason = 'Monitoring' where customer_id = any($1)`;
    await database.owner.query(monitored, [pick(ids, 0, 2)]);
    expect(await listed('?reason=Monitoring')).toEqual(pick(ids, 0, 2));
    expect(await listed('?reason=Monitoring&flag=NoOwner')).toEqual(pick(ids, 2));
    expect(await walk('&reason=Monitoring', 1)).toEqual(pick(ids, 0, 2));
    expect(await listed('?businessTypeCode=Trust&flag=NoOwner')).toEqual(pick(ids, 2));
    expect(await listed('?businessTypeCode=NoSuchType')).toEqual([]);
    expect(await walk('&country=KEN', 1)).toEqual([...pick(ids, 1, 2), foreign]);
    expect(await walk('&flag=ScreeningHit', 1)).toEqual(pick(ids, 2, 3));

    for (const id of pick(ids, 3, 1)) expect((await ada.on(id, 'claim')).statusCode).toBe(200);
    expect(await listed()).toEqual([...pick(ids, 0, 2), foreign]);
    expect(await listed('?claimedBy=me')).toEqual(pick(ids, 1, 3));
    expect(await listed('?claimedBy=me', ben)).toEqual([]);
    expect(await listed(`?claimedBy=${ada.accountId}`, auditor)).toEqual(pick(ids, 1, 3));
    expect(await walk('&claimedBy=me', 1)).toEqual(pick(ids, 1, 3));
    expect(await listed('?claimedBy=me&country=KEN')).toEqual(pick(ids, 1));
    const [item] = (await ada.call('GET', '/queue?claimedBy=me')).json().value.items;
    expect(item).toMatchObject({ claimedBy: ada.accountId, claimEndsAt: expect.any(String) });
  });

  test.each(REVIEW_FLAGS)('filters by the flag %s, as does claim-next', async (flag) => {
    const ids = await queue([{}, { flags: [flag] }, { flags: REVIEW_FLAGS.filter((one) => one !== flag) }]);
    expect(await listed(`?flag=${flag}`)).toEqual(pick(ids, 1));
    expect((await ada.call('POST', '/queue/claim-next', { flag })).json().value.customerId).toBe(ids[1]);
    expect((await ada.call('POST', '/queue/claim-next', { flag })).json().value).toBeNull();
  });

  test('rejects invalid filters, all at once', async () => {
    const { details } = (
      await ada.call('GET', '/queue?limit=0&flag=Odd&partnerId=x&country=ng&claimedBy=you&cursor=!')
    ).json().error;
    expect(details.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`)).toEqual(
      ['country', 'flag', 'partnerId', 'claimedBy', 'limit', 'cursor'].map(
        (name) => `?${name} ValidationControl.Error`,
      ),
    );
    await queue([{}, {}]);
    const { nextCursor } = (await ada.call('GET', '/queue?limit=1')).json().value;
    for (const query of [`?country=NGA&cursor=${nextCursor}`, '?cursor=AAAA', `?cursor=${nextCursor}A`]) {
      const answer = await ada.call('GET', `/queue${query}`);
      expect(outcomeOf(answer)).toBe('400 ValidationControl.Error');
      expect(answer.json().error.details[0].pointer).toBe('?cursor');
    }
  });

  test('is available only to analysts, supervisors and auditors', async () => {
    for (const reader of [ada, supervisor, auditor]) {
      expect(outcomeOf(await reader.call('GET', '/queue'))).toBe('200');
      expect(outcomeOf(await reader.call('GET', '/queue/counts'))).toBe('200');
      expect(outcomeOf(await reader.call('GET', '/statistics'))).toBe('200');
    }
    for (const path of ['/queue', '/statistics']) {
      expect((await operator.call('GET', path)).statusCode).toBe(403);
      expect((await api.app.inject({ url: `/api/compliance/v1${path}` })).statusCode).toBe(401);
    }
    for (const nobody of [auditor, operator]) {
      expect((await nobody.call('POST', '/queue/claim-next', {})).statusCode).toBe(403);
    }
  });
});

describe('the next package', () => {
  test('is the first in the queue, or the first match, or null if there is none', async () => {
    const ids = await queue([{}, { priority: 2 }, { country: 'KEN' }, { country: 'KEN', type: 'Trust' }]);
    const next = async (body?: unknown) => (await ada.call('POST', '/queue/claim-next', body)).json().value;
    expect(await next()).toMatchObject({
      customerId: ids[1],
      verificationStatus: 'StartedNotCompleted',
      version: 2,
      claimedBy: ada.accountId,
      claimEndsAt: expect.any(String),
    });
    expect((await next({ country: 'KEN', businessTypeCode: 'trust' })).customerId).toBe(ids[3]);
    expect(await next({ country: 'KEN', businessTypeCode: 'trust' })).toBeNull();
    expect((await next({ partnerId: api.partner.partnerId })).customerId).toBe(ids[0]);
    expect((await next({})).customerId).toBe(ids[2]);
    expect(await next({})).toBeNull();
    const { events, audit } = await tracesOf(database, { customerId: ids[1] ?? '' });
    expect(events.at(-1)).toMatchObject({
      type: 'business.verification.updated',
      data: { previousStatus: 'PendingVerification', verificationStatus: 'StartedNotCompleted', reasons: [] },
    });
    expect(audit.at(-1)).toMatchObject({ action: 'business.verification.updated', details: { trigger: 'Claim' } });
  });

  test('is not claimed with invalid filters, which are all reported at once', async () => {
    const answer = await ada.call('POST', '/queue/claim-next', { country: 1, flag: 'Odd', partnerId: 'x' });
    expect(outcomeOf(answer)).toBe('400 ValidationControl.Error');
    expect(answer.json().error.details.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/country',
      '/flag',
      '/partnerId',
    ]);
    for (const body of [[], 'text', 7]) {
      expect(outcomeOf(await ada.call('POST', '/queue/claim-next', body))).toBe('400 ValidationControl.Error');
    }
  });

  test('skips a package that cannot be claimed', async () => {
    const ids = await queue([{}, {}]);
    await database.owner.query(`update customers set verification_status = 'Approved' where customer_id = $1`, [
      ids[0],
    ]);
    expect((await ada.call('POST', '/queue/claim-next', {})).json().value.customerId).toBe(ids[1]);
    expect((await ada.call('POST', '/queue/claim-next', {})).json().value).toBeNull();
  });
});

test('the values of the queue filters are listed with their names', async () => {
  const other = await database.addPartner();
  await database.owner.query(`update partners set name = 'Aardvark Payments' where partner_id = $1`, [other.partnerId]);
  const { countries, businessTypes, partners } = (await ada.call('GET', '/queue/filters')).json().value;
  expect(countries).toContainEqual({ country: 'NGA', name: 'Nigeria' });
  expect(businessTypes).toContainEqual({ businessTypeCode: 'LLC' });
  expect(partners[0]).toEqual({ partnerId: other.partnerId, name: 'Aardvark Payments' });
  expect(partners).toContainEqual({ partnerId: api.partner.partnerId, name: 'Test partner' });
});

test('colleagues are only those to whom a package can be reassigned', async () => {
  await addAccount(database, { realm: 'staff', status: 'Disabled' });
  await addAccount(database, { realm: 'staff', status: 'Invited' });
  await addAccount(database, { realm: 'partner' });
  const { items } = (await supervisor.call('GET', '/colleagues')).json().value as ColleagueList;
  const people = [ada, ben, supervisor].map(({ accountId }) => ({
    accountId,
    name: 'Ada Lind',
    role: accountId === supervisor.accountId ? 'supervisor' : 'analyst',
  }));
  expect(items).toEqual(people.toSorted((a, b) => a.accountId.localeCompare(b.accountId)));
  // Auditors are included on request.
  const all = (await supervisor.call('GET', '/colleagues?include=auditors')).json().value as ColleagueList;
  expect(all.items.filter(({ role }) => role !== 'auditor')).toEqual(items);
  expect(all.items.filter(({ role }) => role === 'auditor').length).toBeGreaterThan(0);
});

describe('a supervisor', () => {
  test('reassigns a package: keeps status and version, starts a new claim, voids the proposal', async () => {
    const customer = await createCustomer(api);
    await ada.on(customer.customerId, 'claim');
    await database.owner.query(
      `insert into review_decisions (partner_id, customer_id, decision_id, outcome, state, attempt, proposed_by, proposed_at)
       values ($1, $2, $3, 'Approve', 'Proposed', 1, $4, now())`,
      [api.partner.partnerId, customer.customerId, crypto.randomUUID(), ada.accountId],
    );
    const before = await tracesOf(database, customer);
    const answer = await supervisor.on(customer.customerId, 'reassign', { accountId: ben.accountId });
    expect(answer.json().value).toMatchObject({
      customerId: customer.customerId,
      verificationStatus: 'StartedNotCompleted',
      version: 2,
      claimedBy: ben.accountId,
      claimEndsAt: expect.any(String),
    });
    const after = await tracesOf(database, customer);
    expect(after.events).toEqual(before.events);
    expect(after.version).toBe(before.version);
    expect(after.audit.slice(before.audit.length)).toEqual([
      { action: 'review.package.reassigned', details: { from: ada.accountId, to: ben.accountId } },
    ]);
    const { rows } = await database.owner.query('select state from review_decisions where customer_id = $1', [
      customer.customerId,
    ]);
    expect(rows).toEqual([{ state: 'Voided' }]);
    expect(await listed('?claimedBy=me', ben)).toEqual([customer.customerId]);
    expect(outcomeOf(await ada.on(customer.customerId, 'release'))).toBe('409 Review.NotYours');
    expect(outcomeOf(await patch(api, customer, { description: 'x' }))).toBe('409 Customer.UnderReview');
    expect(outcomeOf(await ben.on(customer.customerId, 'release'))).toBe('200');
  });

  test('can reassign only to an active reviewer', async () => {
    const customer = await createCustomer(api);
    await ada.on(customer.customerId, 'claim');
    const before = await tracesOf(database, customer);
    const unsuitable = [
      auditor.accountId,
      operator.accountId,
      crypto.randomUUID(),
      await addAccount(database, { realm: 'staff', status: 'Disabled' }),
      await addAccount(database, { realm: 'staff', status: 'Invited' }),
      await addAccount(database, { realm: 'partner' }),
    ];
    for (const accountId of unsuitable) {
      expect(outcomeOf(await supervisor.on(customer.customerId, 'reassign', { accountId }))).toBe(
        '400 Review.AssigneeUnsuitable',
      );
    }
    for (const body of [undefined, {}, { accountId: 'x' }, { accountId: null }]) {
      expect(outcomeOf(await supervisor.on(customer.customerId, 'reassign', body))).toBe('400 ValidationControl.Error');
    }
    expect(await tracesOf(database, customer)).toEqual(before);
    expect(outcomeOf(await supervisor.on(customer.customerId, 'reassign', { accountId: supervisor.accountId }))).toBe(
      '200',
    );
  });

  test('can reassign only a claimed package, and no other role can reassign', async () => {
    const customer = await createCustomer(api);
    const body = { accountId: ben.accountId };
    expect(outcomeOf(await supervisor.on(customer.customerId, 'reassign', body))).toBe('409 Review.StateConflict');
    expect(outcomeOf(await supervisor.on(crypto.randomUUID(), 'reassign', body))).toBe('404 Customer.NotFound');
    await ada.on(customer.customerId, 'claim');
    for (const nobody of [ada, auditor, operator]) {
      expect((await nobody.on(customer.customerId, 'reassign', body)).statusCode).toBe(403);
    }
    expect(await listed('?claimedBy=me')).toEqual([customer.customerId]);
  });
});
