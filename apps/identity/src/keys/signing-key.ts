import { createPublicKey, type KeyObject, sign } from 'node:crypto';
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
