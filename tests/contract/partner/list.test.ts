// GET /partner/v1/business-profiles: filters, cursors and numbered pages. Invalid queries are in list-faults.test.ts.
import {
  businessProfileCursorPageSchema,
  businessProfileNumberedPageSchema,
  businessProfileSummarySchema,
  successSchema,
  VERIFICATION_STATUSES,
} from '@onboarding/contract';
import { uuidFloor } from '@onboarding/platform/ids';
import { beforeAll, describe, expect, test } from 'vitest';
import { type TestApi, useTestApi } from '../../harness/api.ts';
import { validBody } from '../../harness/bodies.ts';
import { storeCustomers } from '../../harness/customers.ts';
import type { TestDatabase, TestPartner } from '../../harness/database.ts';

interface Stored {
  partner_id: string;
  customer_id: string;
  verification_status: string;
  business_type_code: string;
  incorporation_country: string;
  registration_number: string;
  created_at: Date;
  /** In microseconds, the precision of the database. */
  updated: number;
}

let api: TestApi;
let database: TestDatabase;
let outsider: TestPartner;
/** The partner's own rows, newest first. */
let own: Stored[];
useTestApi((made) => {
  ({ api, database } = made);
});

beforeAll(async () => {
  outsider = await database.addPartner();
  const partnerIds = [api.partner.partnerId, api.partner.partnerId, outsider.partnerId];
  await storeCustomers(database.owner, { partnerIds, count: 600 });
  own = await ownRows();
  expect(own.length).toBeGreaterThan(350);
});

async function ownRows(): Promise<Stored[]> {
  const { rows } = await database.owner.query(
    `select *, (extract(epoch from updated_at) * 1000000)::bigint::float8 as updated from customers
     where partner_id = $1 order by customer_id desc`,
    [api.partner.partnerId],
  );
  return rows;
}

const PATH = '/partner/v1/business-profiles';
const cursorAnswer = successSchema(businessProfileCursorPageSchema.strict());
const numberedAnswer = successSchema(businessProfileNumberedPageSchema.strict());

async function page(query: string, token?: string) {
  const answer = await api.call('GET', `${PATH}?${query}`, token === undefined ? {} : { token });
  expect(answer.statusCode, answer.body).toBe(200);
  return cursorAnswer.parse(answer.json()).value;
}

