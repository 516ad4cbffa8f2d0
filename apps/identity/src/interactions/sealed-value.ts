import type { KeyRing } from '@onboarding/platform/crypto';
import type { Clock } from '@onboarding/platform/ids';
import { z } from 'zod';

export interface Sealing {
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
