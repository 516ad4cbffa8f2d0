// What analysts compare before they decide: a business with its last snapshot, an identity number with a document, a hit with
// its subject. None of it shows an identity number, and none is visible to partners.
import type { KeyObject } from 'node:crypto';
import type { FindingAnswer, PackageChanges, PackageRecord } from '@onboarding/contract';
import type { StaffPerson } from '@onboarding/domain';
import { dataKeyOf } from '@onboarding/domain/profiles';
import { compareNumber } from '@onboarding/domain/review-work';
import { decrypt, openKeyRing } from '@onboarding/platform/crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Analyst, useTeam } from '../../harness/analysts.ts';
import type { TestApi } from '../../harness/api.ts';
import { validIdentity, validPerson } from '../../harness/bodies.ts';
import { openTestDb } from '../../harness/connecting.ts';
import type { TestDatabase } from '../../harness/database.ts';
import { documentIn } from '../../harness/scenes/documents.ts';
import { screened } from '../../harness/scenes/reviewed.ts';
import { type Customer, createCustomer, patch } from '../../harness/scenes/updates.ts';
import { outcomeOf, proposalOf } from '../../harness/scenes/verdicts.ts';
import { TEST_KEY_RING } from '../../harness/values.ts';

let api: TestApi;
let database: TestDatabase;
let ada: Analyst;
let ben: Analyst;
let auditor: Analyst;
useTeam((team) => {
  ({ api, database, ada, ben, auditor } = team);
});

const NUMBER = '70707123456';
const OTHER = '70707999998';
/** Ids are removed because they may contain any four digits. */
const withoutIds = (value: unknown) => JSON.stringify(value).replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, '');

let customer: Customer;
beforeEach(async () => {
  const identities = [{ ...validIdentity(), identityValue: NUMBER }];
  customer = await createCustomer(api, { businessPersonList: [validPerson({ identities })] });
  await database.owner.query('update reviews set screening_due_at = null where customer_id = $1', [
    customer.customerId,
  ]);
});

const claim = async () => expect((await ada.on(customer.customerId, 'claim')).statusCode).toBe(200);
const packageNow = async (): Promise<PackageRecord> =>
  (await ada.call('GET', `/packages/${customer.customerId}`)).json().value;