async function numbered(query: string) {
  const answer = await api.call('GET', `${PATH}?${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return numberedAnswer.parse(answer.json()).value;
}

async function follow(
  query: string,
  limit: number,
  between: () => Promise<unknown> = async () => {},
): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const here = await page(`${query}&limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`);
    expect(here.items.length).toBeLessThanOrEqual(limit);
    ids.push(...here.items.map((item) => item.customerId));
    cursor = here.nextCursor;
    if (cursor !== null) await between();
  }
  return ids;
}

async function refused(query: string) {
  const answer = await api.call('GET', `${PATH}?${query}`);
  expect(answer.statusCode, answer.body).toBe(400);
  const { error } = answer.json();
  expect(error.code).toBe('ValidationControl.Error');
  expect(error.message).toBe(error.details[0].message);
  return error.details as { pointer: string; code: string; message: string }[];
}

const at = (text: string) => new Date(text).getTime();
const FILTERS: [string, (row: Stored) => boolean][] = [
  ['', () => true],
  ['verificationStatus=Approved', (row) => row.verification_status === 'Approved'],
  ['verificationStatus=NotStarted', () => false],
  [
    'verificationStatus=Rejected&verificationStatus=Approved',
    (row) => ['Approved', 'Rejected'].includes(row.verification_status),
  ],
  [
    'verificationStatus=Rejected&verificationStatus=Rejected&verificationStatus=ChangesRequested&verificationStatus=NotStarted',
    (row) => ['Rejected', 'ChangesRequested'].includes(row.verification_status),
  ],
  [VERIFICATION_STATUSES.map((status) => `verificationStatus=${status}`).join('&'), () => true],
  [
    VERIFICATION_STATUSES.slice(1)
      .map((status) => `verificationStatus=${status}`)
      .join('&'),
    () => true,
  ],
  ['businessTypeCode=llc', (row) => row.business_type_code === 'LLC'],
  ['businessTypeCode=%20nonPROFIT%20', (row) => row.business_type_code === 'NonProfit'],
  ['businessTypeCode=No_Such_Type', () => false],
  ['incorporationCountryIso3Code=KEN', (row) => row.incorporation_country === 'KEN'],
  ['incorporationCountryIso3Code=QQQ', () => false],
  ['registrationNumber=RC77', (row) => row.registration_number === 'RC77'],
  ['registrationNumber=rc77', () => false],
  ['createdFrom=2026-03-10', (row) => row.created_at.getTime() >= at('2026-03-10')],
  ['createdTo=2026-03-10T05:00:00Z', (row) => row.created_at.getTime() < at('2026-03-10T05:00:00Z')],
  [
    'createdFrom=2026-03-05T05:00:00%2B02:00&createdTo=2026-03-10',
    (row) => row.created_at.getTime() >= at('2026-03-05T03:00:00Z') && row.created_at.getTime() < at('2026-03-10'),
  ],
  ['createdFrom=2026-03-05T05:00:00+02:00', (row) => row.created_at.getTime() >= at('2026-03-05T03:00:00Z')],
  ['createdFrom=0001-01-01&createdTo=9999-12-31T23:59:59.9999Z', () => true],
  ['createdTo=1969-12-31', () => false],
  [
    'verificationStatus=Approved&businessTypeCode=LLC',
    (row) => row.verification_status === 'Approved' && row.business_type_code === 'LLC',
  ],
  [
    'verificationStatus=Approved&verificationStatus=PendingVerification&incorporationCountryIso3Code=NGA&businessTypeCode=LLC',
    (row) =>
      ['Approved', 'PendingVerification'].includes(row.verification_status) &&
      row.business_type_code === 'LLC' &&
      row.incorporation_country === 'NGA',
  ],
  [
    'incorporationCountryIso3Code=NGA&createdFrom=2026-03-08',
    (row) => row.incorporation_country === 'NGA' && row.created_at.getTime() >= at('2026-03-08'),
  ],
  [
    'registrationNumber=RC150&businessTypeCode=LLC&incorporationCountryIso3Code=NGA&verificationStatus=PendingVerification',
    (row) =>
      row.registration_number === 'RC150' &&
      row.business_type_code === 'LLC' &&
      row.incorporation_country === 'NGA' &&
      row.verification_status === 'PendingVerification',
  ],
];

const BY_UPDATE: [string, (row: Stored) => boolean][] = [
  ['updatedFrom=2026-03-20', (row) => row.updated >= at('2026-03-20') * 1000],
  ['updatedTo=2026-09-25', (row) => row.updated < at('2026-09-25') * 1000],
  [
    'updatedFrom=2026-03-05&updatedTo=2026-09-25',
    (row) => row.updated >= at('2026-03-05') * 1000 && row.updated < at('2026-09-25') * 1000,
  ],
  ['updatedFrom=0001-01-01&updatedTo=9999-12-31T23:59:59.9999Z', () => true],
  [
    'updatedFrom=2026-03-05&verificationStatus=Approved&verificationStatus=Rejected&businessTypeCode=LLC',
    (row) =>
      row.updated >= at('2026-03-05') * 1000 &&
      ['Approved', 'Rejected'].includes(row.verification_status) &&
      row.business_type_code === 'LLC',
  ],
  [
    'updatedFrom=2026-06-01&createdFrom=2026-03-05&createdTo=2026-03-15',
    (row) =>
      row.updated >= at('2026-06-01') * 1000 &&
      row.created_at.getTime() >= at('2026-03-05') &&
      row.created_at.getTime() < at('2026-03-15'),
  ],
];
const idsOf = (rows: Stored[]) => rows.map((row) => row.customer_id);
const latestChangeFirst = (a: Stored, b: Stored) => b.updated - a.updated || (a.customer_id < b.customer_id ? 1 : -1);

describe('a search', () => {
  const stored = 'q=stored&verificationStatus=Approved';

  test('finds every match of the partner once, page by page, and none of another partner', async () => {
    const ids = own.filter((row) => row.verification_status === 'Approved').map((row) => row.customer_id);
    expect(ids.length).toBeGreaterThan(20);
    expect((await follow(stored, 7)).toSorted()).toEqual(ids.toSorted());
    const theirs = await page(`${stored}&limit=200`, await api.issuer.token(outsider));
    expect(theirs.items.length).toBeGreaterThan(20);
    expect(theirs.items.filter((item) => ids.includes(item.customerId))).toEqual([]);
  });

  test('finds a customer by its id', async () => {
    const [newest] = own;
    expect((await page(`q=${newest?.customer_id}`)).items.map((item) => item.customerId)).toEqual([
      newest?.customer_id,
    ]);
  });
});

describe('filters', () => {
  test.each(FILTERS)(
    '"%s" returns exactly the matching businesses, newest first, by cursor and by page',
    async (query, matches) => {
      const expected = idsOf(own.filter(matches));
      expect(await follow(query, 47)).toEqual(expected);
      const first = await numbered(`${query}&page=1&pageSize=30`);
      expect(first).toMatchObject({ page: 1, pageSize: 30, total: expected.length, totalIsCapped: false });
      expect(first.items.map((item) => item.customerId)).toEqual(expected.slice(0, 30));
      const third = await numbered(`${query}&page=3&pageSize=30`);
      expect(third.items.map((item) => item.customerId)).toEqual(expected.slice(60, 90));
    },
  );

  test.each(BY_UPDATE)('"%s" returns exactly the matching businesses, latest change first', async (query, matches) => {
    const expected = idsOf(own.filter(matches).sort(latestChangeFirst));
    expect(expected.length).toBeGreaterThan(10);
    expect(await follow(query, 7)).toEqual(expected);
    const second = await numbered(`${query}&page=2&pageSize=9`);
    expect(second.items.map((item) => item.customerId)).toEqual(expected.slice(9, 18));
    expect(second.total).toBe(expected.length);
  });

  test('mostly match at least one stored business, so that the tests above are meaningful', () => {
    expect(FILTERS.filter(([, matches]) => own.some(matches)).length).toBeGreaterThan(FILTERS.length - 6);
  });

  test('round fractions of a millisecond up', async () => {
    const row = own[5];
    const written = row?.created_at.toISOString() ?? '';
    const ids = async (query: string) => (await page(query)).items.map((item) => item.customerId);
    expect(await ids(`limit=200&createdFrom=${written}`)).toContain(row?.customer_id);
    expect(await ids(`limit=200&createdFrom=${written.replace('Z', '001Z')}`)).not.toContain(row?.customer_id);
    expect(await ids(`limit=200&createdTo=${written}&createdFrom=2026-03-01`)).not.toContain(row?.customer_id);
    expect(await ids(`limit=200&createdTo=${written.replace('Z', '001Z')}`)).toContain(row?.customer_id);
  });

  test('use the same lowest id for a time as the database', async () => {
    for (const moment of ['1970-01-01T00:00:00.000Z', '2026-11-15T09:30:00.123Z', '9999-12-31T23:59:59.999Z']) {
      const { rows } = await database.owner.query('select uuid_floor($1) as floor', [moment]);
      expect(uuidFloor(new Date(moment))).toBe(rows[0].floor);
    }
  });
});

describe('items', () => {
  test('are summaries of the full record', { tags: ['S-44', 'S-155', 'S-204'] }, async () => {
    const body = validBody();
    const customerId = (await api.create(body)).json().value.customerId;
    const [newest] = (await page('limit=1')).items;
    const read = await api.call('GET', `${PATH}/${customerId}`);
    expect(newest).toEqual(businessProfileSummarySchema.parse(read.json().value));
    const sent = (await api.call('GET', `${PATH}?limit=1`)).json().value.items[0];
    expect(sent).toMatchObject({ customerId, partnerCustomerId: body.partnerCustomerId });
    for (const left of ['businessPersonList', 'documents', 'addresses', 'financials', 'updated_position']) {
      expect(sent).not.toHaveProperty(left);
    }
    await removeNewer();
  });

  test('default to 50 per page', async () => {
    expect((await page('')).items).toHaveLength(50);
    expect((await page('limit=1')).items).toHaveLength(1);
    expect((await page('limit=200')).items).toHaveLength(200);
    expect(await numbered('page=1')).toMatchObject({ page: 1, pageSize: 50 });
    expect((await numbered('pageSize=3')).items).toHaveLength(3);
  });

  test("never include another partner's, with any filter", { tags: ['S-204'] }, async () => {
    const token = await api.issuer.token(outsider);
    const mine = new Set(idsOf(own));
    for (const query of [
      'limit=200',
      'limit=200&verificationStatus=Approved&verificationStatus=Rejected',
      'limit=200&updatedFrom=2026-01-01',
    ]) {
      const theirs = await page(query, token);
      expect(theirs.items.length).toBeGreaterThan(10);
      expect(theirs.items.filter((item) => mine.has(item.customerId))).toEqual([]);
    }
  });

  test('are empty for a partner without customers', async () => {
    const token = await api.issuer.token(await database.addPartner());
    expect(await page('', token)).toEqual({ items: [], nextCursor: null });
  });
});

/** Deletes what a test has created in addition to the stored rows. */
async function removeNewer(): Promise<void> {
  const ids = idsOf(own);
  for (const table of ['reviews', 'identities', 'people', 'customers']) {
    await database.owner.query(`delete from ${table} where partner_id = $1 and customer_id <> all($2)`, [
      api.partner.partnerId,
      ids,
    ]);
  }
}

describe('a cursor', () => {
  test('returns every business that existed at the start, each once, while others are created', async () => {
    const seen = await follow('verificationStatus=PendingVerification&verificationStatus=Approved', 20, () =>
      api.create(validBody()),
    );
    const expected = own.filter((row) => ['PendingVerification', 'Approved'].includes(row.verification_status));
    expect(seen).toEqual(idsOf(expected));
    expect(await follow('', 90, () => api.create(validBody()))).toEqual(expect.arrayContaining(idsOf(own)));
    expect((await ownRows()).length).toBeGreaterThan(own.length + 8);
    await removeNewer();
  });

  test('can be used with another limit', async () => {
    const first = await page('limit=10');
    const second = await page(`limit=25&cursor=${first.nextCursor}`);
    expect(second.items.map((item) => item.customerId)).toEqual(idsOf(own.slice(10, 35)));
  });

  test('is null on the last page, even if that page is full', async () => {
    const full = await page(`createdFrom=${own[9]?.created_at.toISOString()}&limit=10`);
    expect(full.items).toHaveLength(10);
    expect(full.nextCursor).toBeNull();
  });

  test('is rejected with other filters or another order, with advice to omit it', async () => {
    const { nextCursor } = await page('limit=5&verificationStatus=Approved');
    for (const query of [
      '',
      'verificationStatus=Rejected',
      'verificationStatus=Approved&businessTypeCode=LLC',
      'verificationStatus=Approved&updatedFrom=2026-01-01',
    ]) {
      const [problem] = await refused(`${query}&cursor=${nextCursor}`);
      expect(problem).toEqual({
        pointer: '?cursor',
        code: 'ValidationControl.Error',
        message: expect.stringMatching(/different filters.*omit the cursor/),
      });
    }
    const same = await page(`verificationStatus=Approved&verificationStatus=Approved&limit=5&cursor=${nextCursor}`);
    expect(same.items).toHaveLength(5);
  });

  test('of another partner is rejected like a forged one', async () => {
    const theirs = await page('limit=5', await api.issuer.token(outsider));
    expect(theirs.nextCursor).not.toBeNull();
    const [problem] = await refused(`cursor=${theirs.nextCursor}`);
    expect(problem?.message).toMatch(/nextCursor of an earlier page/);
  });

  test('is rejected after any modification, and does not reveal its content', async () => {
    const { nextCursor, items } = await page('limit=5');
    const cursor = nextCursor ?? '';
    expect(Buffer.from(cursor, 'base64url').toString('latin1')).not.toContain(items.at(-1)?.customerId ?? '');
    const changed = [...cursor].map(
      (letter, place) => cursor.slice(0, place) + (letter === 'A' ? 'B' : 'A') + cursor.slice(place + 1),
    );
    for (const one of [...changed, cursor.slice(1), cursor.slice(0, -1), `${cursor}A`, cursor + cursor]) {
      const [problem] = await refused(`cursor=${one}`);
      expect(problem?.pointer).toBe('?cursor');
    }
  });

  test.each([
    '',
    'x',
    'null',
    'A'.repeat(22),
    'A'.repeat(100),
    'A'.repeat(300),
    'A'.repeat(301),
    '%00',
    '../..',
    'a%20b',
    '=',
    '1',
  ])('"%s" is rejected', async (cursor) => {
    expect((await refused(`cursor=${cursor}`)).map((problem) => problem.pointer)).toEqual(['?cursor']);
  });
});

describe('pages', () => {
  test('end at 10,000 rows, and the error refers to the cursor', async () => {
    expect((await numbered('page=50&pageSize=200')).items).toEqual([]);
    for (const query of ['page=51&pageSize=200', 'page=10001&pageSize=1', 'page=201', `page=${'9'.repeat(60)}`]) {
      const [problem] = await refused(query);
      expect(problem).toMatchObject({ pointer: '?page', message: expect.stringContaining('nextCursor') });
    }
  });

  test('cap the total at 10,000 and mark it as capped', async () => {
    const partner = await database.addPartner();
    const token = await api.issuer.token(partner);
    const totalOf = async () => {
      const answer = await api.call('GET', `${PATH}?page=50&pageSize=200`, { token });
      return numberedAnswer.parse(answer.json()).value;
    };
    await storeCustomers(database.owner, { partnerIds: [partner.partnerId], count: 10_000, everyMs: 1000 });
    const exact = await totalOf();
    expect([exact.total, exact.totalIsCapped, exact.items.length]).toEqual([10_000, false, 200]);
    await storeCustomers(database.owner, { partnerIds: [partner.partnerId], count: 2, from: new Date('2025-01-01') });
    const capped = await totalOf();
    expect([capped.total, capped.totalIsCapped, capped.items.length]).toEqual([10_000, true, 200]);
  });

  test.each(['page=1&limit=5', 'pageSize=5&limit=5', 'page=1&cursor=abc', 'pageSize=1&cursor=abc'])(
    'cannot be combined with cursors or limit: %s',
    async (query) => {
      const [problem] = await refused(query);
      expect(problem?.pointer).toBe(query.startsWith('pageSize') ? '?pageSize' : '?page');
      expect(problem?.message).toMatch(/cannot be combined/);
    },
  );
});
