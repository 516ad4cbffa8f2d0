// Where a reader of the change feed stands, and how that is written down for it.
import { createHash } from 'node:crypto';
import type { FeedPlace } from './change-feed-store.ts';

export interface FeedPosition {
  /** The last event that was read; the feed goes on behind it. */
  after: FeedPlace;
  /** What comes next is no older than this, apart from `DISORDER_MS`. */
  time: Date;
}

/** From where a page is read; nothing older than `notBefore` is looked at. */
export interface FeedBeginning {
  after: FeedPlace;
  notBefore: Date;
}

const DAY_MS = 86_400_000;
export const FEED_DAYS = 30;
const FEED_KEPT_MS = FEED_DAYS * DAY_MS;
/** How much older than its predecessor an event can be. Transactions last seconds and clocks are kept in step, so this is
 * far too much, and still leaves out all partitions but one or two. */
export const DISORDER_MS = 3_600_000;
/** How long after its 30 days a cursor still leads on. */
export const ON_THE_WAY_MS = 3_600_000;
/** Sorts before every event of its transaction. */
export const NO_EVENT = '00000000-0000-0000-0000-000000000000';

/** Before everything that is kept, or before all that occurred since then. */
export function feedStart(now: Date, since?: Date): FeedBeginning {
  const kept = keptSince(now);
  return {
    after: { transactionId: 0n, eventId: NO_EVENT },
    notBefore: since !== undefined && since > kept ? since : kept,
  };
}

export const keptSince = (now: Date) => new Date(now.getTime() - FEED_KEPT_MS);

/** The smallest id that an event of this moment can have. */
export function smallestEventId(time: Date): string {
  const hex = Math.max(0, time.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

export function timeOfEvent(eventId: string): Date {
  return new Date(Number.parseInt(eventId.slice(0, 8) + eventId.slice(9, 13), 16));
}

const LAYOUT = { version: 0, transactionId: 1, eventId: 9, time: 25, check: 31, length: 35 } as const;
const VERSION = 1;

/**
 * Opaque to callers, and no secret: it says nothing that the events do not say. The check is no protection either. It
 * tells a caller at once that a cursor was damaged on the way or is another partner's, instead of showing it wrong pages.
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

/** Undefined for a text that was not given out as a cursor of this partner. */
export function fromCursor(partnerId: string, cursor: string): FeedPosition | undefined {
  const bytes = Buffer.from(cursor, 'base64url');
  // Decoding skips what is no base64url, so that only the way back shows whether all of it was.
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
