// A reader's position in an audit trail, and its cursor.
import { createHash } from 'node:crypto';

const LAYOUT = { auditId: 0, check: 16, length: 20 } as const;

/**
 * Opaque to callers but not secret: it contains the id of an entry that they have seen. The checksum is not protection
 * either: it detects a damaged cursor, or one of another trail, which would return wrong pages.
 */
export function toAuditCursor(trail: string, auditId: string): string {
  const id = Buffer.from(auditId.replaceAll('-', ''), 'hex');
  return Buffer.concat([id, checkOf(trail, id)]).toString('base64url');
}

/** Returns undefined if the text is not a cursor of this trail. */
export function fromAuditCursor(trail: string, cursor: string): string | undefined {
  const bytes = Buffer.from(cursor, 'base64url');
  // Decoding skips invalid characters, so they are detected by encoding it again.
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
