// How a partner's users find and read its customers.
import {
  auditPageSchema,
  businessProfileRecordSchema,
  type CustomerPage,
  customerEventsSchema,
  customerPageSchema,
  customerStatisticsSchema,
  partnerProfileSchema,
  referenceDataSchema,
  verificationStatusSchema,
} from '@onboarding/contract';
import pg from 'pg';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApi, useTestApi } from '../../harness/api.ts';
import { validBody } from '../../harness/bodies.ts';
import { storeCustomers } from '../../harness/customers.ts';
import type { TestDatabase, TestPartner } from '../../harness/database.ts';
import { documentIn } from '../../harness/scenes/documents.ts';
import { decided } from '../../harness/scenes/reviewed.ts';
import {
  type Customer,
  createCustomer,
  patch,
  putBody,
  read,
  setStatus,
  tracesOf,
} from '../../harness/scenes/updates.ts';
import { CONFIRMED_FILE } from '../../harness/servers/kept-files.ts';
import { renewSecondFactor, type SignedIn, signIn } from '../../harness/session.ts';
import { register, storeDeliveries } from '../../harness/webhooks.ts';

let api: TestApi;
let database: TestDatabase;
useTestApi((made) => {
  ({ api, database } = made);
});
const PROFILE = '/api/customer/v1/partner-profile';

let viewer: SignedIn;
let admin: SignedIn;
let outsider: SignedIn;
beforeAll(async () => {
  const { partnerId } = api.partner;
  viewer = await signIn(database, { partnerId, role: 'viewer' });
  admin = await signIn(database, { partnerId });
  outsider = await signIn(database);
});
beforeEach(() => renewSecondFactor(database, admin));

const get = (path: string, person: SignedIn = viewer) =>
  api.app.inject({ url: `${PROFILE}${path}`, headers: person.cookie });

async function list(query: Record<string, string> = {}, person: SignedIn = viewer): Promise<CustomerPage> {
  const answer = await get(`/customers?${new URLSearchParams(query)}`, person);
  expect(answer.statusCode, answer.body).toBe(200);
  return customerPageSchema.strict().parse(answer.json().value);
}

/** Follows the cursor to the end. */
async function listAll(query: Record<string, string>, person: SignedIn = viewer): Promise<string[][]> {
  const pages: string[][] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: CustomerPage = await list({ ...query, ...(cursor === '' ? {} : { cursor }) }, person);
    pages.push(page.items.map(({ customerId }) => customerId));
    cursor = page.nextCursor;
  }
  return pages;
}

const find = async (q: string, more: Record<string, string> = {}, person: SignedIn = viewer) =>
  (await list({ q, ...more }, person)).items.map(({ customerId }) => customerId);

