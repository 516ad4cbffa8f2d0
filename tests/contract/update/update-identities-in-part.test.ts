// Identities that are sent with their identityId, and the rules over a person who is sent in part.
import { decrypt } from '@onboarding/platform/crypto';
import { describe, expect, test } from 'vitest';
import { type TestApi, useTestApi } from '../../harness/api.ts';
import { validAddress, validIdentity, validPerson } from '../../harness/bodies.ts';
import { ACCEPTED, messagesOf, outcomeOf, refusedWith, warningsOf } from '../../harness/cases/create-answers.ts';
import type { TestDatabase } from '../../harness/database.ts';
import { documentIn } from '../../harness/scenes/documents.ts';
import { type Customer, createCustomer, patch, put, read, rowsOf, tracesOf } from '../../harness/scenes/updates.ts';

let api: TestApi;
let database: TestDatabase;
useTestApi((made) => {
  ({ api, database } = made);
});

const CONTROL = 'ValidationControl.Error';
const FIRST = '/businessPersonList/0';
const KINDS = ['PUT', 'PATCH'] as const;

const send = (kind: (typeof KINDS)[number], customer: Customer, ...people: unknown[]) =>
  kind === 'PUT'
    ? put(api, customer, { businessPersonList: people })
    : patch(api, customer, { businessPersonList: people });

/** Anna has a national id without dates and a passport with both; Ben has only a national id. */
async function newCustomer() {
  const national = validIdentity();
  const passport = {
    identityTypeCode: 'PASSPORT',
    issuingCountry: 'NGA',
    identityValue: `A${validIdentity().identityValue.slice(0, 8)}`,
    issueDate: '2020-02-29',
    expiryDate: '2096-02-29',
  };
  const people = [validPerson({ identities: [national, passport], percentageShare: 60 }), validPerson()];
  const customer = await createCustomer(api, { businessPersonList: people });
  const [uboId = '', ben = ''] = customer.uboIds;
  const shown = await identitiesOf(customer);
  const [nationalId = '', passportId = ''] = shown.map(({ identityId }) => identityId);
  return { customer, uboId, ben, national, passport, nationalId, passportId, shown, people };
}

interface Shown {
  identityId: string;
  identityTypeCode: string;
  identityValueMasked: string;
}
const identitiesOf = async (customer: Customer, index = 0): Promise<Shown[]> =>
  (await read(api, customer)).businessPersonList[index].identities;

/** The current numbers of a person, opened. */
async function numbersOf(customer: Customer, uboId: string): Promise<string[]> {
  const { rows } = await database.owner.query('select data_key, data_key_id from customers where customer_id = $1', [
    customer.customerId,
  ]);
  const wrapped = { wrapped: rows[0].data_key, keyId: rows[0].data_key_id };
  const key = api.context.keys.unwrapDataKey(wrapped, customer.customerId);
  const identities = await rowsOf(database, 'identities', customer);
  return identities
    .filter((row) => row.ubo_id === uboId && row.replaced_at === null)
    .map((row) => decrypt(key, row.value_cipher as Buffer, String(row.identity_id)).toString());
}

