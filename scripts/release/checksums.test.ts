import { createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { fingerprintOf, signatureOf, sumsOf } from './checksums.ts';
import { ReleaseRefused } from './plan.ts';

const files = new Map([
  ['programs.tar.gz', Buffer.from('programs')],
  ['UPGRADE.md', Buffer.from('Nothing to do.\n')],
]);
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const hex = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

function withOneBitChanged(content: Uint8Array, place: number): Buffer {
  const changed = Buffer.from(content);
  changed[place] = (changed[place] ?? 0) ^ 1;
  return changed;
}

test('the checksums list each file in the format of sha256sum, sorted by name', () => {
  expect(sumsOf(files)).toBe(`${hex('Nothing to do.\n')}  UPGRADE.md\n${hex('programs')}  programs.tar.gz\n`);
});

test('the checksums change with any byte of any file', () => {
  const sums = sumsOf(files);
  for (const [name, content] of files)
    for (const place of content.keys())
      expect(sumsOf(new Map([...files, [name, withOneBitChanged(content, place)]])), name).not.toBe(sums);
});

test('the signature is valid, and invalid if a byte of it or of the checksums changes', () => {
  const sums = Buffer.from(sumsOf(files));
  const signature = signatureOf(sumsOf(files), privateKey);
  expect(verify(null, sums, publicKey, signature)).toBe(true);
  for (const place of sums.keys())
    expect(verify(null, withOneBitChanged(sums, place), publicKey, signature)).toBe(false);
  for (const place of signature.keys())
    expect(verify(null, sums, publicKey, withOneBitChanged(signature, place))).toBe(false);
  expect(verify(null, sums, generateKeyPairSync('ed25519').publicKey, signature)).toBe(false);
});

test('the fingerprint of a key is the SHA-256 of its public part', () => {
  expect(fingerprintOf(privateKey)).toBe(hex(createPublicKey(privateKey).export({ type: 'spki', format: 'der' })));
});

test('a key that is not an Ed25519 key is refused', () => {
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  expect(() => fingerprintOf(other)).toThrow(ReleaseRefused);
});