const changes = async (query = ''): Promise<PackageChanges> => {
  const answer = await auditor.call('GET', `/packages/${customer.customerId}/changes${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().value;
};
const trail = async () =>
  (
    await database.owner.query(
      'select action, details::jsonb as facts from audit_entries where customer_id = $1 order by sequence desc',
      [customer.customerId],
    )
  ).rows;

async function storedKeyOf({ customerId }: Customer): Promise<KeyObject> {
  const { rows } = await database.owner.query(
    'select customer_id as "customerId", data_key as "dataKey", data_key_id as "dataKeyId" from customers where customer_id = $1',
    [customerId],
  );
  return dataKeyOf(openKeyRing(TEST_KEY_RING), rows[0]);
}

const REQUEST = { outcome: 'RequestChanges', reasons: [{ code: 'Business.NameMismatch' }] };
async function requestChanges(): Promise<string> {
  await claim();
  const answer = await ada.on(customer.customerId, 'decisions', REQUEST);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().value.decisionId;
}

describe('the changes since the last decision', () => {
  const NOTHING = { fields: [], people: [], documents: [] };

  test('are empty before the first decision and right after it', async () => {
    expect(await changes()).toEqual({ since: null, ...NOTHING });
    const decisionId = await requestChanges();
    expect(await changes()).toEqual({
      since: { decisionId, outcome: 'RequestChanges', attempt: 1, decidedAt: expect.any(String) },
      ...NOTHING,
    });
  });

  test('list each field before and after: business, people, identities and documents', async () => {
    const known = await documentIn(api, database, customer, 'Confirmed');
    await requestChanges();
    const [person] = customer.body.businessPersonList;
    const added = validPerson({ firstName: 'Bisi', lastName: 'Added' });
    const renewed = { ...validIdentity(), identityValue: NUMBER, expiryDate: '2039-01-01' };
    const answer = await patch(api, customer, {
      companyName: 'Another Name Ltd',
      tradingName: null,
      addresses: [{ ...customer.body.addresses[0], city: 'Abuja' }],
      businessPersonList: [
        { ...person, lastName: 'Married', address: { ...person?.address, city: 'Ibadan' }, identities: [renewed] },
        added,
      ],
    });
    expect(answer.statusCode, answer.body).toBe(200);
    const documentId = await documentIn(api, database, customer, 'Confirmed');
    const { fields, people, documents } = await changes();
    expect(fields).toContainEqual({
      pointer: '/companyName',
      before: customer.body.companyName,
      after: 'Another Name Ltd',
    });
    expect(fields).toContainEqual({
      pointer: '/addresses/0/city',
      before: customer.body.addresses[0]?.city,
      after: 'Abuja',
    });
    expect(fields.map(({ pointer }) => pointer).sort()).toEqual(
      ['/addresses/0/city', '/companyName', ...(customer.body.tradingName ? ['/tradingName'] : [])].sort(),
    );
    expect(people).toEqual([
      {
        uboId: customer.uboIds[0],
        name: `${person?.firstName} Married`,
        change: 'Changed',
        fields: [
          { pointer: '/lastName', before: person?.lastName, after: 'Married' },
          { pointer: '/address/city', before: person?.address.city, after: 'Ibadan' },
        ],
        identities: [
          {
            identityId: expect.any(String),
            change: 'Changed',
            identityTypeCode: renewed.identityTypeCode,
            issuingCountry: renewed.issuingCountry,
            number: 'Same',
            fields: [expect.objectContaining({ pointer: '/expiryDate', after: '2039-01-01' })],
          },
        ],
      },
      { uboId: expect.any(String), name: 'Bisi Added', change: 'Added', fields: [], identities: [] },
    ]);
    expect(documents).toEqual([
      expect.objectContaining({ documentId, change: 'Added', before: null, after: 'Confirmed' }),
    ]);
    expect(documents.map((one) => one.documentId)).not.toContain(known);
  });

  test('show only that an identity number has changed, not the number', async () => {
    await requestChanges();
    const [person] = customer.body.businessPersonList;
    const identities = [{ ...validIdentity(), identityValue: OTHER }];
    expect((await patch(api, customer, { businessPersonList: [{ ...person, identities }] })).statusCode).toBe(200);
    const found = await changes();
    expect(found.people[0]?.identities).toMatchObject([{ change: 'Changed', number: 'Changed' }]);
    expect(withoutIds(found)).not.toMatch(/70707|9998|3456|\*\*/);
  });

  test('are relative to the last decision that took effect, or to the requested one', async () => {
    const first = await requestChanges();
    await patch(api, customer, { companyName: 'Second Ltd', businessPersonList: customer.body.businessPersonList });
    const second = await requestChanges();
    expect(await changes()).toMatchObject({ since: { decisionId: second, attempt: 2 }, ...NOTHING });
    expect(await changes(`?since=${first}`)).toMatchObject({
      since: { decisionId: first, attempt: 1 },
      fields: [{ pointer: '/companyName', before: customer.body.companyName, after: 'Second Ltd' }],
    });
    const unknown = await ada.call('GET', `/packages/${customer.customerId}/changes?since=${crypto.randomUUID()}`);
    expect(outcomeOf(unknown)).toBe('404 Review.DecisionNotFound');
  });

  test("use a snapshot taken on approval, not on proposal, encrypted with the customer's key", async () => {
    await claim();
    const proposed = await ada.on(customer.customerId, 'decisions', proposalOf('Approve'));
    expect((await changes()).since).toBeNull();
    const { decisionId } = proposed.json().value;
    expect((await ben.on(customer.customerId, `decisions/${decisionId}/confirm`)).statusCode).toBe(200);
    expect((await changes()).since).toMatchObject({ decisionId, outcome: 'Approve' });
    const { rows } = await database.owner.query('select content_cipher from package_snapshots where customer_id = $1', [
      customer.customerId,
    ]);
    expect(rows).toHaveLength(1);
    const openedWith = (key: KeyObject) => decrypt(key, rows[0].content_cipher, decisionId).toString('utf8');
    expect(openedWith(await storedKeyOf(customer))).toContain(customer.body.companyName);
    const ofAnother = await storedKeyOf(await createCustomer(api));
    expect(() => openedWith(ofAnother)).toThrow();
  });

  test('are recorded as a read when requested', async () => {
    await requestChanges();
    const reads = async () =>
      (
        await database.owner.query('select 1 from staff_reads where customer_id = $1 and account_id = $2', [
          customer.customerId,
          auditor.accountId,
        ])
      ).rowCount ?? 0;
    const before = await reads();
    await changes();
    expect(await reads()).toBe(before + 1);
  });
});

describe('an identity number', () => {
  const identityIdNow = async () => (await packageNow()).business.businessPersonList[0]?.identities[0]?.identityId;
  const compare = async (by: Analyst, value: string) =>
    by.on(customer.customerId, `identities/${await identityIdNow()}/compare`, { value });

  test('matches only the full number, regardless of notation, and every attempt is audited', async () => {
    const tries: [string, boolean][] = [
      [' 7070 712-3456 ', true],
      ['70707123457', false],
      ['3456', false],
    ];
    for (const [value, matches] of tries) {
      expect((await compare(ada, value)).json().value, value).toMatchObject({ matches });
    }
    expect((await compare(ada, '')).statusCode).toBe(400);
    const entries = (await trail()).filter(({ action }) => action === 'review.identity.compared');
    expect(entries.map(({ facts }) => facts.matches)).toEqual([false, false, true]);
    expect(withoutIds(entries)).not.toMatch(/3456|3457/);
    const { comparisons } = await packageNow();
    expect(comparisons).toMatchObject([
      { identityId: await identityIdNow(), accountId: ada.accountId, name: 'Ada Lind', matches: false },
    ]);
    await compare(ben, NUMBER);
    expect((await packageNow()).comparisons.map(({ matches }) => matches).sort()).toEqual([false, true]);
  });

  test('can be compared five times per hour and analyst', async () => {
    const left: number[] = [];
    for (let time = 0; time < 5; time++) left.push((await compare(ada, 'wrong')).json().value.triesLeft);
    expect(left).toEqual([4, 3, 2, 1, 0]);
    const refused = await compare(ada, NUMBER);
    expect(outcomeOf(refused)).toBe('429 Review.ComparisonLimit');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
    expect((await compare(ben, NUMBER)).json().value).toMatchObject({ matches: true, triesLeft: 4 });
    await database.owner.query(`update identity_comparisons set begun_at = begun_at - interval '1 hour'`);
    expect((await compare(ada, NUMBER)).json().value).toMatchObject({ matches: true, triesLeft: 4 });
  });

  test('can be compared after a key rotation', async () => {
    const keys = { ...TEST_KEY_RING.keys, k2: Buffer.alloc(32, 9).toString('base64') };
    const rotated = openKeyRing({ current: 'k2', keys });
    const db = openTestDb(database.staffUrl);
    const person = { kind: 'StaffPerson', realm: 'staff', accountId: ada.accountId, role: 'analyst', requestId: 'r' };
    const identityId = (await identityIdNow()) ?? '';
    const compared = await db.transaction((tx) =>
      compareNumber(
        tx,
        { ...api.context, keys: rotated },
        person as StaffPerson,
        { customerId: customer.customerId, identityId },
        { value: NUMBER },
      ),
    );
    expect(compared.matches).toBe(true);
    await db.close();
  });

  test('gets 404 if it is of another business or was replaced', async () => {
    const mine = await identityIdNow();
    const other = await createCustomer(api);
    expect(outcomeOf(await ada.on(other.customerId, `identities/${mine}/compare`, { value: NUMBER }))).toBe(
      '404 Review.SubjectNotFound',
    );
    const [person] = customer.body.businessPersonList;
    const identities = [{ ...validIdentity(), identityValue: OTHER }];
    await patch(api, customer, { businessPersonList: [{ ...person, identities }] });
    const replaced = await ada.on(customer.customerId, `identities/${mine}/compare`, { value: NUMBER });
    expect(outcomeOf(replaced)).toBe('404 Review.SubjectNotFound');
  });
});

describe('a screening hit', () => {
  const HIT = {
    listName: 'us_ofac_sdn',
    entityId: 'NK-1',
    name: 'Someone',
    score: 0.83,
    birthDates: ['1961'],
    countries: ['IRN'],
    aliases: ['Abu'],
    topics: ['sanction'],
  };
  const screen = (hits: object[] = [HIT], at = new Date()) =>
    screened(database, customer, { uboId: customer.uboIds[0], hits, at });
  const judge = (by: Analyst, screeningId: string, finding: object, entityId = HIT.entityId) =>
    by.on(customer.customerId, `screenings/${screeningId}/hits/${entityId}/finding`, {
      listName: HIT.listName,
      ...finding,
    });
  const hitsNow = async () => (await packageNow()).screenings.flatMap(({ hits }) => hits ?? []);

  test('is shown with its details and its finding: by whom, when and why', async () => {
    const screeningId = await screen();
    await claim();
    expect(await hitsNow()).toEqual([{ ...HIT, finding: null }]);
    const answer = await judge(ada, screeningId, { finding: 'NotTheSame', note: 'Another year of birth.' });
    expect(answer.json().value satisfies FindingAnswer).toMatchObject({ finding: 'NotTheSame', openHits: 0 });
    expect(await hitsNow()).toEqual([
      {
        ...HIT,
        finding: {
          finding: 'NotTheSame',
          note: 'Another year of birth.',
          foundBy: { accountId: ada.accountId, name: expect.any(String) },
          foundAt: expect.any(String),
        },
      },
    ]);
    const [entry] = await trail();
    expect(entry).toEqual({
      action: 'review.hit.judged',
      facts: { screeningId, uboId: customer.uboIds[0], finding: 'NotTheSame' },
    });
    const { rows } = await database.owner.query('select * from hit_findings where customer_id = $1', [
      customer.customerId,
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/NK-1|ofac|year of birth/);
  });

  test('without a finding prevents proposing or confirming an approval, but not a rejection', async () => {
    const screeningId = await screen([HIT, { ...HIT, entityId: 'NK-2' }]);
    await claim();
    const approve = () => ada.on(customer.customerId, 'decisions', proposalOf('Approve'));
    expect(outcomeOf(await approve())).toBe('409 Review.HitOpen');
    expect((await judge(ada, screeningId, { finding: 'NotTheSame' })).json().value.openHits).toBe(1);
    expect(outcomeOf(await approve())).toBe('409 Review.HitOpen');
    // A hit found to be the Same is left to the analysts' judgement: not every listed person is sanctioned.
    await judge(ada, screeningId, { finding: 'Same' }, 'NK-2');
    const { decisionId } = (await approve()).json().value;
    // A real screening would void the proposal; this row is written directly.
    await screen([{ ...HIT, entityId: 'NK-3' }], new Date(Date.now() + 1_000));
    expect(outcomeOf(await ben.on(customer.customerId, `decisions/${decisionId}/confirm`))).toBe('409 Review.HitOpen');
    await ada.on(customer.customerId, `decisions/${decisionId}/withdraw`);
    expect((await ada.on(customer.customerId, 'decisions', proposalOf('Reject'))).statusCode).toBe(200);
  });

  test('keeps its finding in a later screening unless the entry or the subject has changed', async () => {
    const screeningId = await screen();
    await claim();
    await judge(ada, screeningId, { finding: 'NotTheSame' });
    const later = (seconds: number) => new Date(Date.now() + seconds * 1_000);
    await screen([{ ...HIT, score: 0.91 }], later(1));
    expect(await hitsNow()).toMatchObject([{ score: 0.91, finding: { finding: 'NotTheSame' } }]);
    await screen([{ ...HIT, birthDates: ['1961', '1980'] }], later(2));
    expect(await hitsNow()).toMatchObject([{ finding: null }]);
    const last = await screen([HIT], later(3));
    expect(await hitsNow()).toMatchObject([{ finding: { finding: 'NotTheSame' } }]);
    await database.owner.query(`update screenings set subject_hash = 'another' where screening_id = $1`, [last]);
    expect(await hitsNow()).toMatchObject([{ finding: null }]);
    // Only hits of the latest screening can be judged.
    expect(outcomeOf(await judge(ada, screeningId, { finding: 'Same' }))).toBe('404 Review.SubjectNotFound');
  });

  test('can be judged only by the analyst who has the package, and a different finding voids the proposal', async () => {
    const screeningId = await screen();
    expect(outcomeOf(await judge(ada, screeningId, { finding: 'Same' }))).toBe('409 Review.StateConflict');
    await claim();
    expect(outcomeOf(await judge(ben, screeningId, { finding: 'Same' }))).toBe('409 Review.NotYours');
    await judge(ada, screeningId, { finding: 'NotTheSame' });
    await ada.on(customer.customerId, 'decisions', proposalOf('Approve'));
    const entries = (await trail()).length;
    await judge(ada, screeningId, { finding: 'NotTheSame', note: '' });
    expect(await trail(), 'the same again is nothing new').toHaveLength(entries);
    expect((await packageNow()).decisions[0]?.state).toBe('Proposed');
    await judge(ada, screeningId, { finding: 'Same' });
    expect((await packageNow()).decisions[0]).toMatchObject({ state: 'Voided', voidedBy: 'Verdict' });
  });

  test('is distinguished from a hit with the same id on another list', async () => {
    const screeningId = await screen([HIT, { ...HIT, listName: 'eu_csl' }]);
    await claim();
    await judge(ada, screeningId, { listName: 'eu_csl', finding: 'NotTheSame' });
    expect((await hitsNow()).map(({ listName, finding }) => [listName, finding?.finding])).toEqual([
      ['us_ofac_sdn', undefined],
      ['eu_csl', 'NotTheSame'],
    ]);
  });
});

test('only the analyst who has the package can request another screening, which blocks approval until done', async () => {
  const again = (by: Analyst) => by.on(customer.customerId, 'screen-again');
  expect(outcomeOf(await again(ada))).toBe('409 Review.StateConflict');
  await claim();
  expect(outcomeOf(await again(ben))).toBe('409 Review.NotYours');
  expect((await again(ada)).json().value).toEqual({ customerId: customer.customerId, screeningPending: true });
  expect((await packageNow()).screeningPending).toBe(true);
  expect(outcomeOf(await ada.on(customer.customerId, 'decisions', proposalOf('Approve')))).toBe(
    '409 Review.ScreeningPending',
  );
  expect((await trail())[0]?.action).toBe('review.screening.requested');
});
