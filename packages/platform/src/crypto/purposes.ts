// What keys of the ring are for. Each purpose has a key of its own, derived from the root, so a new use is a new line here.

/** What is sealed: encrypted, to be opened by us again. */
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

/** What carries a proof that we wrote it, and may be read by others. */
export const MAC_PURPOSES = ['audit trail', 'session cookie'] as const;
export type MacPurpose = (typeof MAC_PURPOSES)[number];

/** What is signed (Ed25519), so that others can check it with the public half of the key. */
export const SIGN_PURPOSES = ['audit anchor'] as const;
export type SignPurpose = (typeof SIGN_PURPOSES)[number];

/**
 * One key sealed all of these once, and what it sealed is still stored: it is opened, never made. A purpose that is added
 * later does not belong here. Cursors, cookies and forms can leave a day after the last such process has ended.
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
