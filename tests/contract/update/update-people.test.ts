// People on PUT and PATCH: recognised or added, never removed; their identities are replaced as a whole.
import { decrypt } from '@onboarding/platform/crypto';
import { describe, expect, test } from 'vitest';
import { type TestApi, useTestApi } from '../../harness/api.ts';
import { validIdentity, validPerson } from '../../harness/bodies.ts';
import { ACCEPTED, outcomeOf, refusedWith } from '../../harness/cases/create-answers.ts';
import type { TestDatabase } from '../../harness/database.ts';
import { type Customer, createCustomer, patch, put, read, tracesOf } from '../../harness/scenes/updates.ts';

let api: TestApi;
let database: TestDatabase;
useTestApi((made) => {
  ({ api, database } = made);
});

const CONTROL = 'ValidationControl.Error';
const [ANNA, BEN] = [validPerson({ firstName: 'Anna' }), validPerson({ firstName: 'Ben' })];
const withTwo = () => createCustomer(api, { businessPersonList: [ANNA, BEN] });

const send = (kind: 'PUT' | 'PATCH', customer: Customer, ...people: unknown[]) =>
  kind === 'PUT'
    ? put(api, customer, { businessPersonList: people })
    : patch(api, customer, { businessPersonList: people });

const peopleOf = async (customer: Customer) => (await read(api, customer)).businessPersonList;

/** All identity rows of a person, including replaced ones. */
async function identitiesOf(uboId: string) {
  const { rows } = await database.owner.query('select * from identities where ubo_id = $1 order by identity_id', [
    uboId,
  ]);
  return rows;
}

/** The event published for every change, so that receivers that use no other event miss nothing. */
const updated = ({ customerId, body }: Customer, ...changedFields: string[]) => ({
  type: 'business.profile.updated',
  sequence: 4,
  data: {
    customerId,
    partnerCustomerId: body.partnerCustomerId,
    verificationStatus: 'PendingVerification',
    version: 2,
    changedFields,
  },
});

