// A package: everything about one business, as its reviewers see it.
import { packageSchema, reviewedBusinessSchema } from '@onboarding/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Analyst, signInAnalyst, useTeam } from '../../harness/analysts.ts';
import { startTestApi, type TestApi } from '../../harness/api.ts';
import { validIdentity, validPerson } from '../../harness/bodies.ts';
import type { TestDatabase } from '../../harness/database.ts';
import { documentIn } from '../../harness/scenes/documents.ts';
import { decided, flagged, noted, screened } from '../../harness/scenes/reviewed.ts';
import { type Customer, createCustomer, patch, read } from '../../harness/scenes/updates.ts';
import { signIn } from '../../harness/session.ts';

let api: TestApi;
let database: TestDatabase;
let ada: Analyst;
let ben: Analyst;
useTeam((team) => {
  ({ api, database, ada, ben } = team);
});

beforeAll(async () => {
  await rename(ada, 'Ada Lind');
  await rename(ben, 'Ben Okoro');
});

async function rename({ accountId }: Analyst, name: string): Promise<void> {
  await database.owner.query('update accounts set name = $2 where account_id = $1', [accountId, name]);
}

const rawPackage = (customerId: string, by = ada) => by.call('GET', `/packages/${customerId}`);
async function packageOf({ customerId }: Pick<Customer, 'customerId'>) {
  return packageSchema.strict().parse((await rawPackage(customerId)).json().value);
}

/** Sets a confirmation time that differs from the default of all test documents. */
async function confirmedAt(documentId: string, at: Date): Promise<void> {
  await database.owner.query('update documents set confirmed_at = $2 where document_id = $1', [documentId, at]);
}

