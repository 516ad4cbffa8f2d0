import type { Realm } from '@onboarding/contract';

// With the __Host- prefix, browsers accept the cookie only if it is Secure, has no Domain and has Path=/, so that no other host
// can set a cookie of this name.
export const sessionCookie = (realm: Realm) => `__Host-onboarding-${realm}`;
export const signInCookie = (realm: Realm) => `__Host-onboarding-sign-in-${realm}`;

// Lax instead of Strict, because the redirect after signing in comes from another site.
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Lax';

export function setCookie(name: string, value: string, maxAgeSeconds?: number): string {
  const age = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`;
  return `${name}=${value}; ${ATTRIBUTES}${age}`;
}

export function clearCookie(name: string): string {
  return setCookie(name, '', 0);
}