describe('the search', () => {
  let zurich: Customer;
  let cola: Customer;
  beforeAll(async () => {
    zurich = await createCustomer(api, {
      companyName: 'Zürcher Käse & Söhne AG',
      tradingName: 'Alpenglück',
      registrationNumber: 'CHE-12.345',
      partnerCustomerId: 'ORD-2026.77_x',
    });
    cola = await createCustomer(api, {
      companyName: 'Coca-Colada Bottling',
      tradingName: null,
      registrationNumber: 'RC 7654321',
      partnerCustomerId: crypto.randomUUID(),
    });
  });

  test.each([
    ['the start of its name', 'zürch'],
    ['any word of its name', 'käse'],
    ['its name without accents, in capitals', 'KASE ZURCHER'],
    ['its trading name', 'alpen'],
    ['its reference', 'ORD-2026.77_x'],
    ['its reference without punctuation', 'ord2026'],
    ['a part of its reference', '2026 ord'],
    ['its registration number', 'CHE-12.345'],
    ['the start of its registration number without punctuation', 'che123'],
    ['words of several fields', 'söhne alpen che'],
  ])('finds a customer by %s', async (_what, q) => {
    expect(await find(q)).toEqual([zurich.customerId]);
  });

  test('finds a hyphenated word whole or by its parts, a number with or without its space, and a customer by its id', async () => {
    for (const q of ['coca-colada', 'cocacolada', 'colada coca', 'rc7654321', 'RC 7654321', '7654321', 'rc-7654321']) {
      expect(await find(q), q).toEqual([cola.customerId]);
    }
    expect(await find(cola.customerId)).toEqual([cola.customerId]);
    expect(await find(cola.body.partnerCustomerId)).toEqual([cola.customerId]);
  });

  test('finds nothing by the middle of a word, by an additional word that does not match, or by punctuation only', async () => {
    for (const q of ['ürcher', 'olada', 'coca alpen', '--', '%', '_', "'; drop table customers"]) {
      expect(await find(q), q).toEqual([]);
    }
  });

  test('respects every filter of the list', async () => {
    const at = (await list({ q: 'alpen' })).items[0]?.createdAt ?? '';
    const after = new Date(Date.parse(at) + 60_000).toISOString();
    const matching: Record<string, string>[] = [
      { verificationStatus: 'PendingVerification' },
      { businessTypeCode: 'llc' },
      { incorporationCountryIso3Code: 'NGA' },
      { registrationNumber: 'CHE-12.345' },
      { createdFrom: at, createdTo: after },
      { updatedFrom: at, updatedTo: after },
    ];
    for (const filter of matching) expect(await find('alpen', filter), JSON.stringify(filter)).toHaveLength(1);
    const others: Record<string, string>[] = [
      { verificationStatus: 'Approved' },
      { businessTypeCode: 'Trust' },
      { incorporationCountryIso3Code: 'KEN' },
      { registrationNumber: 'CHE' },
      { createdFrom: after },
      { createdTo: at },
      { updatedFrom: after },
      { updatedTo: at },
    ];
    for (const filter of others) expect(await find('alpen', filter), JSON.stringify(filter)).toEqual([]);
  });

  test('finds a renamed customer by its new name immediately, and no longer by the old one', async () => {
    const renamed = await createCustomer(api, { companyName: 'Formerlyso Ltd', tradingName: null });
    expect((await patch(api, renamed, { companyName: 'Nowadays Ltd' })).statusCode).toBe(200);
    expect(await find('formerlyso')).toEqual([]);
    expect(await find('nowadays')).toEqual([renamed.customerId]);
  });

  test("never shows another partner's customers", async () => {
    expect(await find('alpen', {}, outsider)).toEqual([]);
    expect(await find(zurich.customerId, {}, outsider)).toEqual([]);
    const app = new pg.Client({ connectionString: database.appUrl });
    await app.connect();
    const seen = await app.query(
      'select (select count(*) from customer_terms) + (select count(*) from customer_counts) as n',
    );
    await app.end();
    expect(Number(seen.rows[0].n)).toBe(0);
  });
});

describe('pages of a search', () => {
  let person: SignedIn;
  let partner: TestPartner;
  beforeAll(async () => {
    partner = await database.addPartner();
    person = await signIn(database, { partnerId: partner.partnerId, role: 'developer' });
    // Names are "Stored 0" to "Stored 2599"; references begin with "stored" too.
    await storeCustomers(database.owner, { partnerIds: [partner.partnerId], count: 2_600 });
  });

  const storedIds = async (where = 'true') =>
    (
      await database.owner.query(
        `select customer_id from customers where partner_id = $1 and ${where} order by customer_id desc`,
        [partner.partnerId],
      )
    ).rows.map(({ customer_id: id }) => id as string);

  test('show every match once: those with the word itself first, newest first, then longer ones', async () => {
    const pages = await listAll({ q: 'stored', limit: '200' }, person);
    expect(pages.flat()).toEqual(await storedIds());
    const byNumber = await listAll({ q: '25', limit: '7' }, person);
    const named = await storedIds(`company_name = 'Stored 25'`);
    expect(byNumber[0]?.[0]).toBe(named[0]);
    expect(byNumber.flat().toSorted()).toEqual((await storedIds(`company_name ~ '^Stored 25'`)).toSorted());
    expect(byNumber.slice(0, -1).every((page) => page.length === 7)).toBe(true);
  });

  test('continue by cursor when filters exclude almost everything, and miss nothing', async () => {
    await database.owner.query(
      `update customers set verification_status = 'NotStarted' where partner_id = $1 and company_name in ('Stored 3', 'Stored 2599')`,
      [partner.partnerId],
    );
    const pages = await listAll({ q: 'stored', verificationStatus: 'NotStarted', limit: '10' }, person);
    expect(pages.flat()).toEqual(await storedIds(`verification_status = 'NotStarted'`));
    // Each request examines about five hundred terms, and every customer here has two.
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.length).toBeLessThan(13);
  });

  test('reject a cursor of another search with 400', async () => {
    const { nextCursor } = await list({ q: 'stored', limit: '5' }, person);
    for (const query of [{ q: 'store' }, { q: 'stored', businessTypeCode: 'LLC' }, {}]) {
      const answer = await get(`/customers?${new URLSearchParams({ ...query, cursor: nextCursor ?? '' })}`, person);
      expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'ValidationControl.Error']);
    }
  });

  test('match the list and the search of the Partner API, in the same order', async () => {
    const token = await api.issuer.token(partner);
    const searches = ['q=stored+25', 'q=stored&verificationStatus=Approved&limit=20'];
    for (const query of [
      '',
      'verificationStatus=Approved',
      'updatedFrom=2026-03-05',
      'registrationNumber=RC7',
      ...searches,
    ]) {
      const theirs = await api.call('GET', `/partner/v1/business-profiles?${query}`, { token });
      const ours = await list(Object.fromEntries(new URLSearchParams(query)), person);
      const plain = ours.items.map(({ statusChangedAt: _at, nextAction: _action, ...summary }) => summary);
      expect(plain).toEqual(theirs.json().value.items);
      expect(plain.length).toBeGreaterThan(0);
    }
  });
});

