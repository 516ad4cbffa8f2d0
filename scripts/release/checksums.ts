// With these, operators verify that a release is complete and comes from us. `openssl` and `sha256sum` suffice, so that nobody has to
// install a tool. Pure.
import { createHash, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { ReleaseRefused } from './plan.ts';

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

/** As `sha256sum` prints them. */
export function sumsOf(files: ReadonlyMap<string, Uint8Array>): string {
  const names = [...files.keys()].toSorted();
  return names.map((name) => `${sha256(files.get(name) ?? Buffer.of())}  ${name}\n`).join('');
}

export const signatureOf = (sums: string, key: KeyObject): Uint8Array => sign(null, Buffer.from(sums), key);

/** The SHA-256 of the public part, which operators can compare. */
export function fingerprintOf(key: KeyObject): string {
  if (key.asymmetricKeyType !== 'ed25519') {
    throw new ReleaseRefused(
      'The key is not an Ed25519 key. Create one: openssl genpkey -algorithm ed25519 -aes256 -out KEYFILE',
    );
  }
  return sha256(createPublicKey(key).export({ type: 'spki', format: 'der' }));
}