describe.each(['PUT', 'PATCH'] as const)('%s', (kind) => {
  test('adds people that are not on the profile, and removes no one', {
    tags: ['S-78', 'S-222', 'S-317', 'S-318'],
  }, async () => {
    const customer = await withTwo();
    const added = [
      validPerson({ firstName: 'Cleo' }),
      validPerson({ firstName: 'Dora', ownershipType: ['DIRECTOR', 'SHAREHOLDER'] }),
    ];
    expect(outcomeOf(await send(kind, customer, ...added))).toEqual(ACCEPTED);
    const people = await peopleOf(customer);
    expect(people.map((person: { firstName: string }) => person.firstName)).toEqual(['Anna', 'Ben', 'Cleo', 'Dora']);
    for (const [index, { identities, ...fields }] of added.entries()) {
      expect(people[2 + index]).toMatchObject(fields);
      const masked = `****${identities[0]?.identityValue.slice(-4)}`;
      expect(people[2 + index].identities[0].identityValueMasked).toBe(masked);
    }
    const { events } = await tracesOf(database, customer);
    expect(events.slice(3)).toEqual([
      updated(customer, 'businessPersonList'),
      ...added.map(({ ownershipType }, index) => ({
        type: 'business.person.added',
        sequence: 5 + index,
        data: { customerId: customer.customerId, uboId: people[2 + index].uboId, ownershipType },
      })),
    ]);
  });

  test.each([
    ['e-mail', (_uboId: string) => ({})],
    ['e-mail in another case and with blanks', () => ({ email: ` ${BEN.email.toUpperCase()} ` })],
    ['uboId', (uboId: string) => ({ uboId, email: `new-${crypto.randomUUID()}@people.example` })],
    ['uboId in another case', (uboId: string) => ({ uboId: uboId.toUpperCase() })],
  ])('recognises a person by %s and updates them', { tags: ['S-222', 'S-317'] }, async (_by, means) => {
    const customer = await withTwo();
    const [anna, ben = ''] = customer.uboIds;
    const sent = { ...BEN, ...means(ben), lastName: 'Bello', nationality: 'GHA', percentageShare: 33 };
    expect(outcomeOf(await send(kind, customer, sent))).toEqual(ACCEPTED);
    const people = await peopleOf(customer);
    expect(people.map((person: { uboId: string }) => person.uboId)).toEqual([anna, ben]);
    expect(people[1]).toMatchObject({
      firstName: 'Ben',
      lastName: 'Bello',
      nationality: 'GHA',
      percentageShare: 33,
      email: sent.email.trim(),
    });
    const { events, everything } = await tracesOf(database, customer);
    const email = sent.email.trim() === BEN.email ? [] : ['email'];
    expect(events.slice(3)).toEqual([
      updated(customer, 'businessPersonList'),
      {
        type: 'business.person.updated',
        sequence: 5,
        data: {
          customerId: customer.customerId,
          uboId: ben,
          changedFields: ['lastName', 'nationality', ...email, 'percentageShare'],
        },
      },
    ]);
    expect(everything).not.toMatch(/Bello|\.example|Ben/i);
  });

  test('changes nothing for an unchanged person, even with ownership types in another order', async () => {
    const both = { ...BEN, ownershipType: ['UBO', 'DIRECTOR'] };
    const customer = await createCustomer(api, { businessPersonList: [ANNA, both] });
    const answer = await send(kind, customer, ANNA, { ...both, ownershipType: ['DIRECTOR', 'UBO'] });
    expect([outcomeOf(answer), answer.json().value.version]).toEqual([ACCEPTED, 1]);
    expect((await tracesOf(database, customer)).events).toHaveLength(3);
  });

  test('rejects an unknown uboId, a uboId that contradicts the e-mail, and the same person twice', async () => {
    const customer = await withTwo();
    const [anna, ben] = customer.uboIds;
    const other = await withTwo();
    const outsider = `outsider-${crypto.randomUUID()}@people.example`;
    const cases: [unknown[], ...string[]][] = [
      [[{ ...validPerson(), uboId: crypto.randomUUID() }], '/businessPersonList/0/uboId'],
      [[{ ...validPerson(), uboId: other.uboIds[0] }], '/businessPersonList/0/uboId'],
      [[{ ...validPerson(), uboId: 'x' }], '/businessPersonList/0/uboId'],
      [[{ ...BEN, uboId: anna }], '/businessPersonList/0/uboId'],
      [
        [
          { ...BEN, uboId: ben },
          { ...BEN, email: outsider, uboId: ben },
        ],
        '/businessPersonList/1/uboId',
      ],
      [[{ ...BEN, email: outsider, uboId: ben }, BEN], '/businessPersonList/1/email'],
      [[BEN, BEN], '/businessPersonList/1/email'],
    ];
    for (const [people, ...pointers] of cases) {
      const expected = refusedWith(...pointers.map((pointer) => [pointer, CONTROL] as const));
      expect(outcomeOf(await send(kind, customer, ...people))).toEqual(expected);
    }
    expect((await read(api, customer)).version).toBe(1);
  });

  test('requires nationality for every person, added or updated', { tags: ['S-78', 'S-324'] }, async () => {
    const customer = await withTwo();
    const { nationality: _one, ...ben } = BEN;
    const { nationality: _other, ...added } = validPerson();
    expect(outcomeOf(await send(kind, customer, ben, added))).toEqual(
      refusedWith(['/businessPersonList/0/nationality', CONTROL], ['/businessPersonList/1/nationality', CONTROL]),
    );
  });
});

test('PATCH keeps the omitted fields of a person and clears those that are null; PUT clears omitted ones', {
  tags: ['S-217'],
}, async () => {
  const customer = await withTwo();
  const { phone, birthDate, taxResidenceCountry, percentageShare, ...ben } = BEN;
  const optional = { phone, birthDate, taxResidenceCountry, percentageShare };
  const stored = async () => {
    const { identities: _identities, ...person } = (await peopleOf(customer))[1];
    return person;
  };
  await send('PATCH', customer, ben);
  expect(await stored()).toMatchObject(optional);
  await send('PATCH', customer, { ...ben, phone: null });
  expect(await stored()).toMatchObject({ ...optional, phone: null });
  await send('PUT', customer, ben);
  expect(await stored()).toMatchObject({
    phone: null,
    birthDate: null,
    taxResidenceCountry: null,
    percentageShare: null,
  });
});

test('PATCH returns the people in the order of the request and says which were added', {
  tags: ['S-222'],
}, async () => {
  const customer = await withTwo();
  const added = validPerson({ firstName: 'Cleo' });
  const answer = await send('PATCH', customer, added, { ...BEN, lastName: 'Bello' }, ANNA);
  const people = await peopleOf(customer);
  const told = (person: typeof ANNA, uboId: string | undefined, lastName: string, isAdded: boolean) => ({
    uboId,
    email: person.email,
    firstName: person.firstName,
    lastName,
    added: isAdded,
  });
  expect(answer.json().value).toEqual({
    customerId: customer.customerId,
    partnerCustomerId: customer.body.partnerCustomerId,
    verificationStatus: 'PendingVerification',
    version: 2,
    ubos: [
      told(added, people[2].uboId, 'Okafor', true),
      told(BEN, customer.uboIds[1], 'Bello', false),
      told(ANNA, customer.uboIds[0], 'Okafor', false),
    ],
    documents: [],
  });
});