describe('the list', () => {
  test('shows when the status last changed, and the next action of the partner', async () => {
    const asked = await createCustomer(api, { companyName: 'Askedfor Ltd' });
    await decided(database, asked, {
      outcome: 'RequestChanges',
      reasons: [{ code: 'Ownership.Incomplete' }, { code: 'Business.NameMismatch' }],
    });
    const plain = await createCustomer(api, { companyName: 'Askedfor Nothing Ltd' });
    const { items } = await list({ q: 'askedfor' });
    expect(items.map(({ customerId, nextAction }) => [customerId, nextAction])).toEqual([
      [plain.customerId, 'None'],
      [asked.customerId, 'AddPeople'],
    ]);
    expect(items[0]?.statusChangedAt).toBe(items[0]?.createdAt);
  });

  test('names the invalid parameter', async () => {
    for (const [query, pointer] of [
      ['q=', '?q'],
      [`q=${'x'.repeat(101)}`, '?q'],
      ['q=a&q=b', '?q'],
      ['createdFrom=2026-11-16&createdTo=2026-11-15', '?createdTo'],
      ['verificationStatus=Lost', '?verificationStatus'],
      ['limit=0', '?limit'],
    ]) {
      const answer = await get(`/customers?${query}`);
      expect([answer.statusCode, answer.json().error.details[0].pointer], query).toEqual([400, pointer]);
    }
  });
});

describe('the counts', () => {
  const statistics = async (person: SignedIn) =>
    customerStatisticsSchema.strict().parse((await get('/customers/statistics', person)).json().value);
  const countsOf = async (person: SignedIn) =>
    Object.fromEntries(
      (await statistics(person)).byStatus
        .filter(({ customers }) => customers !== 0)
        .map(({ verificationStatus, customers }) => [verificationStatus, customers]),
    );

  test('match the table after every create and every status change, by partner or by analyst', async () => {
    const partner = await database.addPartner();
    const person = await signIn(database, { partnerId: partner.partnerId });
    expect(await statistics(person)).toMatchObject({ total: 0 });
    expect((await statistics(person)).byStatus).toHaveLength(6);
    const token = await api.issuer.token(partner);
    const body = validBody();
    const created = await api.call('POST', '/partner/v1/business-profiles', { body, token });
    expect(await countsOf(person)).toEqual({ PendingVerification: 1 });
    const { customerId } = created.json().value;
    const path = `/partner/v1/business-profiles/${customerId}`;
    const customer: Customer = { customerId, path, body, uboIds: [] };
    await setStatus(database, customer, 'ChangesRequested');
    expect(await countsOf(person)).toEqual({ ChangesRequested: 1 });
    const answered = await api.call('PUT', path, { body: putBody(customer), token });
    expect(answered.statusCode).toBe(200);
    expect(await countsOf(person)).toEqual({ PendingVerification: 1 });
    await storeCustomers(database.owner, { partnerIds: [partner.partnerId], count: 70 });
    const { rows } = await database.owner.query(
      'select verification_status, count(*)::int from customers where partner_id = $1 group by 1',
      [partner.partnerId],
    );
    expect(await countsOf(person)).toEqual(Object.fromEntries(rows.map((row) => [row.verification_status, row.count])));
    expect((await statistics(person)).total).toBe(71);
    // A refused create is not counted.
    const again = validBody({ partnerCustomerId: 'taken' });
    for (const status of [200, 409]) {
      const answer = await api.call('POST', '/partner/v1/business-profiles', { body: again, token });
      expect(answer.statusCode).toBe(status);
    }
    expect((await statistics(person)).total).toBe(72);
  });

  test('do not block two concurrent transactions that create customers of one partner', async () => {
    const { partnerId } = await database.addPartner();
    const clients: pg.Client[] = [];
    const stripes = new Set<number>();
    try {
      // Connects until two connections are in different stripes of the counters.
      while (stripes.size < 2) {
        const client = new pg.Client({ connectionString: database.ownerUrl });
        await client.connect();
        const pid = (await client.query('select pg_backend_pid() as pid')).rows[0].pid;
        if (stripes.has(pid % 64)) await client.end();
        else clients.push(client);
        stripes.add(pid % 64);
      }
      for (const client of clients) {
        await client.query(`begin; set local lock_timeout = '5s'`);
        await storeCustomers(client, { partnerIds: [partnerId], count: 3 });
      }
      for (const client of clients) await client.query('commit');
    } finally {
      for (const client of clients) await client.end();
    }
    const person = await signIn(database, { partnerId });
    expect((await statistics(person)).total).toBe(6);
  });
});

