// The audit trail of a customer, as read by our staff and by its partner.
import { auditPageSchema, reviewAuditPageSchema } from '@onboarding/contract';
import { PARTNER_FACTS } from '@onboarding/domain/audit';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Analyst, signInAnalyst, useTeam } from '../../harness/analysts.ts';
import type { TestApi } from '../../harness/api.ts';
import { validPerson } from '../../harness/bodies.ts';
import type { TestDatabase } from '../../harness/database.ts';
import { documentIn } from '../../harness/scenes/documents.ts';
import { type Customer, createCustomer, patch } from '../../harness/scenes/updates.ts';

let api: TestApi;
let database: TestDatabase;
let ada: Analyst;
let ben: Analyst;
useTeam((team) => {
  ({ api, database, ada, ben } = team);
});

let customer: Customer;
beforeAll(async () => {
  customer = await reviewed();
});

/** A customer with a long history: changes requested, answered, rejected by two analysts, reopened. */
async function reviewed(): Promise<Customer> {
  const made = await createCustomer(api);
  const { customerId } = made;
  const supervisor = await signInAnalyst(api, database, 'supervisor');
  const done = async (by: Analyst, operation: string, body?: unknown) => {
    const answer = await by.on(customerId, operation, body);
    expect(answer.statusCode, `${operation}: ${answer.body}`).toBe(200);
    return answer.json().value;
  };
  const documentId = await documentIn(api, database, made, 'Confirmed');
  await done(ada, 'claim');
  await done(ada, `people/${made.uboIds[0]}/verdict`, {
    verdict: 'ChangesRequested',
    reasonCode: 'Person.DetailsMismatch',
  });
  expect((await ada.openDocument(customerId, documentId)).statusCode).toBe(200);
  await done(ada, 'notes', { text: 'Something private.' });
  await done(ada, 'decisions', { outcome: 'RequestChanges', reasons: [{ code: 'Ownership.Incomplete' }] });
  expect((await patch(api, made, { businessPersonList: [validPerson()] })).statusCode).toBe(200);
  await done(ben, 'claim');
  const { decisionId } = await done(ben, 'decisions', {
    outcome: 'Reject',
    reasons: [{ code: 'Business.NotAcceptable' }],
  });
  await done(ada, `decisions/${decisionId}/confirm`);
  await done(supervisor, 'reopen');
  return made;
}

const staffPage = async (query = '', { customerId } = customer) =>
  (await ada.call('GET', `/packages/${customerId}/audit${query}`)).json();
const partnerPage = async (query = '', { path } = customer) => (await api.call('GET', `${path}/audit${query}`)).json();

/** All pages, following the cursor. */
async function allOf<Item>(
  page: (query: string) => Promise<{ value: { items: Item[]; nextCursor: string | null } }>,
  limit: number,
): Promise<Item[][]> {
  const pages: Item[][] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = `?limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`;
    const { value } = await page(query);
    pages.push(value.items);
    cursor = value.nextCursor;
  }
  return pages;
}

describe('our staff read', () => {
  test('every entry with its actor and the hash from the chain, newest first', async () => {
    const { items, nextCursor } = reviewAuditPageSchema.strict().parse((await staffPage()).value);
    const { rows } = await database.owner.query(
      'select sequence::int, action, encode(hash, $2) as hash from audit_entries where customer_id = $1 order by sequence desc',
      [customer.customerId, 'hex'],
    );
    expect(nextCursor).toBeNull();
    expect(items.map(({ sequence, action, hash }) => ({ sequence, action, hash }))).toEqual(rows);
    const actors = new Set(items.map((item) => `${item.actorKind} ${item.actorName}`));
    expect(actors).toEqual(new Set(['StaffPerson Ada Lind', 'Client null']));
    expect(items.map((item) => item.action)).toEqual(
      expect.arrayContaining(['review.document.viewed', 'review.note.written', 'business.person.verdict']),
    );
  });

  test('pages that contain each entry once', async () => {
    const whole = (await staffPage()).value.items;
    const pages = await allOf(staffPage, 3);
    expect(pages.length).toBe(Math.ceil(whole.length / 3));
    expect(pages.flat()).toEqual(whole);
    // Entries added meanwhile are newer than the first page.
    const { nextCursor } = (await staffPage('?limit=2')).value;
    await ada.on(customer.customerId, 'notes', { text: 'Another.' });
    expect((await staffPage(`?limit=2&cursor=${nextCursor}`)).value.items).toEqual(whole.slice(2, 4));
  });

  test('a 404 for an unknown customer', async () => {
    for (const id of [crypto.randomUUID(), 'x']) {
      expect((await ada.call('GET', `/packages/${id}/audit`)).json().error.code).toBe('Customer.NotFound');
    }
  });
});

