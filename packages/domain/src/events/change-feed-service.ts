// The change feed: a partner's events in an order in which a reader misses none. An event is shown once every transaction
// that started writing before its own has ended, so that a later commit always comes later in the feed.
import { type ChangesPage, type ChangesQuery, EVENT_DAYS, eventEnvelopeSchema } from '@onboarding/contract';
import type { Tx } from '@onboarding/platform/postgres';
import type { ClientActor } from '../context.ts';
import { type DomainError, validationError } from '../failure.ts';
import {
  DISORDER_MS,
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
  // Fetches one more than requested, to detect another page.
  const { endedBelow, rows } = await readFeed(tx, partnerId, {
    after: from.after,
    notBefore: smallestEventId(from.notBefore),
    limit: limit + 1,
  });
  // Transaction ids only grow, unless the events were moved to another server without its counter.
  if (from.after.transactionId > endedBelow) throw invalidCursor(FROM_ELSEWHERE);
  const shown = rows.filter((row) => BigInt(row.transactionId) < endedBelow);
  const items = shown.slice(0, limit);
  const next = standsAt(items.at(-1), rows[items.length], endedBelow, now);
  return {
    items: items.map((row) => eventEnvelopeSchema.parse(JSON.parse(row.body))),
    nextCursor: toCursor(partnerId, next),
    hasMore: shown.length > limit,
  };
}

/**
 * At the end of the feed, the position has the current time, so that the reader can continue within 30 days even if its last
 * event is old. Otherwise, it is the last event shown and the time of the next. If no event was shown, the position is after
 * all events of ended transactions, so that the reader does not go back before its start.
 */
function standsAt(
  last: FeedRow | undefined,
  following: FeedRow | undefined,
  endedBelow: bigint,
  now: Date,
): FeedPosition {
  const ended = { transactionId: endedBelow, eventId: NO_EVENT };
  if (following === undefined) return { after: ended, time: now };
  const after = last === undefined ? ended : { transactionId: BigInt(last.transactionId), eventId: last.eventId };
  return { after, time: timeOfEvent(following.eventId) };
}

const FROM_ELSEWHERE =
  'was issued before our database moved to another server. Start again without a cursor: events that you have already read are returned again, with the same eventId';

function readCursor(partnerId: string, cursor: string, now: Date): FeedBeginning {
  const position = fromCursor(partnerId, cursor);
  if (position === undefined) {
    throw invalidCursor(
      'was not issued by this feed. Send the unchanged nextCursor of an earlier response, or omit it',
    );
  }
  const since = keptSince(now);
  // Tolerates a reader of the oldest events while they reach the age limit.
  if (position.time.getTime() < since.getTime() - ON_THE_WAY_MS) {
    const [missed, kept] = [position.time.toISOString(), since.toISOString()];
    throw invalidCursor(
      `is older than the ${EVENT_DAYS} days for which events are kept: events from ${missed} to ${kept} can no longer be read here. To find what has changed since, call GET /partner/v1/business-profiles?updatedFrom=${missed}, then continue here without a cursor`,
    );
  }
  return { after: position.after, notBefore: new Date(position.time.getTime() - DISORDER_MS) };
}

function invalidCursor(what: string): DomainError {
  return validationError([{ pointer: '?cursor', code: 'ValidationControl.Error', message: `cursor ${what}.` }]);
}
