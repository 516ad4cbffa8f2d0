// Sending again: one delivery, or every event of a window. Which events a window sends is settled when it is asked for;
// a job makes the deliveries.
import type { ReplayQueued } from '@onboarding/contract';
import { isUuid, uuidFloor, uuidv7 } from '@onboarding/platform/ids';
import type { Tx } from '@onboarding/platform/postgres';
import { z } from 'zod';
import type { Context, PartnerPerson } from '../context.ts';
import { keptSince, timeOfEvent } from '../events/index.ts';
import { DomainError } from '../failure.ts';
import { findDelivery, planByValues } from './delivery-history-store.ts';
import { findEndpoint, lockLane, wakeLane } from './endpoint-store.ts';
import { demandSending } from './queueing.ts';
import type { CheckedWindow } from './replay.ts';
import {
  claimReplay,
  completeReplay,
  insertBatch,
  insertReplay,
  lockReplays,
  settleWindow,
  takeBatch,
} from './replay-store.ts';
import { noteWebhookChange } from './webhook-log-store.ts';

export const REPLAY_QUEUE = 'webhooks.replay';
/** A delivery is made after its event, but perhaps by another machine's clock. */
const CLOCKS_APART_MS = 3_600_000;

type ReplayContext = Pick<Context, 'clock' | 'jobs'>;

export async function replayDelivery(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  { partnerId }: PartnerPerson,
  deliveryId: string,
): Promise<{ deliveryId: string }> {
  const now = clock.now();
  const endpoint = await lockLane(tx, partnerId);
  const found =
    endpoint !== undefined && isUuid(deliveryId) ? await findDelivery(tx, partnerId, deliveryId) : undefined;
  if (endpoint !== undefined && found === undefined) throw new DomainError('Webhook.DeliveryNotFound');
  if (found !== undefined && (found.body === null || timeOfEvent(found.event_id) < keptSince(now))) {
    throw new DomainError('Webhook.EventExpired');
  }
  await demandSending(tx, endpoint, now);
  const made = uuidv7(now);
  await insertReplay(tx, partnerId, { of: deliveryId, deliveryId: made }, now);
  await wakeLane(tx, partnerId, now);
  return { deliveryId: made };
}

export async function replayWindow(
  tx: Tx,
  context: ReplayContext,
  person: PartnerPerson,
  { window }: CheckedWindow,
): Promise<ReplayQueued> {
  const { partnerId } = person;
  const now = context.clock.now();
  await demandSending(tx, await findEndpoint(tx, partnerId), now);
  await lockReplays(tx, partnerId);
  await planByValues(tx);
  const { from, to } = window;
  const settledWindow = {
    replayId: uuidv7(now),
    events: [uuidFloor(from), uuidFloor(to)] as const,
    since: uuidFloor(new Date(from.getTime() - CLOCKS_APART_MS)),
    eventType: window.eventType ?? null,
    includeUnrouted: window.includeUnrouted ?? false,
    from,
    to,
    requestedBy: person.accountId,
  };
  const created = await settleWindow(tx, partnerId, settledWindow, now);
  const { replayId, eventType, includeUnrouted } = settledWindow;
  const details = { replayId, created, from, to, eventType, includeUnrouted };
  await noteWebhookChange(tx, { partnerId, action: 'ReplayRequested', actor: person, details }, now);
  if (created > 0) await context.jobs.send(tx, REPLAY_QUEUE, { partnerId, replayId });
  return { created, replaySeries: replayId };
}

const jobShape = z.object({ partnerId: z.uuid(), replayId: z.uuid() });

export interface ReplayProgress {
  /** How many deliveries this round has made. */
  made: number;
  /** How many of its events are purged already. */
  missing: number;
  completed: boolean;
}

/**
 * One round of a replay's job: takes a batch away in the transaction that makes its deliveries, so that a batch is there or
 * its deliveries are, and never both.
 */
export async function continueReplay(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  payload: unknown,
): Promise<ReplayProgress> {
  const { partnerId, replayId } = jobShape.parse(payload);
  const replay = await claimReplay(tx, partnerId, replayId);
  if (replay === undefined || replay.completed) return { made: 0, missing: 0, completed: true };
  const eventIds = await takeBatch(tx, partnerId, replayId);
  // Looked at when the replay is ours: whoever had to wait for it would else make ids older than those before.
  const now = clock.now();
  if (eventIds === undefined) {
    await completeReplay(tx, partnerId, replayId, now);
    return { made: 0, missing: 0, completed: true };
  }
  // Ids made one after the other sort so, and the events are in their order.
  const deliveryIds = eventIds.map(() => uuidv7(now));
  const made = await insertBatch(tx, partnerId, { replayId, eventIds, deliveryIds }, now);
  return { made, missing: eventIds.length - made, completed: false };
}

/** In a transaction of its own, after the deliveries can be seen: whoever finds the lane due finds them. */
export async function wakeForReplay(tx: Tx, payload: unknown, now: Date): Promise<void> {
  await wakeLane(tx, jobShape.parse(payload).partnerId, now);
}