describe('a partner reads', () => {
  test('what was done to its customer, but no internal entries', async () => {
    const { items } = auditPageSchema.strict().parse((await partnerPage()).value);
    expect(items.map((item) => item.action).toReversed()).toEqual([
      'business.profile.created',
      'business.verification.updated',
      'business.person.verdict',
      'business.verification.updated',
      'business.profile.updated',
      'business.verification.updated',
      'business.verification.updated',
      'business.verification.updated',
    ]);
    expect(items.find((item) => item.details.trigger === 'RequestChanges')).toMatchObject({
      actorKind: 'StaffPerson',
      actorId: null,
      details: { previousStatus: 'StartedNotCompleted', reasons: ['Ownership.Incomplete'] },
    });
    expect(items.at(-1)).toMatchObject({ actorKind: 'Client', actorId: api.partner.clientId });
  });

  test('no ids or names of our staff, no hashes and no sequence numbers', async () => {
    const answer = await api.call('GET', `${customer.path}/audit`);
    for (const secret of [ada.accountId, ben.accountId, 'Ada Lind', 'hash', 'sequence', 'private']) {
      expect([secret, answer.body.includes(secret)]).toEqual([secret, false]);
    }
  });

  test('pages that contain each entry once', async () => {
    const whole = (await partnerPage()).value.items;
    expect((await allOf(partnerPage, 3)).flat()).toEqual(whole);
  });

  test('only facts that are listed as visible to partners', async () => {
    const { rows } = await database.owner.query(
      `select distinct key from audit_entries, jsonb_object_keys(details::jsonb) as key where starts_with(action, 'business.')`,
    );
    const kept = rows.map(({ key }) => key).filter((key) => !PARTNER_FACTS.includes(key));
    // A new fact must be added to PARTNER_FACTS, or excluded here.
    expect(kept).toEqual([]);
    await database.owner.query(
      `insert into audit_entries (partner_id, audit_id, customer_id, sequence, action, actor_kind, actor_id, request_id,
         occurred_at, details, previous_hash, hash)
       select partner_id, $2, customer_id, 999, 'business.profile.erased', 'Operator', 'an operator', 'r', now(),
         '{"version":9,"reason":"request 4711","identities":1}', '', ''
       from customers where customer_id = $1`,
      [customer.customerId, 'ffffffff-0000-7000-8000-000000000000'.replace('ffffffff-0000', newest())],
    );
    expect((await partnerPage('?limit=1')).value.items).toMatchObject([
      { actorKind: 'Operator', actorId: null, details: { version: 9, identities: 1 } },
    ]);
    expect(JSON.stringify(await partnerPage())).not.toMatch(/request 4711|an operator/);
  });

  test("a 403 for another partner's customer and a 404 for an unknown one", async () => {
    const token = await api.issuer.token(await database.addPartner());
    const theirs = await api.call('GET', `${customer.path}/audit`, { token });
    expect([theirs.statusCode, theirs.json().error.code]).toEqual([403, 'Partner.NotAuthorized']);
    const nobody = await api.call('GET', `/partner/v1/business-profiles/${crypto.randomUUID()}/audit`);
    expect([nobody.statusCode, nobody.json().error.code]).toEqual([404, 'Customer.NotFound']);
  });
});

/** The first 12 digits of a UUIDv7 one hour from now. */
function newest(): string {
  const hex = (Date.now() + 3_600_000).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}

describe('a cursor', () => {
  test('of another trail, or an invalid one, is rejected with the parameter named', async () => {
    const other = await createCustomer(api);
    await patch(api, other, { tradingName: 'Other' });
    const { nextCursor } = (await staffPage('?limit=1', other)).value;
    expect(nextCursor).toEqual(expect.any(String));
    const damaged = `${nextCursor.slice(0, -2)}${nextCursor.endsWith('A') ? 'B' : 'A'}${nextCursor.at(-1)}`;
    for (const cursor of [nextCursor, damaged, 'x', 'AAAA']) {
      for (const page of [staffPage, partnerPage]) {
        const { error } = await page(`?cursor=${cursor}`);
        expect(error).toMatchObject({ code: 'ValidationControl.Error', details: [{ pointer: '?cursor' }] });
      }
    }
    for (const query of ['?limit=0', '?limit=201', '?limit=x', '?limit=1&limit=2', '?cursor=%20']) {
      expect([query, (await staffPage(query)).error.code]).toEqual([query, 'ValidationControl.Error']);
      expect([query, (await partnerPage(query)).error.code]).toEqual([query, 'ValidationControl.Error']);
    }
  });
});

describe('the role of a process', () => {
  const ROLES = ['appUrl', 'staffUrl', 'workerUrl', 'identityUrl'] as const;
  const WRITES = [
    `update audit_entries set details = '{}'`,
    'delete from audit_entries',
    'truncate audit_entries',
    'drop table audit_entries',
    'alter table audit_entries disable row level security',
  ];

  test.each(ROLES)('cannot change or remove audit entries: %s', async (role) => {
    const client = new pg.Client({ connectionString: database[role] });
    await client.connect();
    try {
      await client.query('select * from enter_partner($1)', [api.partner.partnerId]).catch(() => {});
      for (const sql of WRITES) {
        await expect(client.query(sql), sql).rejects.toMatchObject({ code: '42501' });
      }
      const { rows } = await database.owner.query(
        `select inhrelid::regclass::text as part from pg_inherits where inhparent = 'audit_entries'::regclass`,
      );
      expect(rows.length).toBeGreaterThan(0);
      for (const { part } of rows) {
        await expect(client.query(`delete from ${part}`), part).rejects.toMatchObject({ code: '42501' });
      }
    } finally {
      await client.end();
    }
  });
});
