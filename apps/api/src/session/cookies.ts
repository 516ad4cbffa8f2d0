import type { Realm } from '@onboarding/contract';
import type { FastifyRequest } from 'fastify';

// The prefix makes browsers insist on Secure, on this host alone and on the whole of it, so that no other host and no page
// below a path can put a cookie of this name there.
export const sessionCookie = (realm: Realm) => `__Host-onboarding-${realm}`;
export const signInCookie = (realm: Realm) => `__Host-onboarding-sign-in-${realm}`;

// Lax and not Strict: the way back from signing in is a navigation that begins on another site.
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Lax';

export function setCookie(name: string, value: string, maxAgeSeconds?: number): string {
  const age = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`;
  return `${name}=${value}; ${ATTRIBUTES}${age}`;
}

export function clearCookie(name: string): string {
  return setCookie(name, '', 0);
}

export function readCookie(request: FastifyRequest, name: string): string | undefined {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at !== -1 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
}
