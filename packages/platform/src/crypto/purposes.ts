// The purposes of the ring's keys. Each has its own derived key, so add a line here for a new use.

/** Encrypted, for us to decrypt later. */
export const SEAL_PURPOSES = [
  'cursor',
  'known device',
  'mail',
  'page form',
  'provider record',
  'second factor',
  'sign-in cookie',
  'signing key',
  'webhook secret',
] as const;
export type SealPurpose = (typeof SEAL_PURPOSES)[number];

/** Authenticated: proves that we wrote it; the content is not secret. */
export const MAC_PURPOSES = ['audit trail', 'session cookie'] as const;
export type MacPurpose = (typeof MAC_PURPOSES)[number];

/** Signed (Ed25519), so that others can verify it with the public key. */
export const SIGN_PURPOSES = ['audit anchor'] as const;
export type SignPurpose = (typeof SIGN_PURPOSES)[number];

/**
 * Formerly sealed with one common key. It still unseals stored values but seals no new ones. Never add a purpose here.
 * Cursors, cookies and forms can be removed a day after the last process of such a release has stopped.
 */
export const COMMON_BEFORE: ReadonlySet<SealPurpose> = new Set([
  'cursor',
  'mail',
  'page form',
  'provider record',
  'second factor',
  'sign-in cookie',
  'signing key',
  'webhook secret',
]);
