import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { KeyRing } from '@onboarding/platform/crypto';
import type { Clock } from '@onboarding/platform/ids';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ownCookie } from './own-cookie.ts';

interface Sealing {
  keys: KeyRing;
  clock: Clock;
}

/**
 * Seals what a page must remember until its form is sent. The browser stores it and only we can read it; it is bound to
 * one purpose and expires.
 */
export function sealValue({ keys, clock }: Sealing, purpose: string, seconds: number, value: unknown): string {
  const until = clock.now().getTime() + seconds * 1000;
  return keys.seal('page form', JSON.stringify({ until, value }), `page ${purpose}`).toString('base64url');
}

const shape = z.object({ until: z.number(), value: z.unknown() });

/** Undefined if we did not seal it, or not for this purpose, or too long ago. */
export function openValue({ keys, clock }: Sealing, purpose: string, sealed: string): unknown {
  try {
    const plain = keys.unseal('page form', Buffer.from(sealed, 'base64url'), `page ${purpose}`).toString();
    const { until, value } = shape.parse(JSON.parse(plain));
    return until > clock.now().getTime() ? value : undefined;
  } catch {
    // A value that is not ours is ignored.
    return undefined;
  }
}

// Protects our forms from other sites: a form's token must match the page and a cookie of this browser, and the headers
// in which browsers state a form's origin must name ours.

const GOOD_FOR_SECONDS = 3600;
const COOKIE_VALUE = /^[A-Za-z0-9_-]{22}$/;

export interface FormGuard {
  /** A token for a form of this page; sets the browser's cookie if it has none. */
  token(request: FastifyRequest, reply: FastifyReply, page: string): string;
  /** Whether a form was sent from our own page, in this browser. */
  accepts(request: FastifyRequest, page: string): boolean;
}

export function createFormGuard(sealing: Sealing, issuer: string): FormGuard {
  const { origin } = new URL(issuer);
  const cookie = ownCookie(issuer, 'form');
  const held = (request: FastifyRequest): string | undefined => {
    const value = cookie.read(request);
    return value !== undefined && COOKIE_VALUE.test(value) ? value : undefined;
  };
  return {
    token(request, reply, page) {
      const value = held(request) ?? randomBytes(16).toString('base64url');
      cookie.set(reply, value);
      return sealValue(sealing, `form ${page}`, GOOD_FOR_SECONDS, value);
    },
    accepts(request, page) {
      const { origin: from, 'sec-fetch-site': site } = request.headers;
      if (from !== undefined && from !== origin) return false;
      if (site !== undefined && site !== 'same-origin') return false;
      const value = held(request);
      const given = openValue(sealing, `form ${page}`, fieldOf(request, 'token'));
      return value !== undefined && typeof given === 'string' && equal(value, given);
    },
  };
}

function equal(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

/** A field of the submitted form; empty if it is missing, or if there is no form. */
export function fieldOf(request: FastifyRequest, name: string): string {
  return request.body instanceof URLSearchParams ? (request.body.get(name) ?? '') : '';
}
