// Metadata of a business and its people: how create, PUT and PATCH store it, what it does not cause, and who sees it.
import { describe, expect, test } from 'vitest';
import { signInAnalyst } from '../../harness/analysts.ts';
import { type TestApi, useTestApi } from '../../harness/api.ts';
import { validBody, validPerson } from '../../harness/bodies.ts';
import { ACCEPTED, messagesOf, outcomeOf, refusedWith, warningsOf } from '../../harness/cases/create-answers.ts';
import type { TestDatabase } from '../../harness/database.ts';
import {
  type Customer,
  createCustomer,
  patch,
  put,
  read,
  rowsOf,
  setStatus,
  tracesOf,
} from '../../harness/scenes/updates.ts';

let api: TestApi;
let database: TestDatabase;
useTestApi((made) => {
  ({ api, database } = made);
});

const CONTROL = 'ValidationControl.Error';

/** The pairs of the business, then those of its people. */
async function pairsOf(customer: Customer) {
  const { metadata, businessPersonList } = await read(api, customer);
  return [metadata, ...businessPersonList.map((person: { metadata: unknown }) => person.metadata)];
}

const newCustomer = () =>
  createCustomer(api, {
    metadata: { crmId: '4711', plan: 'gold' },
    businessPersonList: [validPerson({ metadata: { crmId: '4711-1' } }), validPerson()],
  });

const numbered = (count: number, start = 0) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`key${start + n}`, 'value']));

describe('a create', () => {
  test('stores pairs of the business and of each person, and reads by id and by reference return them', async () => {
    const customer = await newCustomer();
    const expected = [{ crmId: '4711', plan: 'gold' }, { crmId: '4711-1' }, {}];
    expect(await pairsOf(customer)).toEqual(expected);
    const path = `/partner/v1/business-profiles/by-reference/${customer.body.partnerCustomerId}`;
    const { value } = (await api.call('GET', path)).json();
    expect([value.metadata, value.businessPersonList[0].metadata]).toEqual(expected.slice(0, 2));
  });

  test('trims values, and ignores pairs that are null', async () => {
    const customer = await createCustomer(api, { metadata: { a: '  x y ', b: null, 'c.d-e_F9': 'E\u0301' } });
    expect((await pairsOf(customer))[0]).toEqual({ a: 'x y', 'c.d-e_F9': '\u00c9' });
  });

  test('without metadata, or with null, has none', async () => {
    const customer = await createCustomer(api, {
      metadata: null,
      businessPersonList: [validPerson({ metadata: null }), validPerson({ metadata: {} })],
    });
    expect(await pairsOf(customer)).toEqual([{}, {}, {}]);
  });

  test('accepts 50 pairs of a business, 10 of a person, and the longest key and value', async () => {
    const longest = { [`k${'_'.repeat(39)}`]: 'v'.repeat(255) };
    const customer = await createCustomer(api, {
      metadata: { ...numbered(49), ...longest },
      businessPersonList: [validPerson({ metadata: numbered(10) })],
    });
    expect(await pairsOf(customer)).toEqual([{ ...numbered(49), ...longest }, numbered(10)]);
  });

  test.each<[name: string, body: Record<string, unknown>, code: string, pointer: string, message: string]>([
    ['51 pairs', { metadata: numbered(51) }, 'Validation', '/metadata', 'metadata must have at most 50 pairs.'],
    [
      '11 pairs of a person',
      { businessPersonList: [validPerson({ metadata: numbered(11) })] },
      'Validation',
      '/businessPersonList/0/metadata',
      'metadata must have at most 10 pairs.',
    ],
    ['a list', { metadata: ['a'] }, 'Validation', '/metadata', 'metadata must be an object.'],
    ['a number as value', { metadata: { a: 7 } }, 'Validation', '/metadata/a', 'a must be a string.'],
    ['an empty value', { metadata: { a: ' ' } }, 'Validation', '/metadata/a', 'a must not be empty.'],
    [
      'a value of 256 characters',
      { metadata: { a: 'v'.repeat(256) } },
      'Validation',
      '/metadata/a',
      'a must have at most 255 characters.',
    ],
    ...['', '_a', 'a b', 'a:b', 'ä', `k${'_'.repeat(40)}`].map(
      (key): [string, Record<string, unknown>, string, string, string] => [
        `the key "${key}"`,
        { metadata: { [key]: 'x' } },
        'Validation',
        '/metadata',
        'metadata has a key that is not 1 to 40 letters, digits or _ . - starting with a letter or digit.',
      ],
    ),
    [
      'an invalid key with null',
      { metadata: { 'a b': null } },
      'Validation',
      '/metadata',
      'metadata has a key that is not 1 to 40 letters, digits or _ . - starting with a letter or digit.',
    ],
  ])('with %s is refused', async (_name, body, code, pointer, message) => {
    const answer = await api.create(validBody(body));
    expect(outcomeOf(answer)).toEqual(refusedWith([pointer, code]));
    expect(messagesOf(answer)).toEqual([message]);
  });

  test('takes names of built-in properties as keys, but not __proto__', async () => {
    const body = JSON.parse('{"constructor": "x", "toString": "y", "__proto__": "z"}');
    const answer = await api.create(validBody({ metadata: body }));
    expect(answer.statusCode).toBe(200);
    const path = `/partner/v1/business-profiles/${answer.json().value.customerId}`;
    expect((await api.call('GET', path)).json().value.metadata).toEqual({ constructor: 'x', toString: 'y' });
  });
});

