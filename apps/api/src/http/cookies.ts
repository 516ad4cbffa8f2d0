import type { Realm } from '@onboarding/contract';

// With this prefix browsers accept the cookie only if it is Secure, for this host alone and for all of its paths, so that no
// other host and no page below a path can set a cookie of this name.
export const sessionCookie = (realm: Realm) => `__Host-onboarding-${realm}`;
export const signInCookie = (realm: Realm) => `__Host-onboarding-sign-in-${realm}`;

// Lax and not Strict: the redirect back from signing in starts on another site.
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Lax';

export function setCookie(name: string, value: string, maxAgeSeconds?: number): string {
  const age = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`;
  return `${name}=${value}; ${ATTRIBUTES}${age}`;
}

export function clearCookie(name: string): string {
  return setCookie(name, '', 0);
}