describe('a package', () => {
  test('of a new business shows the record that the partner reads, queued, without findings or decisions', {
    tags: ['S-12', 'S-185'],
  }, async () => {
    const customer = await createCustomer(api);
    const found = await packageOf(customer);
    expect(found.business).toEqual(reviewedBusinessSchema.parse(await read(api, customer)));
    const { createdAt } = found.business;
    expect(found).toMatchObject({
      partner: { partnerId: api.partner.partnerId, name: 'Test partner' },
      verification: {
        status: 'PendingVerification',
        attempt: 1,
        submittedAt: createdAt,
        statusChangedAt: createdAt,
        decidedAt: null,
        version: 1,
      },
      claim: null,
      queue: { priority: 0, reason: 'Submitted', queuedAt: createdAt },
      flags: [],
      flagsPending: true,
      screenings: [],
      screeningPending: true,
      documents: [],
      requestedDocuments: [],
      decisions: [],
      notes: [],
    });
    expect(found.people).toEqual(
      customer.uboIds.map((uboId) => ({ uboId, verificationStatus: 'NotStarted', verdict: null })),
    );
    expect(found.audit).toMatchObject([{ action: 'business.profile.created', sequence: 1, actorName: null }]);
  });

  test('shows claim, verdicts, notes and proposal with the names of the analysts', async () => {
    const customer = await createCustomer(api);
    const { customerId } = customer;
    const [uboId = ''] = customer.uboIds;
    const documentId = await documentIn(api, database, customer, 'Confirmed');
    await ada.on(customerId, 'claim');
    await ada.on(customerId, `people/${uboId}/verdict`, { verdict: 'Approved' });
    const illegible = { verdict: 'ChangesRequested', reasonCode: 'Document.Unreadable' };
    await ada.on(customerId, `documents/${documentId}/verdict`, illegible);
    await ben.on(customerId, 'notes', { text: 'Seen before.' });
    await ada.on(customerId, 'notes', { text: 'Looks right.' });
    const reasons = [{ code: 'Business.ActivityNotServed', message: 'No mining.' }];
    const proposed = await ada.on(customerId, 'decisions', { outcome: 'Reject', reasons });
    expect(proposed.statusCode).toBe(200);

    const found = await packageOf(customer);
    const [adaThere, benThere] = [
      { accountId: ada.accountId, name: 'Ada Lind' },
      { accountId: ben.accountId, name: 'Ben Okoro' },
    ];
    expect(found.claim).toMatchObject(adaThere);
    expect(found.verification.status).toBe('StartedNotCompleted');
    expect(found.people).toMatchObject([
      { uboId, verificationStatus: 'Approved', verdict: { verdict: 'Approved', givenBy: adaThere } },
    ]);
    expect(found.documents).toMatchObject([
      { documentId, verdict: { verdict: 'ChangesRequested', reasonCode: 'Document.Unreadable', givenBy: adaThere } },
    ]);
    expect(found.notes).toMatchObject([
      { text: 'Looks right.', writtenBy: adaThere },
      { text: 'Seen before.', writtenBy: benThere },
    ]);
    expect(found.decisions).toMatchObject([
      {
        outcome: 'Reject',
        state: 'Proposed',
        proposedBy: adaThere,
        settledBy: null,
        settledAt: null,
        reasons: [{ code: 'Business.ActivityNotServed', message: 'No mining.', uboId: null }],
      },
    ]);
    expect(found.audit.slice(0, 2)).toMatchObject([
      { action: expect.stringMatching(/^review\./), actorKind: 'StaffPerson', actorName: 'Ada Lind' },
      { action: 'review.note.written', actorName: 'Ada Lind' },
    ]);
  });

  test('shows every decision, newest first, with who proposed and who settled it', async () => {
    const customer = await createCustomer(api);
    const at = (minute: number) => new Date(Date.UTC(2026, 10, 14, 8, minute));
    const [proposedBy, settledBy] = [ada.accountId, ben.accountId];
    await decided(database, customer, { outcome: 'Reject', state: 'Voided', proposedBy, at: at(1) });
    await decided(database, customer, { outcome: 'Approve', proposedBy, settledBy, at: at(2) });
    expect((await packageOf(customer)).decisions).toMatchObject([
      { outcome: 'Approve', state: 'Confirmed', proposedBy: { name: 'Ada Lind' }, settledBy: { name: 'Ben Okoro' } },
      { outcome: 'Reject', state: 'Voided', proposedBy: { name: 'Ada Lind' }, settledBy: null },
    ]);
  });

  test('shows the newest 100 notes and 20 audit entries', async () => {
    const customer = await createCustomer(api);
    for (let n = 0; n < 103; n++) {
      await noted(database, customer, { text: `note ${n}`, at: new Date(Date.UTC(2026, 10, 14, 8, 0, 0, n)) });
    }
    for (let n = 0; n < 22; n++) await ada.on(customer.customerId, n % 2 === 0 ? 'claim' : 'release');
    const { notes, audit } = await packageOf(customer);
    expect(notes).toHaveLength(100);
    expect([notes[0]?.text, notes.at(-1)?.text]).toEqual(['note 102', 'note 3']);
    expect(audit.map((entry) => entry.sequence)).toEqual(Array.from({ length: 20 }, (_, index) => 23 - index));
  });

  test('is visible only to analysts, supervisors and auditors, and an unknown id gets 404', async () => {
    const { customerId } = await createCustomer(api);
    for (const id of [crypto.randomUUID(), 'x', '%00', `${customerId}0`]) {
      expect([id, (await rawPackage(id)).json().error.code]).toEqual([id, 'Customer.NotFound']);
    }
    for (const role of ['supervisor', 'auditor'] as const) {
      expect((await rawPackage(customerId, await signInAnalyst(api, database, role))).statusCode).toBe(200);
    }
    const operator = await rawPackage(customerId, await signInAnalyst(api, database, 'operator'));
    expect([operator.statusCode, operator.json().error.code]).toEqual([403, 'Session.RoleMissing']);
    const { headers } = await signIn(database, { partnerId: api.partner.partnerId });
    const url = `/api/compliance/v1/packages/${customerId}`;
    expect((await api.app.inject({ method: 'GET', url, headers })).statusCode).toBe(401);
    const token = { authorization: `Bearer ${api.token}` };
    expect((await api.app.inject({ method: 'GET', url, headers: token })).statusCode).toBe(401);
  });

  test('never shows an identity number', async () => {
    const identity = { ...validIdentity(), identityValue: '90817263544' };
    const customer = await createCustomer(api, { businessPersonList: [validPerson({ identities: [identity] })] });
    const { body } = await rawPackage(customer.customerId);
    expect(body).not.toContain('90817263544');
    expect(body).toContain('3544');
  });
});