describe.each(KINDS)('an identity that is sent with its identityId in a %s', (kind) => {
  test.each([
    ['issueDate', '2021-03-01'],
    ['issueDate', null],
    ['expiryDate', '2097-01-31'],
    ['issuingCountry', 'GHA'],
  ])('changes only its %s to %s, and keeps its number', async (field, value) => {
    const { customer, uboId, nationalId, passportId, national, passport, shown } = await newCustomer();
    const sent = [{ identityId: nationalId }, { identityId: passportId.toUpperCase(), [field]: value }];
    const answer = await send(kind, customer, { uboId, identities: sent });
    expect([outcomeOf(answer), warningsOf(answer), answer.json().value.version]).toEqual([ACCEPTED, [], 2]);
    const [first, second] = await identitiesOf(customer);
    expect(first).toEqual(shown[0]);
    expect(second).toEqual({ ...shown[1], identityId: expect.any(String), [field]: value });
    expect(second?.identityId).not.toBe(passportId);
    expect(await numbersOf(customer, uboId)).toEqual([national.identityValue, passport.identityValue]);
    const { events, everything } = await tracesOf(database, customer);
    expect(events.at(-1)).toMatchObject({
      type: 'business.person.updated',
      data: { uboId, changedFields: ['identities'] },
    });
    expect(everything).not.toContain(national.identityValue);
    expect(everything).not.toContain(passport.identityValue);
  });

  test('changes only its type, if the stored number is valid for it', async () => {
    const { customer, uboId, nationalId, passportId, national, passport, shown } = await newCustomer();
    const sent = [{ identityId: nationalId, identityTypeCode: 'BVN' }, { identityId: passportId }];
    expect(outcomeOf(await send(kind, customer, { uboId, identities: sent }))).toEqual(ACCEPTED);
    const after = await identitiesOf(customer);
    expect(after.map((one) => one.identityTypeCode).sort()).toEqual(['BVN', 'PASSPORT']);
    expect(after.find((one) => one.identityTypeCode === 'PASSPORT')).toEqual(shown[1]);
    expect((await numbersOf(customer, uboId)).sort()).toEqual([national.identityValue, passport.identityValue].sort());
  });

  test('changes only its number', async () => {
    const { customer, uboId, passportId, nationalId, shown } = await newCustomer();
    const sent = [{ identityId: nationalId }, { identityId: passportId, identityValue: 'B70707999' }];
    expect(outcomeOf(await send(kind, customer, { uboId, identities: sent }))).toEqual(ACCEPTED);
    const after = await identitiesOf(customer);
    expect(after).toEqual([shown[0], { ...shown[1], identityId: expect.any(String), identityValueMasked: '****7999' }]);
  });

  test('changes only its document, which later corrections of the person keep', async () => {
    const { customer, uboId, nationalId, passportId, shown } = await newCustomer();
    const body = { documentCategory: 'IdentityFront', contentType: 'application/pdf', uboId };
    const documentUploadId = await documentIn(api, database, customer, 'Confirmed', body);
    const sent = [{ identityId: nationalId }, { identityId: passportId, documentUploadId }];
    expect(outcomeOf(await send(kind, customer, { uboId, identities: sent }))).toEqual(ACCEPTED);
    const after = await identitiesOf(customer);
    expect(after).toEqual([shown[0], { ...shown[1], identityId: expect.any(String), documentUploadId }]);
    const later = await send(kind, customer, { uboId, phone: '+2348031234599' });
    expect([outcomeOf(later), later.json().value.version]).toEqual([ACCEPTED, 3]);
    expect(await identitiesOf(customer)).toEqual(after);
  });

  test('stays the same row if nothing else is sent; those that are not in the list are removed', async () => {
    const { customer, uboId, nationalId, passportId, shown } = await newCustomer();
    const both = await send(kind, customer, {
      uboId,
      identities: [{ identityId: passportId }, { identityId: nationalId }],
    });
    expect([outcomeOf(both), both.json().value.version]).toEqual([ACCEPTED, 1]);
    const one = await send(kind, customer, { uboId, identities: [{ identityId: passportId }] });
    expect([outcomeOf(one), one.json().value.version]).toEqual([ACCEPTED, 2]);
    expect(await identitiesOf(customer)).toEqual([shown[1]]);
  });

  test('is followed by one without an id, which is added', async () => {
    const { customer, uboId, nationalId, shown } = await newCustomer();
    const added = { ...validIdentity(), identityTypeCode: 'BVN' };
    expect(outcomeOf(await send(kind, customer, { uboId, identities: [{ identityId: nationalId }, added] }))).toEqual(
      ACCEPTED,
    );
    expect(await identitiesOf(customer)).toMatchObject([shown[0], { identityTypeCode: 'BVN' }]);
  });

  test.each(['identityTypeCode', 'issuingCountry', 'identityValue'])('refuses null for its %s', async (field) => {
    const { customer, uboId, nationalId } = await newCustomer();
    const answer = await send(kind, customer, { uboId, identities: [{ identityId: nationalId, [field]: null }] });
    expect(outcomeOf(answer)).toEqual(refusedWith([`${FIRST}/identities/0/${field}`, CONTROL]));
    expect(messagesOf(answer)[0]).toContain('cannot be null; omit it to leave it unchanged');
  });

  test('is refused if it is unknown, of another person, replaced, or sent twice', async () => {
    const { customer, uboId, nationalId, passportId } = await newCustomer();
    const [ofBen] = await identitiesOf(customer, 1);
    const identity = { identityId: passportId, expiryDate: '2097-01-31' };
    await send(kind, customer, { uboId, identities: [{ identityId: nationalId }, identity] });
    const answers = [];
    for (const identityId of [crypto.randomUUID(), ofBen?.identityId, passportId]) {
      const answer = await send(kind, customer, { uboId, identities: [{ identityId, expiryDate: '2097-01-31' }] });
      expect(outcomeOf(answer)).toEqual(
        refusedWith(
          ...['identityId', 'identityTypeCode', 'issuingCountry', 'identityValue'].map(
            (field) => [`${FIRST}/identities/0/${field}`, CONTROL] as const,
          ),
        ),
      );
      answers.push(messagesOf(answer));
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    const twice = [{ identityId: nationalId }, { identityId: nationalId.toUpperCase() }];
    expect(outcomeOf(await send(kind, customer, { uboId, identities: twice }))).toEqual(
      refusedWith([`${FIRST}/identities/1/identityId`, CONTROL]),
    );
    expect((await read(api, customer)).version).toBe(2);
  });

  test('is ignored with a warning if its person is sent without a uboId', async () => {
    const { customer, people, national, passport } = await newCustomer();
    const sent = [{ ...national, identityId: crypto.randomUUID() }, passport];
    const answer = await send(kind, customer, { ...people[0], identities: sent });
    expect([outcomeOf(answer), warningsOf(answer), answer.json().value.version]).toEqual([
      ACCEPTED,
      [[`${FIRST}/identities/0/identityId`, 'Field.Unknown']],
      1,
    ]);
  });
});

type Scene = Awaited<ReturnType<typeof newCustomer>>;

/** Changes that break a rule together with what stays, and where the problems are. */
const BROKEN: [name: string, people: (scene: Scene) => unknown[], ...pointers: string[]][] = [
  [
    'a residence in which a stored identity is not accepted',
    ({ uboId }) => [{ uboId, address: { ...validAddress(), countryCode: 'GHA' } }],
    `${FIRST}/identities/0/issuingCountry`,
    `${FIRST}/identities/0/expiryDate`,
  ],
  [
    'a type for which the stored number is wrong and a date is missing',
    ({ uboId, nationalId }) => [{ uboId, identities: [{ identityId: nationalId, identityTypeCode: 'PASSPORT' }] }],
    `${FIRST}/identities/0/identityValue`,
    `${FIRST}/identities/0/expiryDate`,
  ],
  [
    'an issuing country whose documents are not accepted for the stored type',
    ({ uboId, nationalId }) => [{ uboId, identities: [{ identityId: nationalId, issuingCountry: 'GHA' }] }],
    `${FIRST}/identities/0/issuingCountry`,
  ],
  [
    'a number that is wrong for the stored type',
    ({ uboId, nationalId }) => [{ uboId, identities: [{ identityId: nationalId, identityValue: '7' }] }],
    `${FIRST}/identities/0/identityValue`,
  ],
  [
    'an issue date after the stored expiry date, and in the future',
    ({ uboId, passportId }) => [{ uboId, identities: [{ identityId: passportId, issueDate: '2098-01-01' }] }],
    `${FIRST}/identities/0/issueDate`,
    `${FIRST}/identities/0/expiryDate`,
  ],
  [
    'a required date that is cleared',
    ({ uboId, passportId }) => [{ uboId, identities: [{ identityId: passportId, expiryDate: null }] }],
    `${FIRST}/identities/0/expiryDate`,
  ],
  [
    'a share that exceeds 100 with the stored share of another person in the request',
    ({ uboId, ben }) => [{ uboId }, { uboId: ben, percentageShare: 41 }],
    '/businessPersonList',
  ],
  [
    'the e-mail of another person of the profile',
    ({ uboId, people }) => [{ uboId, email: people[1]?.email.toUpperCase() }],
    `${FIRST}/uboId`,
  ],
  [
    'the stored e-mail of an earlier person of the request',
    ({ uboId, ben, people }) => [{ uboId }, { uboId: ben, email: people[0]?.email }],
    '/businessPersonList/1/uboId',
    '/businessPersonList/1/email',
  ],
  ['the same person twice', ({ uboId }) => [{ uboId }, { uboId, lastName: 'Bello' }], '/businessPersonList/1/uboId'],
  [
    'the same person twice, first by e-mail',
    ({ uboId, people }) => [
      { ...people[0], percentageShare: null },
      { uboId, lastName: 'Bello' },
    ],
    '/businessPersonList/1/uboId',
  ],
  [
    'the same person twice, then by e-mail',
    ({ uboId, people }) => [
      { uboId, lastName: 'Bello' },
      { ...people[0], percentageShare: null },
    ],
    '/businessPersonList/1/email',
  ],
];

describe.each(KINDS)('a %s with part of a person is refused for', (kind) => {
  test.each(BROKEN)('%s', async (_name, people, ...pointers) => {
    const scene = await newCustomer();
    const answer = await send(kind, scene.customer, ...people(scene));
    expect(outcomeOf(answer)).toEqual(refusedWith(...pointers.map((pointer) => [pointer, CONTROL] as const)));
    expect(answer.body).not.toContain(scene.national.identityValue);
    expect(answer.body).not.toContain(scene.passport.identityValue);
    expect((await read(api, scene.customer)).version).toBe(1);
  });

  test('a stored identity that has expired, until the request corrects it', async () => {
    const { customer, uboId, nationalId, passportId } = await newCustomer();
    await database.owner.query(`update identities set expiry_date = '2024-02-29' where identity_id = $1`, [passportId]);
    const phone = '+2348031234599';
    expect(outcomeOf(await send(kind, customer, { uboId, phone }))).toEqual(
      refusedWith([`${FIRST}/identities/1/expiryDate`, CONTROL]),
    );
    const identities = [{ identityId: nationalId }, { identityId: passportId, expiryDate: '2096-02-29' }];
    expect(outcomeOf(await send(kind, customer, { uboId, phone, identities }))).toEqual(ACCEPTED);
  });
});

describe.each(KINDS)('a %s with part of a person is accepted', (kind) => {
  test('without shares, although the stored shares exceed 100: they are only a warning', async () => {
    const { customer, uboId, ben } = await newCustomer();
    await send(kind, customer, { uboId: ben, percentageShare: 50 });
    const answer = await send(kind, customer, { uboId, phone: '+2348031234599' }, { uboId: ben, phone: null });
    expect([outcomeOf(answer), warningsOf(answer), answer.json().value.version]).toEqual([
      ACCEPTED,
      [['/businessPersonList', 'Ownership.AboveHundred']],
      3,
    ]);
  });

  test('for a new residence together with an identity that is accepted there', async () => {
    const { customer, uboId, passportId, shown } = await newCustomer();
    const address = { ...validAddress(), countryCode: 'GHA' };
    const answer = await send(kind, customer, { uboId, address, identities: [{ identityId: passportId }] });
    expect(outcomeOf(answer)).toEqual(ACCEPTED);
    expect(await identitiesOf(customer)).toEqual([shown[1]]);
  });
});
