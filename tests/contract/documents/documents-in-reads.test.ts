// Documents in the record and in the verification status, and the ETags of both.

import type { ServiceActor } from '@onboarding/domain';
import { enterPartner } from '@onboarding/domain/partners';
import { changeCustomer, changingCustomer, type LockedCustomer, lockCustomer } from '@onboarding/domain/profiles';
import type { Tx } from '@onboarding/platform/postgres';
import { describe, expect, test } from 'vitest';
import { type TestApi, useTestApi } from '../../harness/api.ts';
import { checkChain } from '../../harness/checks/wholeness.ts';
import type { TestDatabase } from '../../harness/database.ts';
import { documentIn, link, setDocument } from '../../harness/scenes/documents.ts';
import { type Customer, createCustomer, patch, tracesOf } from '../../harness/scenes/updates.ts';

let api: TestApi;
let database: TestDatabase;
useTestApi((made) => {
  ({ api, database } = made);
});

const status = async ({ path }: Customer) => (await api.call('GET', `${path}/verification-status`)).json().value;
const record = async ({ path }: Customer) => (await api.call('GET', path)).json().value;

describe('a document', () => {
  test('that is Confirmed is in the record, by id and by reference, and in the verification status', async () => {
    const customer = await createCustomer(api);
    const uboId = customer.uboIds[0];
    const body = { documentCategory: 'Selfie', contentType: 'image/png', uboId };
    const documentId = await documentIn(api, database, customer, 'Confirmed', body);
    const expected = [
      {
        documentId,
        documentCategory: 'Selfie',
        contentType: 'image/png',
        sizeBytes: 5,
        sha256: 'hash',
        status: 'Confirmed',
        refusal: null,
        uboId,
        uploadedAt: '2026-11-15T10:00:00.000Z',
        confirmedAt: '2026-11-15T10:00:01.000Z',
      },
    ];
    expect((await record(customer)).documents).toEqual(expected);
    const byReference = `/partner/v1/business-profiles/by-reference/${customer.body.partnerCustomerId}`;
    expect((await api.call('GET', byReference)).json().value.documents).toEqual(expected);
    expect((await status(customer)).documents).toEqual([
      { documentId, documentCategory: 'Selfie', status: 'Confirmed', refusal: null, uboId },
    ]);
  });

  test.each([
    ['Rejected', 'TooLarge'],
    ['Quarantined', 'Infected'],
  ])('that is %s is shown with its refusal', async (outcome, refusal) => {
    const customer = await createCustomer(api);
    const documentId = await documentIn(api, database, customer, outcome);
    expect((await record(customer)).documents).toMatchObject([
      { documentId, status: outcome, refusal, confirmedAt: null },
    ]);
    expect((await status(customer)).documents).toEqual([
      { documentId, documentCategory: 'CertificateOfIncorporation', status: outcome, refusal, uboId: null },
    ]);
  });

  test.each(['LinkIssued', 'Uploaded', 'Expired', 'Superseded'])(
    'that is %s has no outcome and is not shown, because it did not change the version',
    async (state) => {
      const customer = await createCustomer(api);
      const path = [customer.path, `${customer.path}/verification-status`];
      const before = await Promise.all(path.map((one) => api.call('GET', one)));
      await documentIn(api, database, customer, state);
      const after = await Promise.all(path.map((one) => api.call('GET', one)));
      expect(after.map(({ body, headers }) => [body, headers.etag])).toEqual(
        before.map(({ body, headers }) => [body, headers.etag]),
      );
    },
  );

  test('is listed in the order of the links, and only for its own customer', async () => {
    const customer = await createCustomer(api);
    const other = await createCustomer(api);
    const ids: string[] = [];
    for (const documentCategory of ['TaxCertificate', 'BankStatement', 'BankStatement']) {
      ids.push((await link(api, customer, { documentCategory, contentType: 'image/png' })).documentId);
    }
    for (const id of ids.toReversed()) await setDocument(database, id, 'Confirmed');
    const shown: { documentId: string }[] = (await record(customer)).documents;
    expect(shown.map(({ documentId }) => documentId)).toEqual(ids);
    expect((await record(other)).documents).toEqual([]);
  });

  test('is omitted if 500 newer ones exist', async () => {
    const customer = await createCustomer(api);
    await database.owner.query(
      `insert into documents (partner_id, document_id, customer_id, category, content_type, status, object_key, created_at, link_expires_at)
       select $1, ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $2, 'Other', 'image/png', 'Rejected', 'key', now(), now()
       from generate_series(1, 600) n`,
      [api.partner.partnerId, customer.customerId],
    );
    const shown: { documentId: string }[] = (await record(customer)).documents;
    expect(shown).toHaveLength(500);
    expect(shown[0]?.documentId).toBe('00000000-0000-7000-8000-000000000065');
    expect(shown.at(-1)?.documentId).toBe('00000000-0000-7000-8000-000000000258');
  });
});