describe('findings in a package', () => {
  test('include flags with an explanation and the matching businesses', async () => {
    const other = await createCustomer(api, { companyName: 'Twin Ltd' });
    const elsewhere = await database.addPartner();
    const customer = await createCustomer(api);
    const [uboId = ''] = customer.uboIds;
    const identityId = (await read(api, customer)).businessPersonList[0].identities[0].identityId;
    const twin = { partnerId: api.partner.partnerId, customerId: other.customerId };
    const gone = { partnerId: elsewhere.partnerId, customerId: crypto.randomUUID() };
    await flagged(database, customer, [
      { code: 'SimilarName', facts: { country: 'NGA', others: [{ ...twin, score: 0.714 }], more: false } },
      {
        code: 'SharedIdentity',
        facts: { matches: [{ uboId, identityId, other: { ...gone, uboId: crypto.randomUUID() } }], more: false },
      },
      { code: 'OwnershipAboveHundred', facts: { sum: 130 } },
      { code: 'NoLongerKnown', facts: {} },
    ]);
    const { flags, flagsPending } = await packageOf(customer);
    expect(flagsPending).toBe(false);
    expect(flags).toEqual([
      {
        code: 'SimilarName',
        explanation: 'One other business in NGA has a similar name; the closest is 71 percent similar.',
        facts: { country: 'NGA', others: [{ ...twin, score: 0.714 }], more: false },
        matches: [
          { ...twin, partnerName: 'Test partner', companyName: 'Twin Ltd', why: 'Its name is 71 percent similar.' },
        ],
      },
      {
        code: 'SharedIdentity',
        explanation: 'Identity documents of one person are also on one other business.',
        facts: expect.objectContaining({ matches: [expect.objectContaining({ uboId, identityId })] }),
        matches: [
          { ...gone, partnerName: 'Test partner', companyName: null, why: expect.stringMatching(/identity document/) },
        ],
      },
      {
        code: 'OwnershipAboveHundred',
        explanation: 'The shares of all people add up to 130 percent.',
        facts: { sum: 130 },
        matches: [],
      },
    ]);
  });

  test('include the latest screening of the business and each person, with decrypted hits', async () => {
    const customer = await createCustomer(api);
    const [uboId = ''] = customer.uboIds;
    const hits = [{ listName: 'us_ofac_sdn', entityId: 'NK-1', name: 'Someone', score: 0.83 }];
    const at = (minute: number) => new Date(Date.UTC(2026, 10, 14, 8, minute));
    await screened(database, customer, { uboId, at: at(1) });
    const last = await screened(database, customer, { uboId, hits, at: at(2) });
    await screened(database, customer, { hits, at: at(1) });
    const clear = await screened(database, customer, { at: at(3) });
    // These hits were recorded without details.
    const details = { birthDates: [], countries: [], aliases: [], topics: [], finding: null };
    const { screenings } = await packageOf(customer);
    expect(screenings).toEqual([
      {
        screeningId: clear,
        uboId: null,
        outcome: 'Clear',
        provider: 'list',
        screenedAt: at(3).toISOString(),
        hitCount: 0,
        hits: [],
      },
      {
        screeningId: last,
        uboId,
        outcome: 'Hit',
        provider: 'list',
        screenedAt: at(2).toISOString(),
        hitCount: 1,
        hits: hits.map((hit) => ({ ...hit, ...details })),
      },
    ]);
  });

  test('and notes are unreadable after erasure', async () => {
    const customer = await createCustomer(api);
    await noted(database, customer, { text: 'private' });
    await screened(database, customer, { hits: [{ listName: 'l', entityId: 'e', name: 'n', score: 1 }] });
    await database.owner.query('update customers set data_key = null where customer_id = $1', [customer.customerId]);
    expect(await packageOf(customer)).toMatchObject({
      notes: [{ text: null }],
      screenings: [{ outcome: 'Hit', hitCount: 1, hits: null }],
    });
  });
});

