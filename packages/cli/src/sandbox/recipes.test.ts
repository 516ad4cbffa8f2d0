// What each recipe sends to a sandbox, and what it waits for.
import type { OnboardingClient } from '@onboarding/sdk';
import { expect, test } from 'vitest';
import { NO_PROGRESS } from '../output/progress.ts';
import { RECIPES } from './recipes.ts';
import { SAMPLE_PDF, sampleBusiness } from './sample-business.ts';

const UBOS = [{ uboId: 'u-1' }, { uboId: 'u-2' }];

/** Runs a recipe against a client whose review is in the given status. */
async function cook(name: string, verificationStatus: string) {
  const sent: unknown[] = [];
  const client = {
    async createBusinessProfile({ registrationNumber }: { registrationNumber: string }) {
      sent.push(['create', registrationNumber]);
      return { customerId: 'c-1', ubos: UBOS };
    },
    async patchBusinessProfile(...[customerId, body]: unknown[]) {
      sent.push(['patch', customerId, body]);
    },
    async uploadDocument(customerId: string, file: Blob, { documentCategory, contentType, waitMs }: object & UploadOf) {
      sent.push(['upload', customerId, file.size, documentCategory, contentType, waitMs]);
    },
    async readVerificationStatus() {
      return { verificationStatus };
    },
  } as unknown as OnboardingClient;
  const kitchen = { client, signal: new AbortController().signal, progress: NO_PROGRESS, timeoutMs: 0 };
  const ended = await RECIPES.get(name)?.(kitchen).catch((error: { exitCode: number }) => error.exitCode);
  return { sent, ended };
}
type UploadOf = { documentCategory: string; contentType: string; waitMs: number };

const numberOf = (outcome?: Parameters<typeof sampleBusiness>[0]) => sampleBusiness(outcome).registrationNumber;

test.each([
  ['Approve', 'Approved'],
  ['Reject', 'Rejected'],
  ['RequestChanges', 'ChangesRequested'],
  ['Hold', 'StartedNotCompleted'],
] as const)('%s creates the business with this outcome and waits until it is %s', async (outcome, status) => {
  expect(await cook(outcome, status)).toEqual({ sent: [['create', numberOf(outcome)]], ended: 'c-1' });
  expect(await cook(outcome, 'PendingVerification')).toMatchObject({ ended: 4 });
});

test('a held review is not decided, and a decided one is not held', async () => {
  expect((await cook('Hold', 'Approved')).ended).toBe(4);
  expect((await cook('Approve', 'StartedNotCompleted')).ended).toBe(4);
});

const UPLOAD = ['CertificateOfIncorporation', 'application/pdf', 0];
test.each([
  ['business.profile.created', []],
  ['business.profile.updated', [['patch', 'c-1', { tradingName: 'Sample' }]]],
  ['business.person.added', []],
  [
    'business.person.updated',
    [['patch', 'c-1', { businessPersonList: UBOS.map((ubo) => ({ ...ubo, phone: '+2348031234569' })) }]],
  ],
  ['business.document.confirmed', [['upload', 'c-1', SAMPLE_PDF.length, ...UPLOAD]]],
  ['business.document.rejected', [['upload', 'c-1', Math.floor(SAMPLE_PDF.length / 2), ...UPLOAD]]],
])('%s is caused by a new business and %j', async (event, after) => {
  const { sent, ended } = await cook(event, 'Approved');
  expect([sent.slice(1), ended]).toEqual([after, 'c-1']);
  expect(sent[0]).toEqual(['create', expect.any(String)]);
});
