// Cursors of lists, opaque to callers.
import { createHash } from 'node:crypto';
import type { KeyRing } from '@onboarding/platform/crypto';
import { z } from 'zod';
import { validationError } from './failure.ts';

// In the order of UUIDs: the sixteen bytes of the last id. Any 22 characters of base64url decode to some id, so no such
// cursor is invalid.

/** Below and above every id: the start of a list without a cursor, so that its index always gets a range. */
export const LOWEST_ID = '00000000-0000-0000-0000-000000000000';
export const HIGHEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

function toIdCursor(id: string): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');
}

export function fromIdCursor(cursor: string): string {
  return Buffer.from(cursor, 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** A page of at most `limit` items, from rows that include one more, to detect another page. */
export function pageOf<T>(rows: readonly T[], limit: number, idOf: (row: T) => string) {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last !== undefined ? toIdCursor(idOf(last)) : null };
}

// In any other order: the position where a page ended, and the filters. Encrypted, so that callers cannot depend on their
// content, and forged or altered cursors, or those of another list, are detected.

const contentSchema = z.array(z.string()).min(1);
/** Nonce and tag of an encrypted value, and at least one byte each of key name and content; anything shorter is invalid. */
const SHORTEST = 31;

/** Identifies the query of a cursor: equal queries have equal marks. */
export function markOf(filters: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(filters)).digest('base64url').slice(0, 16);
}

/** `list` identifies the list and its owner. */
export function sealPosition(keys: KeyRing, list: string, mark: string, position: readonly string[]): string {
  return keys.seal('cursor', JSON.stringify([mark, ...position]), list).toString('base64url');
}

/** Returns the decrypted position; throws if the cursor is invalid. */
export function openPosition(keys: KeyRing, list: string, mark: string, cursor: string): string[] {
  const content = unsealed(keys, list, cursor);
  if (content === undefined) {
    throw invalidCursor('must be the unchanged nextCursor of an earlier page; omit it to start at the first page');
  }
  const [itsMark, ...position] = content;
  if (itsMark !== mark) {
    throw invalidCursor(
      'belongs to a list with different filters; send the filters of the page it came from, or omit the cursor to start a new list',
    );
  }
  return position;
}

function unsealed(keys: KeyRing, list: string, cursor: string): string[] | undefined {
  const sealed = Buffer.from(cursor, 'base64url');
  // Decoding is lenient; text that does not encode to itself is invalid.
  if (sealed.length < SHORTEST || sealed.toString('base64url') !== cursor) return undefined;
  try {
    return contentSchema.parse(JSON.parse(keys.unseal('cursor', sealed, list).toString()));
  } catch {
    // Forged, altered, from another list, or with a key that is no longer in the ring: the caller gets the same error.
    return undefined;
  }
}

function invalidCursor(text: string) {
  return validationError([{ pointer: '?cursor', code: 'ValidationControl.Error', message: `cursor ${text}.` }]);
}