describe('a customer', () => {
  let customer: Customer;
  beforeAll(async () => {
    customer = await createCustomer(api);
  });
  const of = (path: string, person?: SignedIn) => get(`/customers/${customer.customerId}${path}`, person);
  const statusOf = async (path: string) => (await api.call('GET', `${customer.path}${path}`)).json().value;

  test('has the same record, status and trail as in the Partner API', async () => {
    const record = businessProfileRecordSchema.strict().parse((await of('')).json().value);
    expect(record).toEqual(await read(api, customer));
    expect(JSON.stringify(record)).not.toContain(customer.body.businessPersonList[0]?.identities[0]?.identityValue);
    const status = verificationStatusSchema.strict().parse((await of('/verification-status')).json().value);
    expect(status).toEqual(await statusOf('/verification-status'));
    const trail = auditPageSchema.strict().parse((await of('/audit?limit=5')).json().value);
    expect(trail).toEqual(await statusOf('/audit?limit=5'));
    expect(trail.items.length).toBeGreaterThan(0);
  });

  test.each(['', '/verification-status', '/audit', '/events'])(
    'is not found by an unknown id or by another partner: %s',
    async (path) => {
      for (const [id, person] of [
        [crypto.randomUUID(), viewer],
        ['nonsense', viewer],
        [customer.customerId, outsider],
      ] as const) {
        const answer = await get(`/customers/${id}${path}`, person);
        expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'Customer.NotFound']);
      }
    },
  );

  test('lists its events, newest first, each with its own deliveries', async () => {
    await register(api, admin);
    const busy = await createCustomer(api);
    expect((await patch(api, busy, { description: 'Something else.' })).statusCode).toBe(200);
    const { events } = await tracesOf(database, busy);
    const stored = await database.owner.query('select event_id, sequence from events where customer_id = $1', [
      busy.customerId,
    ]);
    const first = stored.rows.filter(({ sequence }) => Number(sequence) === 1).map(({ event_id: id }) => id as string);
    const [deliveryId] = await storeDeliveries(database.owner, first, { status: 'Exhausted' });
    const { items } = customerEventsSchema
      .strict()
      .parse((await get(`/customers/${busy.customerId}/events`)).json().value);
    expect(items.map(({ eventType, sequence }) => [eventType, sequence])).toEqual(
      events.toReversed().map(({ type, sequence }) => [type, Number(sequence)]),
    );
    expect(items.length).toBeGreaterThan(2);
    expect(items.filter(({ deliveries }) => deliveries.length > 0)).toMatchObject([
      { sequence: 1, eventId: first[0], deliveries: [{ id: deliveryId, status: 'Exhausted' }] },
    ]);
  });

  test('lists the events that belong to a later page of the trail, by the cursor of that page', async () => {
    const busy = await createCustomer(api);
    for (let change = 0; change < 3; change++)
      expect((await patch(api, busy, { description: `Change ${change}.` })).statusCode).toBe(200);
    const trail = (await get(`/customers/${busy.customerId}/audit?limit=2`)).json().value;
    const next = (await get(`/customers/${busy.customerId}/audit?cursor=${trail.nextCursor}`)).json().value;
    const { items } = (await get(`/customers/${busy.customerId}/events?cursor=${trail.nextCursor}`)).json().value;
    const times = (list: { occurredAt: string }[]) => [...new Set(list.map(({ occurredAt }) => occurredAt))];
    expect(times(items)).toEqual(times(next.items));
    expect(times(items)).not.toContain(trail.items[0].occurredAt);
    const other = await createCustomer(api);
    const answer = await get(`/customers/${other.customerId}/events?cursor=${trail.nextCursor}`);
    expect([answer.statusCode, answer.json().error.details[0].pointer]).toEqual([400, '?cursor']);
  });
});

