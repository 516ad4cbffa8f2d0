import type { KeyRing } from '@onboarding/platform/crypto';
import type { Clock } from '@onboarding/platform/ids';
import { z } from 'zod';

export interface Sealing {
  keys: KeyRing;
  clock: Clock;
}

/**
 * What a page must remember until its form comes back, kept by the browser and readable by nobody but us: bound to its
 * purpose, so that it is good for nothing else, and good for a while only.
 */
export function sealValue({ keys, clock }: Sealing, purpose: string, seconds: number, value: unknown): string {
  const until = clock.now().getTime() + seconds * 1000;
  return keys.seal('page form', JSON.stringify({ until, value }), `page ${purpose}`).toString('base64url');
}

const shape = z.object({ until: z.number(), value: z.unknown() });

/** Undefined when it was not sealed by us, not for this purpose, or too long ago. */
export function openValue({ keys, clock }: Sealing, purpose: string, sealed: string): unknown {
  try {
    const plain = keys.unseal('page form', Buffer.from(sealed, 'base64url'), `page ${purpose}`).toString();
    const { until, value } = shape.parse(JSON.parse(plain));
    return until > clock.now().getTime() ? value : undefined;
  } catch {
    // Whatever a browser sends in this field, it is either ours or worth nothing.
    return undefined;
  }
}
