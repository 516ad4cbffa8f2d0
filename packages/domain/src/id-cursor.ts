// Cursors of lists in the order of UUIDs: the sixteen bytes of the last id, opaque to callers. Any 22 characters of base64url
// decode to some id, so no such cursor is invalid.

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
