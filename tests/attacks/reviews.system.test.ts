// A partner tries to evade a review, against real processes: by turning an approved business into another one, and by delaying
// its own rejection. Also, staff who read data without need.
import type { AuditEntry, QueuePage, StaffReadPage, VerificationStatusRecord } from '@onboarding/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { validAddress, validIdentity, validPerson } from '../harness/bodies.ts';
import { until } from '../harness/patience.ts';
import { startYente, type YenteServer } from '../harness/servers/yente-server.ts';
import { signIn } from '../harness/session.ts';
import {
  approve,
  claim,
  confirm,
  dismissHits,
  openReviewScene,
  outcome,
  propose,
  type ReviewScene,
} from './reviews-scene.ts';

let scene: ReviewScene;
let yente: YenteServer;
const LISTED = 'Later Listed Trading';

beforeAll(async () => {
  yente = await startYente({ [LISTED]: 0.98 });
  scene = await openReviewScene();
});
afterAll(async () => {
  await scene?.close();
  await yente?.close();
});

const profile = (customerId: string) => `/business-profiles/${customerId}`;
const patch = (customerId: string, body: unknown) =>
  scene.asPartner<{ verificationStatus: string }>('PATCH', profile(customerId), body);
const statusOf = async (customerId: string) =>
  (await scene.asPartner<VerificationStatusRecord>('GET', `${profile(customerId)}/verification-status`)).value;
const trailOf = async (customerId: string) =>
  (await scene.asPartner<{ items: AuditEntry[] }>('GET', `${profile(customerId)}/audit`)).value.items;
const queued = async (customerId: string, query = '') => {
  const page = await scene.as<QueuePage>(scene.ada, 'GET', `/queue?limit=200${query}`);
  return page.value.items.find((one) => one.customerId === customerId);
};

const SHARED = { ...validIdentity(), identityValue: '50505000001' };

const FINANCIALS = {
  monthlyTurnOver: 'UpTo100k',
  estimatedTransactionValue: 'UpTo15k',
  sourceOfFunds: 'CustomerRevenue',
  purposeOfAccount: 'CryptoOnRamp',
};

describe('an approved business', () => {
  test('returns to review when a material field changes, and the trail names the change', async () => {
    const changes: [string, (customerId: string) => Promise<unknown>][] = [
      ['tradingName', async () => ({ tradingName: 'Quite Another' })],
      ['addresses', async () => ({ addresses: [{ ...validAddress(), countryCode: 'CHE' }] })],
      ['industry', async () => ({ industry: 'CryptoProceeds' })],
      ['financials', async () => ({ financials: FINANCIALS })],
      ['website', async () => ({ website: 'https://new.example' })],
      ['description', async () => ({ description: 'x' })],
      ['registrationDate', async () => ({ registrationDate: '2001-02-03' })],
      ['documents', async (customerId) => ({ businessDocumentIdList: [await scene.upload(customerId)] })],
    ];
    const done = await Promise.all(
      changes.map(async ([what, change]) => {
        const customerId = await scene.create();
        await approve(scene, customerId);
        // Contact details may change.
        const kept = await patch(customerId, { email: 'new@company.example', phoneNumber: '+2348031234569' });
        const answer = await patch(customerId, await change(customerId));
        const [entry] = await trailOf(customerId);
        const { trigger, changedFields, documentIds } = entry?.details ?? {};
        const named = what === 'documents' ? documentIds : changedFields;
        const inQueue = (await queued(customerId))?.reason;
        return [
          what,
          kept.value?.verificationStatus,
          answer.value?.verificationStatus,
          trigger,
          Array.isArray(named) && named.length,
          inQueue,
        ];
      }),
    );
    expect(done).toEqual(
      changes.map(([what]) => [what, 'Approved', 'PendingVerification', 'MaterialChange', 1, 'Changed']),
    );
  });

  test('is queued for monitoring once when it appears on a list later, and the partner is not notified', async () => {
    const customerId = await scene.create({ companyName: LISTED });
    await approve(scene, customerId);
    const { sequence } = await statusOf(customerId);
    await scene.screenWith({
      SCREENING_PROVIDER: 'yente',
      SCREENING_URL: yente.url,
      SCREENING_DATASET: 'sanctions',
    });
    const kept = await patch(customerId, { email: 'other@company.example' });
    expect(kept.value.verificationStatus).toBe('Approved');
    await until(async () => (await queued(customerId)) !== undefined, 'it is queued');
    expect(await queued(customerId, '&reason=Monitoring')).toMatchObject({
      reason: 'Monitoring',
      priority: 2,
      flags: ['ScreeningHit'],
    });
    // One event for the e-mail address, none for the monitoring.
    expect(await statusOf(customerId)).toMatchObject({
      verificationStatus: 'Approved',
      canUpdate: true,
      sequence: sequence + 1,
    });
    expect(JSON.stringify(await trailOf(customerId))).not.toMatch(/onitor|creening/);
    // It is locked while an analyst reviews it; flags that they accept stay known.
    expect(outcome(await claim(scene, customerId))).toBe('200');
    expect(await statusOf(customerId)).toMatchObject({ verificationStatus: 'Approved', canUpdate: false });
    expect(outcome(await patch(customerId, { description: 'y' }))).toBe('409 Customer.UnderReview');
    await scene.looked(customerId);
    // It cannot be approved without a finding about the hit.
    await expect(propose(scene, customerId, 'Approve')).rejects.toThrow('Review.HitOpen');
    await dismissHits(scene, customerId);
    const confirmed = await confirm(scene, customerId, await propose(scene, customerId, 'Approve'));
    expect(outcome(confirmed)).toBe('200');
    expect(await statusOf(customerId)).toMatchObject({ verificationStatus: 'Approved', sequence: sequence + 1 });
    expect((await patch(customerId, { email: 'third@company.example' })).value.verificationStatus).toBe('Approved');
    await scene.looked(customerId);
    expect((await scene.package(customerId)).flags.map(({ code }) => code)).toEqual(['ScreeningHit']);
    expect(await queued(customerId)).toBeUndefined();
  });
});

