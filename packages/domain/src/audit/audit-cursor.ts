// Where a reader of an audit trail stands, and how that is written down for it.
import { createHash } from 'node:crypto';

const LAYOUT = { auditId: 0, check: 16, length: 20 } as const;

/**
 * Opaque to callers, and no secret: it holds the id of an entry that they have seen. The check is no protection either. It
 * tells a caller at once that a cursor was damaged on the way or is another trail's, instead of showing it wrong pages.
 */
export function toAuditCursor(trail: string, auditId: string): string {
  const id = Buffer.from(auditId.replaceAll('-', ''), 'hex');
  return Buffer.concat([id, checkOf(trail, id)]).toString('base64url');
}

/** Undefined for a text that was not given out as a cursor of this trail. */
export function fromAuditCursor(trail: string, cursor: string): string | undefined {
  const bytes = Buffer.from(cursor, 'base64url');
  // Decoding skips what is no base64url, so that only the way back shows whether all of it was.
  if (bytes.length !== LAYOUT.length || bytes.toString('base64url') !== cursor) return undefined;
  const id = bytes.subarray(LAYOUT.auditId, LAYOUT.check);
  if (!bytes.subarray(LAYOUT.check).equals(checkOf(trail, id))) return undefined;
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function checkOf(trail: string, id: Buffer): Buffer {
  return createHash('sha256')
    .update(`audit trail ${trail}`)
    .update(id)
    .digest()
    .subarray(0, LAYOUT.length - LAYOUT.check);
}
