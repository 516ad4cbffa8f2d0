// A partner who wants to get round a review, over real processes: by changing an approved business into another one, and by
// putting off its own rejection.
import type { AuditEntry, QueuePage, VerificationStatusRecord } from '@onboarding/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { validAddress } from '../harness/bodies.ts';
import { until } from '../harness/process.ts';
import { startYente, type YenteServer } from '../harness/yente-server.ts';
import { approve, claim, confirm, openReviewScene, outcome, propose, type ReviewScene } from './review-scene.ts';

let scene: ReviewScene;
let yente: YenteServer;
const LISTED = 'Later Listed Trading';

beforeAll(async () => {
  yente = await startYente({ [LISTED]: 0.98 });
  scene = await openReviewScene();
}, 180_000);
afterAll(async () => {
  await scene?.close();
  await yente?.close();
}, 60_000);

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

const FINANCIALS = {
  monthlyTurnOver: 'UpTo100k',
  estimatedTransactionValue: 'UpTo15k',
  sourceOfFunds: 'CustomerRevenue',
  purposeOfAccount: 'CryptoOnRamp',
};

describe('an approved business', () => {
  test('cannot become another one without a review, field by field, and the trail says why it came back', async () => {
    const changes: [string, (customerId: string) => Promise<unknown>][] = [
      ['tradingName', async () => ({ tradingName: 'Quite Another' })],
      ['addresses', async () => ({ addresses: [{ ...validAddress(), countryCode: 'PRK' }] })],
      ['industry', async () => ({ industry: 'CryptoProceeds' })],
      ['financials', async () => ({ financials: FINANCIALS })],
      ['registrationDate', async () => ({ registrationDate: '2001-02-03' })],
      ['documents', async (customerId) => ({ businessDocumentIdList: [await scene.upload(customerId)] })],
    ];
    const done = await Promise.all(
      changes.map(async ([what, change]) => {
        const customerId = await scene.create();
        await approve(scene, customerId);
        // How to reach it may change.
        const free = { email: 'new@company.example', phoneNumber: '+2348031234569', description: 'x' };
        const kept = await patch(customerId, { ...free, website: 'https://new.example' });
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

  test('that turns up on a list later is queued for monitoring by itself, once, and its partner is told nothing', async () => {
    const customerId = await scene.create({ companyName: LISTED });
    await approve(scene, customerId);
    const { sequence } = await statusOf(customerId);
    await scene.screenWith({
      SCREENING_PROVIDER: 'yente',
      SCREENING_URL: yente.url,
      SCREENING_DATASET: 'sanctions',
    });
    const kept = await patch(customerId, { website: 'https://other.example' });
    expect(kept.value.verificationStatus).toBe('Approved');
    await until(async () => (await queued(customerId)) !== undefined, 'it is queued', 60_000);
    expect(await queued(customerId, '&reason=Monitoring')).toMatchObject({
      reason: 'Monitoring',
      priority: 2,
      flags: ['ScreeningHit'],
    });
    // One event for the website, none for what came after it.
    expect(await statusOf(customerId)).toMatchObject({
      verificationStatus: 'Approved',
      canUpdate: true,
      sequence: sequence + 1,
    });
    expect(JSON.stringify(await trailOf(customerId))).not.toMatch(/onitor|creening/);
    // While an analyst has it, it cannot be changed under their eyes; what they find is known from then on.
    expect(outcome(await claim(scene, customerId))).toBe('200');
    expect(await statusOf(customerId)).toMatchObject({ verificationStatus: 'Approved', canUpdate: false });
    expect(outcome(await patch(customerId, { description: 'y' }))).toBe('409 Customer.UnderReview');
    await scene.looked(customerId);
    const confirmed = await confirm(scene, customerId, await propose(scene, customerId, 'Approve'));
    expect(outcome(confirmed)).toBe('200');
    expect(await statusOf(customerId)).toMatchObject({ verificationStatus: 'Approved', sequence: sequence + 1 });
    expect((await patch(customerId, { description: 'z' })).value.verificationStatus).toBe('Approved');
    await scene.looked(customerId);
    expect((await scene.package(customerId)).flags.map(({ code }) => code)).toEqual(['ScreeningHit']);
    expect(await queued(customerId)).toBeUndefined();
  });
});

describe('while a decision is proposed', () => {
  test('uploads do not put off a rejection: they are kept, and it is confirmed all the same', async () => {
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

  test('a document voids an approval that does not know it, and the analyst sees why', async () => {
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
