// Replays one delivery, or every event of a window. The events of a window are fixed at the time of the request; a job
// creates the deliveries.
import {
  DAY_MS,
  EVENT_DAYS,
  problemAt,
  REPLAY_WINDOW_DAYS,
  type ReplayQueued,
  type ReplayWindow,
} from '@onboarding/contract';
import { isUuid, uuidFloor, uuidv7 } from '@onboarding/platform/ids';
import type { Tx } from '@onboarding/platform/postgres';
import { z } from 'zod';
import type { Context, PartnerPerson } from '../../context.ts';
import { keptSince, timeOfEvent } from '../../events/index.ts';
import { DomainError, validationError } from '../../failure.ts';
import { firstDeliveryId } from '../deliveries/delivery.ts';
import { findDelivery, planByValues } from '../deliveries/delivery-history-store.ts';
import { demandSending } from '../deliveries/queueing.ts';
import { findEndpoint, lockLane } from '../endpoints/endpoint-store.ts';
import { noteWebhookChange } from '../endpoints/webhook-log-store.ts';
import { wakeLane } from '../lanes/lane-store.ts';
import { lockLanes } from '../lanes/turn-store.ts';
import {
  claimReplay,
  completeReplay,
  countOpenBefore,
  dropBatches,
  giveUpWaiting,
  insertBatch,
  insertReplay,
  takeBatch,
} from './replay-store.ts';
import { type ChosenWindow, countWindow, lockReplays, recordWindow } from './replay-window-store.ts';

export const REPLAY_QUEUE = 'webhooks.replay';
const GIVEN_UP_AT_ONCE = 500;

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
  if (found !== undefined && (found.body === null || timeOfEvent(found.eventId) < keptSince(now))) {
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
  window: ReplayWindow,
): Promise<ReplayQueued> {
  const { partnerId } = person;
  const now = context.clock.now();
  checkWindow(window, now);
  await demandSending(tx, await findEndpoint(tx, partnerId), now);
  await planByValues(tx);
  const chosen = toChosen(partnerId, window);
  if (window.dryRun === true) return { created: await countWindow(tx, chosen), replaySeries: null };
  await lockReplays(tx, partnerId);
  const replayId = uuidv7(now);
  const created = await recordWindow(tx, chosen, { replayId, requestedBy: person.accountId, now });
  const { from, to, eventType, includeUnrouted, status, customerId, series } = chosen;
  const details = { replayId, created, from, to, eventType, includeUnrouted, status, customerId, series };
  await noteWebhookChange(tx, { partnerId, action: 'ReplayRequested', actor: person, details }, now);
  if (created > 0)
    await sendReplay(tx, context, { partnerId, replayId, before: await countOpenBefore(tx, partnerId, replayId) });
  return { created, replaySeries: replayId };
}

/** The first replay of any partner runs before the second of another, and so on, so that every partner makes progress. */
export async function sendReplay(tx: Tx, { jobs }: Pick<Context, 'jobs'>, replay: ReplayJob): Promise<void> {
  await jobs.send(tx, REPLAY_QUEUE, replay, { owner: replay.partnerId, priority: -replay.before });
}

function toChosen(partnerId: string, window: ReplayWindow): ChosenWindow {
  const { from, to } = window;
  return {
    partnerId,
    fromEvent: uuidFloor(from),
    toEvent: uuidFloor(to),
    sinceDelivery: firstDeliveryId(from),
    eventType: window.eventType ?? null,
    includeUnrouted: window.includeUnrouted ?? false,
    status: window.status ?? null,
    customerId: window.customerId ?? null,
    series: window.replaySeries ?? null,
    from,
    to,
  };
}

/** `before`: the number of open replays of the partner at that time; missing in jobs of an older release. */
const jobShape = z.object({ partnerId: z.uuid(), replayId: z.uuid(), before: z.int().default(0) });

type ReplayJob = z.infer<typeof jobShape>;

interface ReplayRound {
  /** The number of deliveries created in this round. */
  made: number;
  /** The number of its events that were already purged. */
  missing: number;
  completed: boolean;
}

/**
 * One round of a replay's job: deletes a batch in the transaction that creates its deliveries, so that either the batch or
 * its deliveries exist.
 */
export async function continueReplay(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  payload: unknown,
): Promise<ReplayRound> {
  const { partnerId, replayId } = jobShape.parse(payload);
  const replay = await claimReplay(tx, partnerId, replayId);
  if (replay === undefined) return { made: 0, missing: 0, completed: true };
  if (replay.cancelledAt !== null) return giveUp(tx, partnerId, replayId, replay.cancelledAt);
  if (replay.completed) return { made: 0, missing: 0, completed: true };
  const eventIds = await takeBatch(tx, partnerId, replayId);
  // Read after the replay is locked: otherwise a process that had to wait would create ids older than existing ones.
  const now = clock.now();
  if (eventIds === undefined) {
    await completeReplay(tx, partnerId, replayId, now);
    return { made: 0, missing: 0, completed: true };
  }
  // Ids generated in sequence sort in that order, which is the order of the events.
  const deliveryIds = eventIds.map(() => uuidv7(now));
  const made = await insertBatch(tx, partnerId, { replayId, eventIds, deliveryIds }, now);
  return { made, missing: eventIds.length - made, completed: false };
}

/** One round of a cancelled replay. */
async function giveUp(tx: Tx, partnerId: string, replayId: string, cancelledAt: Date): Promise<ReplayRound> {
  await dropBatches(tx, partnerId, replayId);
  // The same lock order as when a turn is recorded, to avoid a deadlock.
  await lockLanes(tx, [partnerId]);
  const givenUp = await giveUpWaiting(tx, partnerId, { replayId, cancelledAt, limit: GIVEN_UP_AT_ONCE });
  const completed = givenUp < GIVEN_UP_AT_ONCE;
  if (completed) await completeReplay(tx, partnerId, replayId, cancelledAt);
  return { made: 0, missing: 0, completed };
}

/** For a job whose turn ends before its replay is complete: moves to the end of the queue. */
export async function sendRestOfReplay(tx: Tx, context: Pick<Context, 'jobs'>, payload: unknown): Promise<void> {
  await sendReplay(tx, context, jobShape.parse(payload));
}

/** In a separate transaction after the deliveries are committed, so that a woken dispatcher finds them. */
export async function wakeForReplay(tx: Tx, payload: unknown, now: Date): Promise<void> {
  await wakeLane(tx, jobShape.parse(payload).partnerId, now);
}

// Validates replay windows.

/** Throws if the window is invalid. */
function checkWindow({ from, to }: ReplayWindow, now: Date): void {
  if (to <= from) {
    throw validationError([problemAt(['to'], 'Webhook.RangeInvalid', 'must be later than from')]);
  }
  if (to.getTime() - from.getTime() > REPLAY_WINDOW_DAYS * DAY_MS) {
    const text = `is more than ${REPLAY_WINDOW_DAYS} days after from; replay several shorter windows instead`;
    throw validationError([problemAt(['to'], 'Webhook.RangeTooWide', text)]);
  }
  const since = keptSince(now);
  if (from < since) {
    const text = `is more than ${EVENT_DAYS} days ago, which is how long events are stored; start at ${since.toISOString()} or later`;
    throw validationError([problemAt(['from'], 'Webhook.EventExpired', text)]);
  }
}
