import { createSecretKey, type KeyObject } from 'node:crypto';
import { type LeasedLane, signingSecrets } from '@onboarding/domain/webhooks';
import type { KeyRing } from '@onboarding/platform/crypto';

const KEPT = 20_000;

/** The secrets that sign for a lane at a given time. Decrypted once and cached until they change, up to a limit. */
export function createSecretSource(keys: KeyRing, kept = KEPT): (lane: LeasedLane, now: Date) => KeyObject[] {
  const opened = new Map<string, { sealed: Buffer; key: KeyObject }>();

  function open(name: string, sealed: Buffer, partnerId: string): KeyObject {
    const known = opened.get(name);
    if (known?.sealed.equals(sealed)) return known.key;
    const key = createSecretKey(keys.unseal('webhook secret', sealed, `webhook-secret:${partnerId}`));
    opened.delete(name);
    for (const oldest of opened.keys()) {
      if (opened.size < kept) break;
      opened.delete(oldest);
    }
    opened.set(name, { sealed, key });
    return key;
  }

  return ({ partnerId, secret, previousSecret, previousSecretExpiresAt }, now) =>
    signingSecrets(
      {
        secret: open(partnerId, secret, partnerId),
        previousSecret: previousSecret === null ? null : open(`previous ${partnerId}`, previousSecret, partnerId),
        previousSecretExpiresAt,
      },
      now,
    );
}
