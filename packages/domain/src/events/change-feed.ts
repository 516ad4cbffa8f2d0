// A reader's position in the change feed, and its cursor.
import { createHash } from 'node:crypto';
import { type ChangesPage, type ChangesQuery, DAY_MS, EVENT_DAYS, eventEnvelopeSchema } from '@onboarding/contract';
import type { Tx } from '@onboarding/platform/postgres';
import type { ClientActor } from '../context.ts';
import { type DomainError, validationError } from '../failure.ts';
import { type FeedPlace, type FeedRow, readFeed } from './event-store.ts';

export interface FeedPosition {
  /** The last event read; the feed continues after it. */
  after: FeedPlace;
  /** Later events are no older than this, apart from `DISORDER_MS`. */
  time: Date;
}

/** Where a page starts; events older than `notBefore` are not read. */
interface FeedBeginning {
  after: FeedPlace;
  notBefore: Date;
}

/**
 * How much older than its predecessor an event can be. Transactions last seconds and clocks are synchronised, so this is more
 * than enough, and still prunes all partitions but one or two.
 */
const DISORDER_MS = 3_600_000;
/** How long after EVENT_DAYS a cursor is still accepted. */
const ON_THE_WAY_MS = 3_600_000;
/** Sorts before every event of its transaction. */
const NO_EVENT = '00000000-0000-0000-0000-000000000000';

/** The position before everything that is kept, or before all events since a time. */
function feedStart(now: Date, since?: Date): FeedBeginning {
  const kept = keptSince(now);
  return {
    after: { transactionId: 0n, eventId: NO_EVENT },
    notBefore: since !== undefined && since > kept ? since : kept,
  };
}

export const keptSince = (now: Date) => new Date(now.getTime() - EVENT_DAYS * DAY_MS);

/** The smallest id that an event of this time can have. */
function smallestEventId(time: Date): string {
  const hex = Math.max(0, time.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

export function timeOfEvent(eventId: string): Date {
  return new Date(Number.parseInt(eventId.slice(0, 8) + eventId.slice(9, 13), 16));
}

const LAYOUT = { version: 0, transactionId: 1, eventId: 9, time: 25, check: 31, length: 35 } as const;
const VERSION = 1;

/**
 * Opaque to callers but not secret: it contains only data of the events. The checksum is not protection either: it detects a
 * damaged cursor, or one of another partner, which would return wrong pages.
 */
export function toCursor(partnerId: string, { after, time }: FeedPosition): string {
  const bytes = Buffer.alloc(LAYOUT.length);
  bytes[LAYOUT.version] = VERSION;
  bytes.writeBigUInt64BE(after.transactionId, LAYOUT.transactionId);
  bytes.write(after.eventId.replaceAll('-', ''), LAYOUT.eventId, 'hex');
  bytes.writeUIntBE(Math.max(0, time.getTime()), LAYOUT.time, 6);
  checkOf(partnerId, bytes).copy(bytes, LAYOUT.check);
  return bytes.toString('base64url');
}

/** Returns undefined if the text is not a cursor of this partner. */
export function fromCursor(partnerId: string, cursor: string): FeedPosition | undefined {
  const bytes = Buffer.from(cursor, 'base64url');
  // Decoding skips invalid characters, so they are detected by encoding it again.
  if (bytes.length !== LAYOUT.length || bytes.toString('base64url') !== cursor) return undefined;
  if (bytes[LAYOUT.version] !== VERSION || !bytes.subarray(LAYOUT.check).equals(checkOf(partnerId, bytes))) {
    return undefined;
  }
  return {
    after: {
      transactionId: bytes.readBigUInt64BE(LAYOUT.transactionId),
      eventId: bytes.toString('hex', LAYOUT.eventId, LAYOUT.time).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
    },
    time: new Date(bytes.readUIntBE(LAYOUT.time, 6)),
  };
}

function checkOf(partnerId: string, bytes: Buffer): Buffer {
  return createHash('sha256')
    .update(partnerId)
    .update(bytes.subarray(0, LAYOUT.check))
    .digest()
    .subarray(0, LAYOUT.length - LAYOUT.check);
}

// The change feed: a partner's events in an order in which a reader misses none. An event is shown once every transaction
// that started writing before its own has ended, so that a later commit always comes later in the feed.

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
