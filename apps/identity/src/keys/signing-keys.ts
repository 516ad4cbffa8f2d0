import { createPublicKey, type KeyObject, sign } from 'node:crypto';
import { listSigningKeys, openSigningKeys } from '@onboarding/domain/signing-keys';
import type { KeyRing } from '@onboarding/platform/crypto';
import type { Logger } from '@onboarding/platform/logger';
import { type Registry, readGauges } from '@onboarding/platform/metrics';
import type { Db, Tx } from '@onboarding/platform/postgres';
import { ExternalSigningKey } from 'oidc-provider';

/**
 * Signs synchronously, in the calling thread. The library passes each signature to a thread pool, which adds a quarter
 * to its cost. A class, because the library requires one.
 */
export class SigningKey extends ExternalSigningKey {
  readonly #privateKey: KeyObject;
  readonly #keyId: string;

  constructor(keyId: string, privateKey: KeyObject) {
    super();
    this.#keyId = keyId;
    this.#privateKey = privateKey;
  }

  override get kid(): string {
    return this.#keyId;
  }

  override get alg(): string {
    return 'RS256';
  }

  override keyObject(): KeyObject {
    return createPublicKey(this.#privateKey);
  }

  override async sign(content: Uint8Array): Promise<Uint8Array> {
    return sign('sha256', content, this.#privateKey);
  }
}

/** All private keys in use, the signing one first. Creates the first key if there is none. */
export async function loadSigningKeys(tx: Tx, parts: { keys: KeyRing; now: Date }): Promise<SigningKey[]> {
  return (await openSigningKeys(tx, parts)).map(({ keyId, privateKey }) => new SigningKey(keyId, privateKey));
}

/** Every identity process reports the same values, from one table. */
export function keyMetrics(registry: Registry, { db, logger }: { db: Db; logger: Logger }): void {
  readGauges({
    registry,
    gauges: {
      onboarding_signing_keys: { help: 'Token signing keys that are not retired, by status', label: 'status' },
      onboarding_signing_key_active_timestamp_seconds: {
        help: 'Unix time at which the current token signing key became active',
      },
    },
    async read() {
      const keys = await db.transaction(listSigningKeys, { readOnly: true });
      const count = (status: string) => keys.filter((key) => key.status === status).length;
      const active = keys.find((key) => key.status === 'Active')?.activatedAt?.getTime();
      return {
        onboarding_signing_keys: {
          Published: count('Published'),
          Active: count('Active'),
          Retiring: count('Retiring'),
        },
        onboarding_signing_key_active_timestamp_seconds: active === undefined ? undefined : active / 1000,
      };
    },
    onFailure: (error) => logger.warn({ err: error }, 'signing keys could not be counted'),
  });
}