describe('requested documents', () => {
  test('are shown as soon as they are confirmed, before the partner has answered', async () => {
    const people = [validPerson(), validPerson()];
    const customer = await createCustomer(api, { businessPersonList: people });
    const [uboId = '', another = ''] = customer.uboIds;
    const selfieOf = (person: string) => ({ documentCategory: 'Selfie', contentType: 'image/png', uboId: person });
    const blurred = await documentIn(api, database, customer, 'Confirmed');
    const early = await documentIn(api, database, customer, 'Confirmed', selfieOf(uboId));
    await ada.on(customer.customerId, 'claim');
    const reasons = [
      { code: 'Person.IdentityUnverified', uboId },
      { code: 'Document.Unreadable', documentId: blurred },
      { code: 'Business.NameMismatch' },
    ];
    expect((await ada.on(customer.customerId, 'decisions', { outcome: 'RequestChanges', reasons })).statusCode).toBe(
      200,
    );
    const later = new Date(Date.now() + 1000);
    const selfie = await documentIn(api, database, customer, 'Confirmed', selfieOf(uboId));
    const ofAnother = await documentIn(api, database, customer, 'Confirmed', selfieOf(another));
    const sharp = await documentIn(api, database, customer, 'Confirmed');
    for (const id of [selfie, ofAnother, sharp]) await confirmedAt(id, later);
    const refused = await documentIn(api, database, customer, 'Rejected');

    const found = await packageOf(customer);
    expect(found.verification.status).toBe('ChangesRequested');
    expect(found.queue).toMatchObject({ reason: null, queuedAt: null });
    const [person, document] = found.decisions[0]?.reasons.map((reason) => reason.reasonId) ?? [];
    expect(found.requestedDocuments).toEqual([
      { reasonId: person, category: 'IdentityFront', uboId, documentIds: [] },
      { reasonId: person, category: 'IdentityBack', uboId, documentIds: [] },
      { reasonId: person, category: 'Selfie', uboId, documentIds: [selfie] },
      { reasonId: document, category: 'CertificateOfIncorporation', uboId: null, documentIds: [sharp] },
    ]);
    const requestedBy = new Map(found.documents.map((one) => [one.documentId, one.requestedBy]));
    expect(requestedBy).toEqual(
      new Map([
        [blurred, []],
        [early, []],
        [selfie, [person]],
        [ofAnother, []],
        [sharp, [document]],
        [refused, []],
      ]),
    );
  });

  test('are still shown after the partner has answered and another analyst reviews', async () => {
    const customer = await createCustomer(api);
    await ada.on(customer.customerId, 'claim');
    const reasons = [{ code: 'Business.AddressUnverified' }];
    await ada.on(customer.customerId, 'decisions', { outcome: 'RequestChanges', reasons });
    await patch(api, customer, { businessPersonList: [validPerson()] });
    await ben.on(customer.customerId, 'claim');
    expect(await packageOf(customer)).toMatchObject({
      verification: { status: 'StartedNotCompleted', attempt: 2 },
      requestedDocuments: [{ category: 'ProofOfBusinessAddress', documentIds: [] }],
    });
  });
});

test('reading a package runs the same statements for 1 and for 20 people, notes and decisions', async () => {
  const asked: string[] = [];
  const watched = await startTestApi(database, { beforeStatement: (name) => asked.push(name) });
  try {
    const analyst = await signInAnalyst(watched, database);
    const statements = async (people: number) => {
      const businessPersonList = Array.from({ length: people }, () => validPerson({ percentageShare: 5 }));
      const customer = await createCustomer(api, { businessPersonList });
      for (let n = 0; n < people; n++) {
        await noted(database, customer, { text: 'x' });
        await screened(database, customer, { uboId: customer.uboIds[n] });
        await decided(database, customer, { outcome: 'Approve', state: 'Voided' });
      }
      asked.length = 0;
      expect((await rawPackage(customer.customerId, analyst)).statusCode).toBe(200);
      return [...asked];
    };
    const few = await statements(1);
    expect(await statements(20)).toEqual(few);
    // Includes the one that records the read.
    expect(few.length).toBeLessThanOrEqual(21);
  } finally {
    await watched.close();
  }
});

test('the catalogue of reasons includes the target of each reason', async () => {
  const { value } = (await ada.call('GET', '/reasons')).json();
  expect(value.length).toBeGreaterThan(10);
  expect(value).toContainEqual({
    code: 'Person.AddressUnverified',
    target: 'Person',
    outcomes: ['RequestChanges', 'Reject'],
    message: 'The address of the person could not be verified.',
    remediation: { action: 'UploadDocuments', documentCategories: ['ProofOfPersonAddress'] },
  });
});
