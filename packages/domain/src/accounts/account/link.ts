import { createHash, randomBytes } from 'node:crypto';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** The secret of a link in a mail. Only its hash is stored, so a copy of the database grants no access. */
export function makeLinkToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashLinkToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

export function isLinkToken(text: string): boolean {
  return TOKEN.test(text);
}
