import { createPublicKey, type KeyObject, sign } from 'node:crypto';
import { ExternalSigningKey } from 'oidc-provider';

/**
 * A key that signs at once, in the thread that asks. The library's own way hands each signature to a pool of threads, and
 * the handing over costs a quarter of what the signature does. A class, because the library asks for one.
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
