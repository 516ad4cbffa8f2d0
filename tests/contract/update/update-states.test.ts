// Versions, statuses and idempotency: when an update changes version or status, and when it is refused regardless of its body.
import { describe, expect, test } from 'vitest';
import { triggerOf } from '../../../packages/domain/src/profiles/update/update-rules.ts';
import { type TestApi, useTestApi } from '../../harness/api.ts';
import { validBody, validPerson } from '../../harness/bodies.ts';
import type { TestDatabase } from '../../harness/database.ts';
import { documentIn } from '../../harness/scenes/documents.ts';
import { decided } from '../../harness/scenes/reviewed.ts';
import { createCustomer, patch, put, read, setStatus, tracesOf } from '../../harness/scenes/updates.ts';

let api: TestApi;
let database: TestDatabase;
useTestApi((made) => {
  ({ api, database } = made);
});

const codeOf = (answer: { json(): { error?: { code: string } } }) => answer.json().error?.code;

describe('the version', () => {
  test('increases by one with every change, in the response, the ETag and reads', {
    tags: ['S-4', 'S-200'],
  }, async () => {
    const customer = await createCustomer(api);
    for (const version of [2, 3, 4]) {
      const answer = await patch(api, customer, { description: `Number ${version}` });
      expect([answer.json().value.version, answer.headers.etag]).toEqual([version, `"${version}"`]);
      expect((await api.call('GET', customer.path)).headers.etag).toBe(`"${version}"`);
    }
    const answer = await put(api, customer);
    expect(answer.json()).toEqual({
      isSuccess: true,
      value: {
        customerId: customer.customerId,
        partnerCustomerId: customer.body.partnerCustomerId,
        verificationStatus: 'PendingVerification',
        version: 5,
      },
    });
  });

  test('is unchanged if nothing changes, and nothing is recorded', { tags: ['S-317'] }, async () => {
    const customer = await createCustomer(api);
    const before = await tracesOf(database, customer);
    const { companyName, addresses, financials } = customer.body;
    for (const answer of [
      await patch(api, customer, {}),
      await patch(api, customer, { name: ` ${companyName} `, businessTypeCode: 'llc', addresses, financials }),
      await patch(api, customer, { businessPersonList: [], businessDocumentIdList: [] }),
      await put(api, customer),
      await put(api, customer, { businessPersonList: customer.body.businessPersonList }),
    ]) {
      expect([answer.statusCode, answer.json().value.version, answer.headers.etag]).toEqual([200, 1, '"1"']);
    }
    expect(await tracesOf(database, customer)).toEqual(before);
  });

  test('increases with one update event and one audit entry, which name fields but contain no values', {
    tags: ['S-4', 'S-317'],
  }, async () => {
    const customer = await createCustomer(api);
    await patch(api, customer, {
      name: 'Abuja Trading Ltd',
      businessEmail: 'other@company.example',
      incorporationCountryCode: 'GHA',
      tradingName: null,
      businessPersonList: [validPerson()],
    });
    const { events, audit, everything } = await tracesOf(database, customer);
    const fields = ['email', 'companyName', 'tradingName', 'incorporationCountryIso3Code'];
    const changedFields = [...fields, 'businessPersonList'];
    const { customerId, partnerCustomerId } = { ...customer, ...customer.body };
    const standing = { verificationStatus: 'PendingVerification', version: 2 };
    expect(events.slice(2).map(({ type, sequence }) => [type, sequence])).toEqual([
      ['business.profile.updated', 3],
      ['business.person.added', 4],
    ]);
    expect(events[2]?.data).toEqual({ customerId, partnerCustomerId, ...standing, changedFields });
    expect(audit.slice(1)).toEqual([
      {
        action: 'business.profile.updated',
        details: { ...standing, changedFields, peopleAdded: 1, peopleUpdated: 0 },
      },
    ]);
    expect(everything).not.toMatch(/Abuja|other@|GHA|\.example|Amara/);
    // The next change continues the sequence.
    await patch(api, customer, { description: 'x', businessPersonList: [validPerson()] });
    const later = await tracesOf(database, customer);
    expect(later.events.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(Number(later.event_sequence)).toBe(6);
  });
});

describe('If-Match', () => {
  test.each(['"1"', '*', '"7", "1"', ' "1" ,"2"'])('%s permits an update of version 1', async (ifMatch) => {
    const customer = await createCustomer(api);
    const answer = await patch(api, customer, { description: 'x' }, { 'if-match': ifMatch });
    expect([answer.statusCode, answer.json().value?.version]).toEqual([200, 2]);
  });

  test.each(['"2"', '"0"', '1', 'W/"1"', '"01"', '', '"1', 'nonsense', '"2", "3"'])(
    '%s is rejected with 412 Customer.VersionMismatch, and nothing changes',
    async (ifMatch) => {
      const customer = await createCustomer(api);
      for (const answer of [
        await patch(api, customer, { description: 'x' }, { 'if-match': ifMatch }),
        await put(api, customer, { description: 'x' }, { 'if-match': ifMatch }),
      ]) {
        expect([answer.statusCode, codeOf(answer)]).toEqual([412, 'Customer.VersionMismatch']);
        expect(answer.json().error.current).toEqual({ customerId: customer.customerId, version: 1 });
      }
      expect((await read(api, customer)).version).toBe(1);
    },
  );
});

test.each([
  ['1', /must be the version in quotes, .* it is "1" now/],
  ['W/"1"', /weak tag \(W\/"1"\) never matches/],
  ['', /must be the version in quotes/],
  ['"2"', /has changed since you read it/],
])('an If-Match of %s is refused with a message that says what to send', async (ifMatch, message) => {
  const customer = await createCustomer(api);
  const answer = await patch(api, customer, { description: 'x' }, { 'if-match': ifMatch });
  expect(answer.json().error.message).toMatch(message);
});

describe('a customer that is under review or closed', () => {
  test.each([
    ['StartedNotCompleted', 'Customer.UnderReview'],
    ['Rejected', 'Customer.Closed'],
  ])(
    'with status %s is refused with 409 %s on PUT and PATCH, even if nothing would change',
    { tags: ['S-230'] },
    async (status, code) => {
      const customer = await createCustomer(api);
      await setStatus(database, customer, status);
      const before = await tracesOf(database, customer);
      for (const answer of [
        await patch(api, customer, { description: 'x' }),
        await patch(api, customer, {}),
        await patch(api, customer, { industry: 'not even right' }),
        await put(api, customer),
      ]) {
        expect([answer.statusCode, codeOf(answer)]).toEqual([409, code]);
      }
      expect(await tracesOf(database, customer)).toEqual(before);
      expect((await read(api, customer)).canUpdate).toBe(false);
    },
  );

  test('is refused with 409 Customer.Closed if its data key is gone', async () => {
    const customer = await createCustomer(api);
    await database.owner.query('update customers set data_key = null where customer_id = $1', [customer.customerId]);
    const answer = await patch(api, customer, { businessPersonList: [validPerson()] });
    expect([answer.statusCode, codeOf(answer)]).toEqual([409, 'Customer.Closed']);
  });
});

const person = () => ({ businessPersonList: [validPerson()] });

describe('the verification status after an update', () => {
  const RULES: [string, 'PUT' | 'PATCH', string, () => Record<string, unknown>, string, number][] = [
    ['PendingVerification', 'PATCH', 'a person', person, 'PendingVerification', 1],
    ['PendingVerification', 'PUT', 'another name', () => ({ name: 'Abuja Ltd' }), 'PendingVerification', 1],
    ['NotStarted', 'PATCH', 'a person', person, 'NotStarted', 1],
    ['ChangesRequested', 'PATCH', 'a person', person, 'PendingVerification', 2],
    ['ChangesRequested', 'PATCH', 'no people', () => ({ businessPersonList: [] }), 'ChangesRequested', 1],
    ['ChangesRequested', 'PATCH', 'another name', () => ({ name: 'Abuja Ltd' }), 'ChangesRequested', 1],
    ['ChangesRequested', 'PUT', 'another description', () => ({ description: 'x' }), 'PendingVerification', 2],
    ['ChangesRequested', 'PUT', 'nothing new', () => ({}), 'PendingVerification', 2],
    ['Approved', 'PATCH', 'a person', person, 'PendingVerification', 1],
    ['Approved', 'PUT', 'a person', person, 'PendingVerification', 1],
    ['Approved', 'PATCH', 'another name', () => ({ companyName: 'Abuja Ltd' }), 'PendingVerification', 1],
    ['Approved', 'PUT', 'another name', () => ({ name: 'Abuja Ltd' }), 'PendingVerification', 1],
    ['Approved', 'PATCH', 'another type', () => ({ businessTypeCode: 'Trust' }), 'PendingVerification', 1],
    ['Approved', 'PATCH', 'another country', () => ({ incorporationCountryCode: 'GHA' }), 'PendingVerification', 1],
    ['Approved', 'PATCH', 'another number', () => ({ registrationNumber: 'RC7' }), 'PendingVerification', 1],
    ['Approved', 'PATCH', 'the same type', () => ({ businessTypeCode: 'llc' }), 'Approved', 1],
    [
      'Approved',
      'PATCH',
      'another e-mail and phone number',
      () => ({ email: 'new@company.example', phoneNumber: '+2348031234569' }),
      'Approved',
      1,
    ],
    ['Approved', 'PATCH', 'another trading name', () => ({ tradingName: 'y' }), 'PendingVerification', 1],
    ['Approved', 'PATCH', 'another industry', () => ({ industry: 'CryptoProceeds' }), 'PendingVerification', 1],
    ['Approved', 'PATCH', 'no addresses', () => ({ addresses: [] }), 'PendingVerification', 1],
    ['Approved', 'PATCH', 'no financials', () => ({ financials: null }), 'PendingVerification', 1],
    ['Approved', 'PATCH', 'another date', () => ({ registrationDate: '2001-02-03' }), 'PendingVerification', 1],
    ['Approved', 'PATCH', 'another website', () => ({ website: 'https://new.example' }), 'PendingVerification', 1],
    ['Approved', 'PATCH', 'another description', () => ({ description: 'x' }), 'PendingVerification', 1],
    ['Approved', 'PATCH', 'no description', () => ({ description: null }), 'PendingVerification', 1],
    ['Approved', 'PUT', 'another description', () => ({ description: 'x' }), 'PendingVerification', 1],
    ['Approved', 'PUT', 'nothing new', () => ({}), 'Approved', 1],
  ];

  test.each(RULES)('follows the rules: from %s, %s with %s', async (from, kind, _what, change, to, attempt) => {
    const customer = await createCustomer(api);
    await setStatus(database, customer, from);
    const answer = kind === 'PUT' ? await put(api, customer, change()) : await patch(api, customer, change());
    expect([answer.statusCode, answer.json().value.verificationStatus]).toEqual([200, to]);
    const after = await tracesOf(database, customer);
    expect([after.verification_status, after.attempt]).toEqual([to, attempt]);
    expect(after.submitted_at === null).toBe(attempt === 1);
    expect(after.status_changed_at === null).toBe(from === to);
    // A change of only the status also increases the version.
    const stays = from === to && ['nothing new', 'the same type', 'no people'].includes(_what);
    expect([after.version, after.audit.length]).toEqual(stays ? [1, 1] : [2, 2]);
  });

  test('stays Approved if the people are sent unchanged', async () => {
    const customer = await createCustomer(api);
    await setStatus(database, customer, 'Approved');
    const people = customer.body.businessPersonList;
    expect((await patch(api, customer, { businessPersonList: people })).json().value.verificationStatus).toBe(
      'Approved',
    );
    const changed = people.map((one) => ({ ...one, lastName: 'Bello' }));
    const answer = await patch(api, customer, { businessPersonList: changed });
    expect(answer.json().value.verificationStatus).toBe('PendingVerification');
  });

  test('depends on documents as evidence, as it does on people', () => {
    const facts = {
      kind: 'PATCH',
      changedFields: [],
      changesPeople: false,
      bringsNewDocuments: false,
      reasons: [],
    } as const;
    expect(triggerOf('ChangesRequested', { ...facts, bringsEvidence: true })).toBe('Answer');
    expect(triggerOf('Approved', { ...facts, bringsEvidence: true })).toBe('Update');
    const brought = { ...facts, bringsEvidence: true, bringsNewDocuments: true };
    expect(triggerOf('Approved', brought)).toBe('MaterialChange');
  });
});

describe('after a request for changes, a PATCH', () => {
  const NAME = { code: 'Business.NameMismatch' };
  const ADDRESS = { code: 'Business.AddressUnverified' };
  const OF_A_LATER_RELEASE = { code: 'Business.SomethingNew', message: 'Correct it.' };
  const EXPIRED = { code: 'Person.IdentityExpired' };
  const renamed = { name: 'Abuja Ltd' };

  test.each([
    ['the field that a reason names', [NAME], renamed],
    ['a field that another reason names', [ADDRESS, NAME], renamed],
    ['any field, for a reason that names none', [OF_A_LATER_RELEASE], { description: 'x' }],
  ])('answers if it changes %s', async (_, reasons, change) => {
    const customer = await createCustomer(api);
    await decided(database, customer, { outcome: 'RequestChanges', reasons });
    const answer = (await patch(api, customer, change)).json();
    const partly = reasons.some(({ code }) => code === ADDRESS.code)
      ? [expect.objectContaining({ code: 'Customer.RequestPartlyAnswered' })]
      : undefined;
    expect([answer.value.verificationStatus, answer.warnings]).toEqual(['PendingVerification', partly]);
    expect((await tracesOf(database, customer)).attempt).toBe(2);
  });

  test('that says nothing about some reasons is warned of those', async () => {
    const customer = await createCustomer(api);
    const uboId = (await read(api, customer)).businessPersonList[0].uboId;
    await decided(database, customer, { outcome: 'RequestChanges', reasons: [NAME, ADDRESS, { ...EXPIRED, uboId }] });
    const answer = (await patch(api, customer, renamed)).json();
    expect(answer.warnings).toEqual([
      {
        pointer: '',
        code: 'Customer.RequestPartlyAnswered',
        message: `The business is back in review, but this update has nothing about: Business.AddressUnverified (addresses, document ProofOfBusinessAddress); Person.IdentityExpired of person ${uboId} (identities, document IdentityFront, document IdentityBack). If you have not answered that before, send another update now, before the review begins.`,
      },
    ]);
  });

  test('with a document or a person answers only the reasons that ask for that', async () => {
    const warned = async (
      reason: { code: string },
      category: string,
      send: (uboId: string, documentId: string) => object,
    ) => {
      const customer = await createCustomer(api);
      const uboId = (await read(api, customer)).businessPersonList[0].uboId;
      const own = category.startsWith('Identity') ? { uboId } : {};
      const body = { documentCategory: category, contentType: 'application/pdf', ...own };
      await decided(database, customer, { outcome: 'RequestChanges', reasons: [{ ...reason, ...own }] });
      const documentId = await documentIn(api, database, customer, 'Confirmed', body);
      return (await patch(api, customer, send(uboId, documentId)))
        .json()
        .warnings?.map(({ code }: { code: string }) => code);
    };
    const document = (_: string, documentId: string) => ({ businessDocumentIdList: [documentId] });
    const human = (uboId: string) => ({ businessPersonList: [{ uboId, phone: '+2348031234569' }] });
    expect(await warned(ADDRESS, 'ProofOfBusinessAddress', document)).toBeUndefined();
    expect(await warned(EXPIRED, 'IdentityFront', document)).toBeUndefined();
    expect(await warned(EXPIRED, 'IdentityFront', human)).toBeUndefined();
    const another = () => ({ businessPersonList: [validPerson()] });
    expect(await warned({ code: 'Person.DetailsMismatch' }, 'IdentityFront', another)).toEqual([
      'Customer.RequestPartlyAnswered',
    ]);
    expect(await warned(NAME, 'Other', document)).toEqual(['Customer.RequestPartlyAnswered']);
    expect(await warned(ADDRESS, 'Other', human)).toEqual(['Customer.RequestPartlyAnswered']);
  });

  test.each([
    ['changes another field', [NAME], { description: 'x' }],
    ['repeats the value of the field that a reason names', [NAME], { companyName: validBody().companyName }],
    ['changes a field, but people were requested', [EXPIRED], renamed],
  ])('does not answer if it %s, and a warning says what is requested', async (_, reasons, change) => {
    const customer = await createCustomer(api);
    const uboId = (await read(api, customer)).businessPersonList[0].uboId;
    await decided(database, customer, {
      outcome: 'RequestChanges',
      reasons: reasons.map((reason) => (reason === EXPIRED ? { ...reason, uboId } : reason)),
    });
    const answer = (await patch(api, customer, change)).json();
    expect(answer.value.verificationStatus).toBe('ChangesRequested');
    const requested =
      reasons[0] === NAME
        ? 'Business.NameMismatch (companyName)'
        : `Person.IdentityExpired of person ${uboId} (identities, document IdentityFront, document IdentityBack)`;
    expect(answer.warnings).toEqual([
      {
        pointer: '',
        code: 'Customer.RequestUnanswered',
        message: `Nothing that was requested has changed, so the business is still ChangesRequested. Still requested: ${requested}. Correct these fields, or send the people or the ids of the documents, in one PATCH.`,
      },
    ]);
    expect((await tracesOf(database, customer)).attempt).toBe(1);
  });

  test('gets no such warning in another state', async () => {
    const customer = await createCustomer(api);
    await decided(database, customer, { outcome: 'RequestChanges', reasons: [NAME] });
    await patch(api, customer, person());
    expect((await patch(api, customer, { description: 'x' })).json().warnings).toBeUndefined();
  });
});

describe('an update with an Idempotency-Key', () => {
  test('takes effect once, even if the version has changed since', async () => {
    const customer = await createCustomer(api);
    const headers = { 'idempotency-key': crypto.randomUUID(), 'if-match': '"1"' };
    const body = person();
    const first = await patch(api, customer, body, headers);
    await patch(api, customer, { description: 'in between' });
    const again = await patch(api, customer, body, headers);
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([200, first.body, '"2"']);
    expect([first.headers['idempotent-replayed'], again.headers['idempotent-replayed']]).toEqual([undefined, 'true']);
    expect((await read(api, customer)).businessPersonList).toHaveLength(2);
    const other = await patch(api, customer, {}, headers);
    expect([other.statusCode, codeOf(other)]).toEqual([422, 'Idempotency.KeyReused']);
  });

  test('does not collide with the same key for another method or customer', async () => {
    const [one, other] = [await createCustomer(api), await createCustomer(api)];
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const answers = [
      await patch(api, one, { description: 'x' }, headers),
      await patch(api, other, { description: 'x' }, headers),
      await put(api, one, {}, headers),
    ];
    for (const answer of answers) {
      expect([answer.statusCode, answer.headers['idempotent-replayed']]).toEqual([200, undefined]);
    }
    const again = await put(api, one, {}, headers);
    expect([again.headers['idempotent-replayed'], again.body]).toEqual(['true', answers[2]?.body]);
  });

  test('is not stored if refused: the corrected update succeeds with the same key', async () => {
    const customer = await createCustomer(api);
    const headers = { 'idempotency-key': crypto.randomUUID() };
    expect((await patch(api, customer, { industry: 'Farming' }, headers)).statusCode).toBe(400);
    expect((await patch(api, customer, { industry: 'Grants' }, headers)).statusCode).toBe(200);
  });
});
