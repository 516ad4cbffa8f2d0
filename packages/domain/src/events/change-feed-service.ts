// The change feed: a partner's events in an order in which none is ever passed. An event is shown once every transaction
// that began to write before its own has ended, so whatever commits later comes later.
import { type ChangesPage, type ChangesQuery, eventEnvelopeSchema } from '@onboarding/contract';
import type { Tx } from '@onboarding/platform/postgres';
import type { ClientActor } from '../context.ts';
import { type DomainError, refuse } from '../failure.ts';
import {
  DISORDER_MS,
  FEED_DAYS,
  type FeedBeginning,
  type FeedPosition,
  feedStart,
  fromCursor,
  keptSince,
  NO_EVENT,
  ON_THE_WAY_MS,
  smallestEventId,
  timeOfEvent,
  toCursor,
} from './change-feed.ts';
import { type FeedRow, readFeed } from './change-feed-store.ts';

export async function listChanges(
  tx: Tx,
  { partnerId }: ClientActor,
  { cursor, since, limit }: ChangesQuery,
  now: Date,
): Promise<ChangesPage> {
  const from = cursor === undefined ? feedStart(now, since) : readCursor(partnerId, cursor, now);
  // One more than asked for tells whether there is another page.
  const { settledBelow, rows } = await readFeed(tx, partnerId, {
    after: from.after,
    notBefore: smallestEventId(from.notBefore),
    limit: limit + 1,
  });
  // Numbers of transactions only grow, unless the events were moved to another server and the numbers were not.
  if (from.after.transactionId > settledBelow) throw refuseCursor(FROM_ELSEWHERE);
  const shown = rows.filter((row) => BigInt(row.transaction_id) < settledBelow);
  const items = shown.slice(0, limit);
  const next = standsAt(items.at(-1), rows[items.length], settledBelow, now);
  return {
    items: items.map((row) => eventEnvelopeSchema.parse(JSON.parse(row.body))),
    nextCursor: toCursor(partnerId, next),
    hasMore: shown.length > limit,
  };
}

/**
 * With nothing behind it, a reader stands at this very moment, so that it can come back within 30 days however long ago
 * its last event was. With something behind it, shown or not, it stands at its last event and at the time of the next. If
 * nothing was shown it stands behind all that is settled, so that it is not led back before the moment where it began.
 */
function standsAt(
  last: FeedRow | undefined,
  following: FeedRow | undefined,
  settledBelow: bigint,
  now: Date,
): FeedPosition {
  const settled = { transactionId: settledBelow, eventId: NO_EVENT };
  if (following === undefined) return { after: settled, time: now };
  const after = last === undefined ? settled : { transactionId: BigInt(last.transaction_id), eventId: last.event_id };
  return { after, time: timeOfEvent(following.event_id) };
}

const FROM_ELSEWHERE =
  'is older than the move of our database to another server. Begin again without a cursor: events that you have read before come again, with the same eventId';

function readCursor(partnerId: string, cursor: string, now: Date): FeedBeginning {
  const position = fromCursor(partnerId, cursor);
  if (position === undefined) {
    throw refuseCursor('was not given out by this feed. Send the nextCursor of an earlier answer, unchanged, or none');
  }
  const since = keptSince(now);
  // A reader that is on its way through the oldest events is not overtaken by their end.
  if (position.time.getTime() < since.getTime() - ON_THE_WAY_MS) {
    const [missed, kept] = [position.time.toISOString(), since.toISOString()];
    throw refuseCursor(
      `is older than the ${FEED_DAYS} days for which events are kept: those from ${missed} to ${kept} can no longer be read here. Read GET /partner/v1/business-profiles?updatedFrom=${missed} for what has changed since, and go on here without a cursor`,
    );
  }
  return { after: position.after, notBefore: new Date(position.time.getTime() - DISORDER_MS) };
}

function refuseCursor(what: string): DomainError {
  return refuse([{ pointer: '?cursor', code: 'ValidationControl.Error', message: `cursor ${what}.` }]);
}