describe('while a decision is proposed', () => {
  test('uploads do not delay a rejection: they are stored, and the rejection can be confirmed', async () => {
    const customerId = await scene.create();
    await scene.looked(customerId);
    await claim(scene, customerId);
    const rejection = await propose(scene, customerId, 'Reject');
    const uploaded = [await scene.upload(customerId), await scene.upload(customerId)];
    expect(outcome(await confirm(scene, customerId, rejection))).toBe('200');
    expect((await statusOf(customerId)).verificationStatus).toBe('Rejected');
    const { documents } = await scene.package(customerId);
    expect(documents.map(({ documentId, status }) => [documentId, status])).toEqual(
      uploaded.map((documentId) => [documentId, 'Confirmed']),
    );
  });

  test('a new document voids a proposed approval, and the analyst sees why', async () => {
    const customerId = await scene.create();
    await scene.looked(customerId);
    await claim(scene, customerId);
    const approval = await propose(scene, customerId, 'Approve');
    await scene.upload(customerId);
    expect(outcome(await confirm(scene, customerId, approval))).toBe('409 Review.DecisionSettled');
    const [voided] = (await scene.package(customerId)).decisions;
    expect(voided).toMatchObject({ decisionId: approval, state: 'Voided', voidedBy: 'DocumentConfirmed' });
  });
});

describe('a read of customer data by staff', () => {
  test('is recorded with reader, kind, subject and address, and only supervisors and auditors see the record', async () => {
    const [auditor, supervisor, clerk] = [
      await signIn(scene.database, { realm: 'staff', role: 'auditor' }),
      await signIn(scene.database, { realm: 'staff', role: 'supervisor' }),
      await signIn(scene.database, { realm: 'staff' }),
    ];
    const person = { ...validPerson({ address: validAddress() }), identities: [SHARED] };
    const other = await scene.create({ businessPersonList: [person] });
    const customerId = await scene.create({ businessPersonList: [{ ...person, email: 'again@people.example' }] });
    await Promise.all([scene.looked(customerId), scene.looked(other)]);
    const documentId = await scene.upload(customerId);
    // The worker may not have detected the shared identity yet, for either business.
    await until(async () => {
      const both = await Promise.all([customerId, other].map((one) => scene.package(one)));
      return both.every(({ flags }) => flags.some(({ code }) => code === 'SharedIdentity'));
    }, 'the shared identity is pointed out, for both');
    const began = new Date();
    const first = [
      await scene.as(clerk, 'GET', `/packages/${customerId}`),
      await scene.as(clerk, 'GET', `/packages/${customerId}/audit`),
    ];
    expect(await scene.openDocument(clerk, customerId, documentId)).toBe(200);
    const asked = [
      ...first,
      await scene.as(clerk, 'GET', '/queue?limit=200&flag=SharedIdentity'),
      await scene.as(clerk, 'GET', `/packages/${crypto.randomUUID()}`),
    ];
    expect(asked.map(outcome)).toEqual(['200', '200', '200', '404 Customer.NotFound']);
    const query = `/reads?accountId=${clerk.accountId}&from=${began.toISOString()}`;
    expect(outcome(await scene.as(clerk, 'GET', query))).toBe('403 Session.RoleMissing');
    for (const reader of [auditor, supervisor]) {
      const { value } = await scene.as<StaffReadPage>(reader, 'GET', `${query}&limit=200`);
      const seen = value.items.map((one) => [one.kind, one.customerId, one.subjectId]).toReversed();
      expect(seen.slice(0, 4)).toEqual([
        ['Package', customerId, null],
        ['Comparison', other, customerId],
        ['Trail', customerId, null],
        ['Document', customerId, documentId],
      ]);
      expect(seen.slice(4)).toEqual(
        expect.arrayContaining([
          ['SearchResult', customerId, null],
          ['SearchResult', other, null],
        ]),
      );
      expect(new Set(value.items.map((one) => `${one.reader.accountId} ${one.address}`))).toEqual(
        new Set([`${clerk.accountId} 127.0.0.1`]),
      );
    }
    const of = await scene.as<StaffReadPage>(auditor, 'GET', `/reads?customerId=${other}&accountId=${clerk.accountId}`);
    expect(of.value.items.map(({ kind }) => kind)).toEqual(['SearchResult', 'Comparison']);
  });

  test('is refused if it cannot be recorded', async () => {
    const customerId = await scene.create();
    const { owner } = scene.database;
    await owner.query('revoke insert on staff_reads from onboarding_staff');
    try {
      for (const path of [`/packages/${customerId}`, `/packages/${customerId}/audit`, '/queue']) {
        const answer = await scene.as(scene.ada, 'GET', path);
        expect([outcome(answer), answer.text.includes(customerId)]).toEqual(['500 Internal.Error', false]);
      }
    } finally {
      await owner.query('grant insert on staff_reads to onboarding_staff');
    }
    expect(outcome(await scene.as(scene.ada, 'GET', `/packages/${customerId}`))).toBe('200');
  });
});
