// Lists replays of windows with their progress, and cancels pending ones.

import {
  REPLAY_LIST_LIMITS,
  REPLAYS_PER_SECOND,
  type Replay,
  type ReplayPage,
  type ReplayProgress,
  type ReplayQuery,
} from '@onboarding/contract';
import type { KeyRing } from '@onboarding/platform/crypto';
import { isUuid, uuidFloor } from '@onboarding/platform/ids';
import type { Tx } from '@onboarding/platform/postgres';
import { listUserNames } from '../../accounts/index.ts';
import type { Context, PartnerPerson } from '../../context.ts';
import { HIGHEST_ID, markOf, openPosition, sealPosition } from '../../cursors.ts';
import { keptSince } from '../../events/index.ts';
import { DomainError } from '../../failure.ts';
import { type EndpointRow, findEndpoint } from '../endpoints/endpoint-store.ts';
import { noteWebhookChange } from '../endpoints/webhook-log-store.ts';
import {
  countReplay,
  findReplay,
  listReplayRows,
  markCancelled,
  type ReplayCounts,
  type ReplayRow,
} from './replay-progress-store.ts';
import { sendReplay } from './replay-service.ts';
import { claimReplay } from './replay-store.ts';

/** Newest first. */
export async function listReplays(
  tx: Tx,
  { keys, clock }: { keys: KeyRing } & Pick<Context, 'clock'>,
  partnerId: string,
  { limit = REPLAY_LIST_LIMITS.itemsUnasked, cursor }: ReplayQuery,
): Promise<ReplayPage> {
  const list = `replays of ${partnerId}`;
  const mark = markOf([]);
  const [below = HIGHEST_ID] = cursor === undefined ? [] : openPosition(keys, list, mark, cursor);
  const kept = uuidFloor(keptSince(clock.now()));
  // Fetches one more than requested, to detect another page.
  const rows = await listReplayRows(tx, partnerId, { below, kept, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const names = await listUserNames(
    tx,
    partnerId,
    shown.map((row) => row.requestedBy),
  );
  return {
    items: shown.map((row) => toReplay(row, names)),
    nextCursor: last === undefined ? null : sealPosition(keys, list, mark, [last.replayId]),
  };
}

export async function readReplay(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  partnerId: string,
  replayId: string,
): Promise<ReplayProgress> {
  const now = clock.now();
  const row = await findKept(tx, partnerId, replayId, now);
  const counts = await countReplay(tx, partnerId, row);
  const endpoint = await findEndpoint(tx, partnerId);
  const names = await listUserNames(tx, partnerId, [row.requestedBy]);
  return { ...toReplay(row, names), ...progressOf(row, counts, endpoint, now) };
}

/**
 * The worker gives up the pending deliveries; until then, and for deliveries in flight, the dispatcher may still send some.
 * Does not change a replay without pending deliveries.
 */
export async function cancelReplay(
  tx: Tx,
  context: Pick<Context, 'clock' | 'jobs'>,
  person: PartnerPerson,
  replayId: string,
): Promise<ReplayProgress> {
  const { partnerId } = person;
  const now = context.clock.now();
  const row = await findKept(tx, partnerId, replayId, now);
  const claimed = await claimReplay(tx, partnerId, row.replayId);
  if (claimed?.cancelledAt === null && (await countReplay(tx, partnerId, row)).waiting > 0) {
    await markCancelled(tx, partnerId, row.replayId, now);
    const details = { replayId: row.replayId };
    await noteWebhookChange(tx, { partnerId, action: 'ReplayCancelled', actor: person, details }, now);
    await sendReplay(tx, context, { partnerId, replayId: row.replayId, before: 0 });
  }
  return readReplay(tx, context, partnerId, replayId);
}

async function findKept(tx: Tx, partnerId: string, replayId: string, now: Date): Promise<ReplayRow> {
  const row = isUuid(replayId) ? await findReplay(tx, partnerId, replayId) : undefined;
  // Its deliveries are purged with the events, so there would be nothing to count.
  if (row === undefined || row.requestedAt < keptSince(now)) throw new DomainError('Webhook.ReplayNotFound');
  return row;
}

function toReplay(row: ReplayRow, names: ReadonlyMap<string, string>): Replay {
  return {
    replaySeries: row.replayId,
    requestedAt: row.requestedAt.toISOString(),
    requestedBy: { accountId: row.requestedBy, name: names.get(row.requestedBy) ?? null },
    filter: {
      from: row.fromAt.toISOString(),
      to: row.toAt.toISOString(),
      status: row.deliveryStatus,
      eventType: row.eventType,
      customerId: row.customerId,
      replaySeries: row.sourceSeries,
      includeUnrouted: row.includeUnrouted,
    },
    created: row.created,
    cancelledAt: row.cancelledAt?.toISOString() ?? null,
  };
}

function progressOf(
  { created, cancelledAt, requestedAt }: ReplayRow,
  { delivered, failed, waiting, lastCompletedAt }: ReplayCounts,
  endpoint: EndpointRow | undefined,
  now: Date,
) {
  const sends = endpoint !== undefined && endpoint.status !== 'Disabled' && endpoint.pausedAt === null;
  const status = cancelledAt !== null ? 'Cancelled' : waiting > 0 ? 'Running' : 'Finished';
  const expected = new Date(now.getTime() + (waiting * 1_000) / REPLAYS_PER_SECOND);
  const finished = waiting > 0 ? null : (lastCompletedAt ?? cancelledAt ?? requestedAt);
  return {
    status,
    delivered,
    failed,
    waiting,
    notSent: Math.max(0, created - delivered - failed - waiting),
    expectedEndAt: status === 'Running' && sends ? expected.toISOString() : null,
    finishedAt: finished?.toISOString() ?? null,
  } as const;
}