describe('an update', () => {
  test.each(['PUT', 'PATCH'] as const)(
    'with %s adds, replaces and removes pairs, and keeps the others',
    async (kind) => {
      const customer = await newCustomer();
      const [first = '', second = ''] = customer.uboIds;
      const changes = {
        metadata: { plan: 'silver', seats: '5', crmId: null, unknown: null },
        businessPersonList: [
          { uboId: first, metadata: { crmId: null, role: 'owner' } },
          { uboId: second, metadata: { crmId: '4711-2' } },
        ],
      };
      const answer = await (kind === 'PUT' ? put : patch)(api, customer, changes);
      expect(outcomeOf(answer)).toEqual(ACCEPTED);
      expect(await pairsOf(customer)).toEqual([{ plan: 'silver', seats: '5' }, { role: 'owner' }, { crmId: '4711-2' }]);
    },
  );

  test.each(['PUT', 'PATCH'] as const)('with %s and without metadata keeps every pair', async (kind) => {
    const customer = await newCustomer();
    const before = await pairsOf(customer);
    const [first = ''] = customer.uboIds;
    const changes = { phoneNumber: '+2348031239999', businessPersonList: [{ uboId: first, phone: '+2348031239998' }] };
    expect(outcomeOf(await (kind === 'PUT' ? put : patch)(api, customer, changes))).toEqual(ACCEPTED);
    expect(await pairsOf(customer)).toEqual(before);
  });

  test('null removes all pairs of a business in a PATCH, and none in a PUT', async () => {
    const customer = await newCustomer();
    const before = await pairsOf(customer);
    await put(api, customer, { metadata: null });
    expect(await pairsOf(customer)).toEqual(before);
    await patch(api, customer, { metadata: null });
    expect(await pairsOf(customer)).toEqual([{}, ...before.slice(1)]);
  });

  test('null removes all pairs of a person', async () => {
    const customer = await newCustomer();
    await patch(api, customer, { businessPersonList: [{ uboId: customer.uboIds[0], metadata: null }] });
    expect(await pairsOf(customer)).toEqual([{ crmId: '4711', plan: 'gold' }, {}, {}]);
  });

  test('stores the pairs of a person who is added, and of one who is known by e-mail', async () => {
    const customer = await newCustomer();
    const [known] = customer.body.businessPersonList;
    const people = [validPerson({ metadata: { a: 'new' } }), { ...known, metadata: { b: 'known' } }];
    expect(outcomeOf(await patch(api, customer, { businessPersonList: people }))).toEqual(ACCEPTED);
    expect(await pairsOf(customer)).toEqual([
      { crmId: '4711', plan: 'gold' },
      { crmId: '4711-1', b: 'known' },
      {},
      { a: 'new' },
    ]);
  });

  test('is refused if the stored pairs and the new ones exceed the limit, but not if it removes enough', async () => {
    const customer = await createCustomer(api, {
      metadata: numbered(50),
      businessPersonList: [validPerson({ metadata: numbered(10) })],
    });
    const [uboId] = customer.uboIds;
    const over = { metadata: { another: 'x' }, businessPersonList: [{ uboId, metadata: { another: 'x' } }] };
    const answer = await patch(api, customer, over);
    expect(outcomeOf(answer)).toEqual(refusedWith(['/businessPersonList/0/metadata', CONTROL], ['/metadata', CONTROL]));
    expect(messagesOf(answer)).toEqual([
      'metadata would have more than 10 pairs, including those already stored; send null for some to remove them.',
      'metadata would have more than 50 pairs, including those already stored; send null for some to remove them.',
    ]);
    const swapped = {
      metadata: { another: 'x', key0: null },
      businessPersonList: [{ uboId, metadata: { another: 'x', key0: null } }],
    };
    expect(outcomeOf(await patch(api, customer, swapped))).toEqual(ACCEPTED);
    expect((await pairsOf(customer)).map((pairs) => Object.keys(pairs).length)).toEqual([50, 10]);
  });

  test('that repeats the stored pairs changes nothing', async () => {
    const customer = await newCustomer();
    const before = await tracesOf(database, customer);
    const people = [{ uboId: customer.uboIds[0], metadata: { crmId: '4711-1' } }];
    const answer = await patch(api, customer, { metadata: { plan: 'gold', no: null }, businessPersonList: people });
    expect(outcomeOf(answer)).toEqual(ACCEPTED);
    expect(await tracesOf(database, customer)).toEqual(before);
  });

  test('cannot change the pairs of a customer under review, or of another partner', async () => {
    const customer = await newCustomer();
    const before = await pairsOf(customer);
    const token = await api.issuer.token(await database.addPartner());
    const body = { metadata: { plan: 'theirs' } };
    const foreign = await api.call('PATCH', customer.path, { body, token });
    expect([foreign.statusCode, foreign.json().error.code]).toEqual([403, 'Partner.NotAuthorized']);
    await setStatus(database, customer, 'StartedNotCompleted');
    expect((await patch(api, customer, body)).json().error.code).toBe('Customer.UnderReview');
    expect(await pairsOf(customer)).toEqual(before);
  });
});

