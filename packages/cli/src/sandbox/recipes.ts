// The steps that trigger each event and outcome in a sandbox.
import { DocumentRefusedError, type OnboardingClient, type WebhookEvent } from '@onboarding/sdk';
import { get } from '../doctor/reach.ts';
import { ADVICE, CliFailure, EXIT } from '../failure.ts';
import { DECIDED, waitForStatus } from '../listen/decisions.ts';
import { reasonOf } from '../listen/insist.ts';
import type { Progress } from '../output/progress.ts';
import type { Settings } from '../profiles/settings.ts';
import { type MagicOutcome, SAMPLE_PDF, sampleBusiness } from './sample-business.ts';

interface Kitchen {
  client: OnboardingClient;
  signal: AbortSignal;
  progress: Progress;
  /** How long to wait for a review or a check. */
  timeoutMs: number;
}

/** Returns the id of the affected customer. */
type Recipe = (kitchen: Kitchen) => Promise<string>;

async function create({ client, signal, progress }: Kitchen, outcome?: MagicOutcome) {
  progress.stage('Creating a sample business');
  return client.createBusinessProfile(sampleBusiness(outcome), { signal });
}

/** Waits until the document has an outcome, whether it passes or is refused. */
async function upload(kitchen: Kitchen, content: typeof SAMPLE_PDF): Promise<string> {
  const { customerId } = await create(kitchen);
  const { client, signal, timeoutMs, progress } = kitchen;
  progress.stage('Uploading a document');
  const file = new Blob([content], { type: 'application/pdf' });
  const about = { documentCategory: 'CertificateOfIncorporation', contentType: 'application/pdf' } as const;
  try {
    await client.uploadDocument(customerId, file, { ...about, signal, waitMs: timeoutMs });
  } catch (error) {
    if (!(error instanceof DocumentRefusedError)) throw error;
  }
  return customerId;
}

const withOutcome =
  (outcome: MagicOutcome): Recipe =>
  async (kitchen) => {
    const { customerId } = await create(kitchen, outcome);
    const { client, signal, timeoutMs, progress } = kitchen;
    progress.stage('Waiting for its review');
    const statuses = outcome === 'Hold' ? ['StartedNotCompleted'] : DECIDED;
    await waitForStatus(client, customerId, { statuses, timeoutMs, signal });
    return customerId;
  };

const OUTCOME_RECIPES: Record<MagicOutcome, Recipe> = {
  Approve: withOutcome('Approve'),
  Reject: withOutcome('Reject'),
  RequestChanges: withOutcome('RequestChanges'),
  Hold: withOutcome('Hold'),
};

const TRUNCATED_PDF = SAMPLE_PDF.subarray(0, SAMPLE_PDF.length / 2);

/** Excludes the test event, which has no customer and is sent only by the portal. */
type CustomerEvent = Exclude<WebhookEvent['eventType'], 'webhook.test'>;

const EVENT_RECIPES: Record<CustomerEvent, Recipe> = {
  'business.profile.created': async (kitchen) => (await create(kitchen)).customerId,
  'business.profile.updated': async (kitchen) => {
    const { customerId } = await create(kitchen);
    kitchen.progress.stage('Changing it');
    await kitchen.client.patchBusinessProfile(customerId, { tradingName: 'Sample' }, { signal: kitchen.signal });
    return customerId;
  },
  'business.person.added': async (kitchen) => (await create(kitchen)).customerId,
  'business.person.updated': async (kitchen) => {
    const { customerId, ubos } = await create(kitchen);
    kitchen.progress.stage('Changing a person');
    const businessPersonList = ubos.map(({ uboId }) => ({ uboId, phone: '+2348031234569' }));
    await kitchen.client.patchBusinessProfile(customerId, { businessPersonList }, { signal: kitchen.signal });
    return customerId;
  },
  'business.document.confirmed': (kitchen) => upload(kitchen, SAMPLE_PDF),
  'business.document.rejected': (kitchen) => upload(kitchen, TRUNCATED_PDF),
  'business.verification.updated': withOutcome('Approve'),
};

export const RECIPES: ReadonlyMap<string, Recipe> = new Map([
  ...Object.entries(OUTCOME_RECIPES),
  ...Object.entries(EVENT_RECIPES),
]);

// Checks whether the API is a sandbox: only there can reviews be simulated.

/** Asked without a token, so that the request is not in the partner's log: a sandbox knows the path and refuses the method. */
const SIMULATION = '/api/partner/v1/sandbox/business-profiles/00000000-0000-7000-8000-000000000000/simulate';

export async function requireSandbox({ api }: Settings, signal: AbortSignal): Promise<void> {
  let status: number;
  try {
    ({ status } = await get(`${api}${SIMULATION}`, signal));
  } catch (thrown) {
    throw new CliFailure(`${api} does not answer (${reasonOf(thrown)}). ${ADVICE}`, EXIT.unreachable);
  }
  if (status === 405) return;
  throw new CliFailure(
    status === 404
      ? 'This is not a sandbox, and sample businesses can only be created in one. Choose one with --env.'
      : `${api} answers with ${status}, so it is unknown whether this is a sandbox, and nothing was created. ${ADVICE}`,
  );
}
