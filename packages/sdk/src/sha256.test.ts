import { createHash, createHmac, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { hmacSha256, sha256 } from './sha256.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const text = (content: string) => new TextEncoder().encode(content);

test('matches the examples of FIPS 180-4 and RFC 4231', () => {
  expect(hex(sha256(text('abc')))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(hex(sha256())).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(hex(sha256(text('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq')))).toBe(
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  );
  expect(hex(sha256(new Uint8Array(1_000_000).fill(0x61)))).toBe(
    'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0',
  );
  expect(hex(hmacSha256(text('Jefe'), text('what do ya want '), text('for nothing?')))).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
});

test('matches OpenSSL for lengths around block boundaries and keys longer than a block', () => {
  for (let length = 0; length <= 200; length++) {
    const [content, key] = [randomBytes(length), randomBytes(length)];
    expect(hex(sha256(content))).toBe(createHash('sha256').update(content).digest('hex'));
    expect(hex(hmacSha256(key, content))).toBe(createHmac('sha256', key).update(content).digest('hex'));
  }
});