// Changes a customer the way modules other than profiles do.
const ADVANCE = changingCustomer('test_advance', {});

async function advance(tx: Tx, before: LockedCustomer, documentId: string, now: Date): Promise<void> {
  const { partnerId } = api.partner;
  const actor: ServiceActor = { kind: 'Service', partnerId, serviceName: 'worker', requestId: 'a-job' };
  const { customerId } = before;
  const data = { customerId, documentId, documentCategory: 'Other', sizeBytes: 5, sha256: 'hash' } as const;
  await changeCustomer(tx, api.context.keys, actor, before, {
    write: ADVANCE,
    values: {},
    action: 'business.document.confirmed',
    facts: { documentId },
    events: [{ type: 'business.document.confirmed', data }],
    now,
  });
}

describe('a change by another module', () => {
  const change = <T>(customer: Customer, work: (tx: Tx, locked: LockedCustomer) => Promise<T>): Promise<T> =>
    api.context.db.transaction(async (tx) => {
      await enterPartner(tx, api.partner.partnerId);
      const locked = await lockCustomer(tx, api.partner.partnerId, customer.customerId);
      if (locked === undefined) throw new Error('There is no such customer');
      return work(tx, locked);
    });

  test('increases the version and the ETags, and continues the sequences of events and audit entries', async () => {
    const customer = await createCustomer(api);
    const paths = [customer.path, `${customer.path}/verification-status`];
    const tags = await Promise.all(paths.map(async (path) => String((await api.call('GET', path)).headers.etag)));
    const { documentId } = await link(api, customer);
    const now = new Date(Date.now() + 1_000);
    await change(customer, (tx, locked) => advance(tx, locked, documentId, now));
    for (const [index, path] of paths.entries()) {
      const again = await api.call('GET', path, { headers: { 'if-none-match': tags[index] ?? '' } });
      expect([path, again.statusCode]).toEqual([path, 200]);
    }
    expect(await record(customer)).toMatchObject({ version: 2, updatedAt: now.toISOString() });
    const traces = await tracesOf(database, customer);
    expect(traces.events.at(-1)).toMatchObject({ type: 'business.document.confirmed', sequence: 3 });
    expect(Number(traces.event_sequence)).toBe(3);
    expect(await checkChain(database.owner, customer.customerId)).toBe(2);
    const { rows } = await database.owner.query(
      `select actor_kind, actor_id, request_id from audit_entries where customer_id = $1 and sequence = 2`,
      [customer.customerId],
    );
    expect(rows).toEqual([{ actor_kind: 'Service', actor_id: 'worker', request_id: 'a-job' }]);
    // The partner's next update continues the chain.
    await patch(api, customer, { description: 'x' }, { 'if-match': '"2"' });
    expect(await checkChain(database.owner, customer.customerId)).toBe(3);
  });

  test('writes nothing if the customer has changed since it was read', async () => {
    const customer = await createCustomer(api);
    const stale = await change(customer, async (_tx, locked) => locked);
    await patch(api, customer, { description: 'x' });
    const before = await tracesOf(database, customer);
    const late = change(customer, (tx) => advance(tx, stale, crypto.randomUUID(), new Date()));
    await expect(late).rejects.toThrow('A locked customer has changed');
    expect(await tracesOf(database, customer)).toEqual(before);
  });
});