describe('identities of an updated person', () => {
  test('are replaced as a whole; old ones stay in the database but are no longer returned', async () => {
    const customer = await withTwo();
    const uboId = customer.uboIds[1] ?? '';
    const [kept] = BEN.identities;
    const fresh = { ...validIdentity(), identityTypeCode: 'BVN' };
    await send('PATCH', customer, { ...BEN, identities: [kept, fresh] });
    const [first] = await identitiesOf(uboId);
    await send('PATCH', customer, { ...BEN, identities: [fresh] });

    const rows = await identitiesOf(uboId);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toEqual({ ...first, replaced_at: expect.any(Date) });
    expect(rows[1].replaced_at).toBeNull();
    const shown = (await peopleOf(customer))[1].identities;
    expect(shown.map((one: { identityId: string }) => one.identityId)).toEqual([rows[1].identity_id]);
    const { events } = await tracesOf(database, customer);
    const changed = { customerId: customer.customerId, uboId, changedFields: ['identities'] };
    const ofPeople = events.slice(3).filter(({ type }) => type === 'business.person.updated');
    expect(ofPeople.map(({ data }) => data)).toEqual([changed, changed]);
  });

  test('are recognised as unchanged despite a different notation', async () => {
    const dated = { ...validIdentity(), issueDate: '2020-02-29', expiryDate: '2096-02-29' };
    const person = validPerson({ identities: [dated, dated] });
    const customer = await createCustomer(api, { businessPersonList: [person] });
    const spelled = { ...dated, identityTypeCode: 'NATIONAL_ID', identityValue: ` ${dated.identityValue} ` };
    const same = await send('PATCH', customer, { ...person, identities: [dated, spelled] });
    expect([outcomeOf(same), same.json().value.version]).toEqual([ACCEPTED, 1]);
    const later = await send('PATCH', customer, {
      ...person,
      identities: [dated, { ...dated, expiryDate: '2097-02-28' }],
    });
    expect(later.json().value.version).toBe(2);
    const rows = await identitiesOf(customer.uboIds[0] ?? '');
    expect(rows.map((row) => row.replaced_at === null)).toEqual([true, false, true]);
  });

  test("are encrypted with the customer's own key", async () => {
    const customer = await withTwo();
    const fresh = { ...validIdentity(), identityTypeCode: 'BVN' };
    await send('PATCH', customer, { ...BEN, identities: [fresh] }, validPerson({ identities: [fresh] }));
    const { rows } = await database.owner.query('select data_key, data_key_id from customers where customer_id = $1', [
      customer.customerId,
    ]);
    const key = api.context.keys.unwrapDataKey(
      { wrapped: rows[0].data_key, keyId: rows[0].data_key_id },
      customer.customerId,
    );
    const uboIds = (await peopleOf(customer)).slice(1).map((person: { uboId: string }) => person.uboId);
    expect(uboIds).toHaveLength(2);
    for (const uboId of uboIds) {
      const row = (await identitiesOf(uboId)).at(-1);
      expect(row.value_cipher.includes(fresh.identityValue)).toBe(false);
      expect(decrypt(key, row.value_cipher, row.identity_id).toString()).toBe(fresh.identityValue);
    }
  });
});

test('PATCH updates 50 known and adds 50 new people in one update, and rejects 101', async () => {
  const known = Array.from({ length: 50 }, () => validPerson({ percentageShare: 1 }));
  const customer = await createCustomer(api, { businessPersonList: known });
  const sent = [
    ...known.map((person) => ({ ...person, lastName: 'Bello' })),
    ...Array.from({ length: 50 }, () => validPerson({ percentageShare: 1 })),
  ];
  const answer = await send('PATCH', customer, ...sent);
  expect([outcomeOf(answer), answer.json().value.version, answer.json().value.ubos.length]).toEqual([ACCEPTED, 2, 100]);
  expect((await tracesOf(database, customer)).events).toHaveLength(1 + 50 + 1 + 100);
  const more = Array.from({ length: 101 }, () => validPerson({ percentageShare: null }));
  expect(outcomeOf(await send('PATCH', customer, ...more))).toEqual(refusedWith(['/businessPersonList', CONTROL]));
});
