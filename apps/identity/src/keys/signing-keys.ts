import { openSigningKeys } from '@onboarding/domain/signing-keys';
import type { KeyRing } from '@onboarding/platform/crypto';
import type { Tx } from '@onboarding/platform/postgres';
import { SigningKey } from './signing-key.ts';

/** All private keys in use, the signing one first. Creates the first key if there is none. */
export async function loadSigningKeys(tx: Tx, parts: { keys: KeyRing; now: Date }): Promise<SigningKey[]> {
  return (await openSigningKeys(tx, parts)).map(({ keyId, privateKey }) => new SigningKey(keyId, privateKey));
}