describe('a change of metadata alone', () => {
  const change = (customer: Customer) => ({
    metadata: { plan: 'silver' },
    businessPersonList: [{ uboId: customer.uboIds[0], metadata: { crmId: 'secret-pair' } }],
  });

  test('increases the version once and is reported by name, never by value', async () => {
    const customer = await newCustomer();
    const before = await tracesOf(database, customer);
    await patch(api, customer, change(customer));
    const after = await tracesOf(database, customer);
    expect(after.version).toBe(before.version + 1);
    expect(after.events.slice(before.events.length).map(({ type, data }) => [type, data.changedFields])).toEqual([
      ['business.profile.updated', ['businessPersonList', 'metadata']],
      ['business.person.updated', ['metadata']],
    ]);
    expect(after.audit.at(-1)?.details).toMatchObject({ changedFields: ['businessPersonList', 'metadata'] });
    expect(after.everything).not.toMatch(/secret-pair|4711/);
  });

  test('with other changes of a person is one event', async () => {
    const customer = await newCustomer();
    const before = await tracesOf(database, customer);
    const [uboId] = customer.uboIds;
    await patch(api, customer, { businessPersonList: [{ uboId, phone: '+2348031239997', metadata: { x: 'y' } }] });
    const after = await tracesOf(database, customer);
    expect(after.events.slice(before.events.length).map(({ type, data }) => [type, data.changedFields])).toEqual([
      ['business.profile.updated', ['businessPersonList']],
      ['business.person.updated', ['phone', 'metadata']],
    ]);
  });

  test('leaves an approved business and its people approved', async () => {
    const customer = await newCustomer();
    await setStatus(database, customer, 'Approved');
    await database.owner.query(`update people set verification_status = 'Approved' where customer_id = $1`, [
      customer.customerId,
    ]);
    expect((await patch(api, customer, change(customer))).json().value.verificationStatus).toBe('Approved');
    const statuses = (await rowsOf(database, 'people', customer)).map((row) => row.verification_status);
    expect(statuses).toEqual(['Approved', 'Approved']);
  });

  test('does not answer a request for changes', async () => {
    const customer = await newCustomer();
    await setStatus(database, customer, 'ChangesRequested');
    const answer = await patch(api, customer, change(customer));
    expect(answer.json().value.verificationStatus).toBe('ChangesRequested');
    expect(warningsOf(answer)).toEqual([['', 'Customer.RequestUnanswered']]);
    const [uboId] = customer.uboIds;
    const withPhone = {
      businessPersonList: [
        { uboId, phone: '+2348031239996', metadata: { x: 'y' } },
        { uboId: customer.uboIds[1], metadata: { x: 'y' } },
      ],
    };
    expect((await patch(api, customer, withPhone)).json().value.verificationStatus).toBe('PendingVerification');
  });
});

test('no page of a package shows metadata to analysts', async () => {
  const customer = await createCustomer(api, {
    metadata: { hidden: 'xylophone-pair' },
    businessPersonList: [validPerson({ metadata: { hidden: 'marmalade-pair' } })],
  });
  await patch(api, customer, { metadata: { hidden: 'xylophone-two' } });
  const analyst = await signInAnalyst(api, database);
  for (const page of ['', '/changes', '/audit']) {
    const answer = await analyst.call('GET', `/packages/${customer.customerId}${page}`);
    expect(answer.statusCode, page).toBe(200);
    expect(answer.body).not.toMatch(/xylophone|marmalade|hidden/);
  }
});
