// What operators can see of a partner's endpoint, and how they pause and resume sending.
import type { Tx } from '@onboarding/platform/postgres';
import type { Context } from '../../context.ts';
import { type EndpointRow, findEndpoint, lockLane, pauseLane, unpauseLane } from '../endpoints/endpoint-store.ts';
import { noteWebhookChange } from '../endpoints/webhook-log-store.ts';
import { resumeSending } from './endpoint-service.ts';
import { type LaneFacts, readLaneFacts } from './operator-store.ts';

export const INSPECTED = { mostWaiting: 100_000, mostChanges: 10 } as const;

export type Inspection = LaneFacts & {
  endpoint: EndpointRow;
  /** The rest of the URL may contain a key of the partner. */
  host: string;
};

/** Undefined for a partner without an endpoint. */
export async function inspectEndpoint(tx: Tx, partnerId: string): Promise<Inspection | undefined> {
  const endpoint = await findEndpoint(tx, partnerId);
  if (endpoint === undefined) return undefined;
  return { endpoint, host: new URL(endpoint.url).host, ...(await readLaneFacts(tx, partnerId, INSPECTED)) };
}

export type OperatorOutcome = 'NotRegistered' | 'Done' | 'Unchanged';

interface Operation {
  partnerId: string;
  /** The operator who runs the command. */
  operator: string;
}

/** Stops sending, except for attempts in progress; nothing is lost. */
export async function pauseEndpoint(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  { partnerId, operator }: Operation,
): Promise<OperatorOutcome> {
  const before = await lockLane(tx, partnerId);
  if (before === undefined) return 'NotRegistered';
  if (before.pausedAt !== null) return 'Unchanged';
  const now = clock.now();
  await pauseLane(tx, partnerId, now);
  await noteWebhookChange(tx, { partnerId, action: 'Paused', actor: { kind: 'Operator', name: operator } }, now);
  return 'Done';
}

/** Ends a pause, and enables a disabled endpoint. */
export async function resumeEndpoint(
  tx: Tx,
  context: Pick<Context, 'clock' | 'jobs'>,
  { partnerId, operator }: Operation,
): Promise<OperatorOutcome> {
  const before = await lockLane(tx, partnerId);
  if (before === undefined) return 'NotRegistered';
  if (before.pausedAt === null && before.status !== 'Disabled') return 'Unchanged';
  const now = context.clock.now();
  await unpauseLane(tx, partnerId);
  await resumeSending(tx, context, partnerId, now);
  const actor = { kind: 'Operator', name: operator } as const;
  const details = { previousStatus: before.status, pausedSince: before.pausedAt };
  await noteWebhookChange(tx, { partnerId, action: 'Resumed', actor, details }, now);
  return 'Done';
}