describe('downloading a document', () => {
  const view = (customerId: string, documentId: string, person: SignedIn = admin) =>
    api.app.inject({
      method: 'GET',
      url: `${PROFILE}/customers/${customerId}/documents/${documentId}/file`,
      headers: person.headers,
    });
  const outcomeOf = ({ statusCode, json }: Awaited<ReturnType<typeof view>>) => `${statusCode} ${json().error.code}`;

  test('returns the checked file as an attachment to an admin, and the trail records who downloaded it', async () => {
    const customer = await createCustomer(api);
    const documentId = await documentIn(api, database, customer, 'Confirmed');
    const before = await tracesOf(database, customer);
    const answer = await view(customer.customerId, documentId);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.rawPayload).toEqual(CONFIRMED_FILE);
    expect(answer.headers['content-disposition']).toBe(
      `attachment; filename="CertificateOfIncorporation-${documentId.slice(0, 8)}.pdf"`,
    );
    const [entry] = (await get(`/customers/${customer.customerId}/audit`)).json().value.items;
    expect(entry).toMatchObject({
      action: 'business.document.viewed',
      actorKind: 'PartnerPerson',
      actorId: admin.accountId,
      details: { documentId },
    });
    const after = await tracesOf(database, customer);
    expect([after.version, after.events]).toEqual([before.version, before.events]);
  });

  test('is refused without an audit entry if there is no readable document', async () => {
    const customer = await createCustomer(api);
    const other = await createCustomer(api);
    const confirmed = await documentIn(api, database, customer, 'Confirmed');
    const rejected = await documentIn(api, database, customer, 'Rejected', {
      documentCategory: 'BankStatement',
      contentType: 'application/pdf',
    });
    const { audit } = await tracesOf(database, customer);
    expect(outcomeOf(await view(customer.customerId, rejected))).toBe('409 Customer.DocumentUnreadable');
    expect(outcomeOf(await view(customer.customerId, crypto.randomUUID()))).toBe('404 Customer.DocumentNotFound');
    expect(outcomeOf(await view(customer.customerId, 'x'))).toBe('404 Customer.DocumentNotFound');
    expect(outcomeOf(await view(other.customerId, confirmed))).toBe('404 Customer.DocumentNotFound');
    expect(outcomeOf(await view('x', confirmed))).toBe('404 Customer.NotFound');
    expect(outcomeOf(await view(customer.customerId, confirmed, outsider))).toBe('404 Customer.NotFound');
    expect((await tracesOf(database, customer)).audit).toEqual(audit);
    await database.owner.query('update customers set data_key = null where customer_id = $1', [customer.customerId]);
    expect(outcomeOf(await view(customer.customerId, confirmed))).toBe('409 Customer.Closed');
  });
});

test('a user can read the partner’s name, standing and limits, even while onboarding is pending', async () => {
  const { partnerId, clientId } = await database.addPartner({ onboardingStatus: 'Pending' });
  await database.owner.query('update partners set writes_per_second = 7 where partner_id = $1', [partnerId]);
  const person = await signIn(database, { partnerId, role: 'viewer' });
  const fresh = await api.app.inject({ url: PROFILE, headers: person.cookie });
  expect(partnerProfileSchema.strict().parse(fresh.json().value)).toMatchObject({
    partnerId,
    clientId,
    name: 'Test partner',
    status: 'Active',
    onboardingStatus: 'Pending',
    limits: { readsPerSecond: 1_000_000, uploadLinksPerSecond: 1_000_000 },
  });
});

test('countries and business types are the same as in the Partner API', async () => {
  const { countries, businessTypes } = referenceDataSchema.parse((await get('/reference-data')).json().value);
  expect(countries).toEqual((await api.call('GET', '/partner/v1/countries')).json().value);
  expect(businessTypes).toEqual((await api.call('GET', '/partner/v1/business-types')).json().value);
});
