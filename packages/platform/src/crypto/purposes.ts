// What the ring's keys are used for. Each purpose has its own derived key, so a new use is a new line here.

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

/** Authenticated: proof that we wrote it; others may read it. */
export const MAC_PURPOSES = ['audit trail', 'session cookie'] as const;
export type MacPurpose = (typeof MAC_PURPOSES)[number];

/** Signed (Ed25519), so that others can verify it with the public key. */
export const SIGN_PURPOSES = ['audit anchor'] as const;
export type SignPurpose = (typeof SIGN_PURPOSES)[number];

/**
 * Once sealed with one common key. Stored values are still opened with it, but none is created. Never add a purpose
 * here. Cursors, cookies and forms can be removed a day after the last such process has stopped.
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
