import { createSecretKey, hkdfSync, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { decrypt, encrypt, isRingKey, openKeyRing } from './index.ts';
import { COMMON_BEFORE, SEAL_PURPOSES } from './purposes.ts';

const k1 = randomBytes(32).toString('base64');
const k2 = randomBytes(32).toString('base64');
const before = openKeyRing({ current: 'k1', keys: { k1 } });
const after = openKeyRing({ current: 'k2', keys: { k1, k2 } });

describe('encryption', () => {
  test('round-trips a value, with a new ciphertext each time, only for the row it is bound to', () => {
    const { key } = before.makeDataKey('customer');
    const sealed = encrypt(key, 'A12345678', 'row-1');
    expect(decrypt(key, sealed, 'row-1').toString()).toBe('A12345678');
    expect(encrypt(key, 'A12345678', 'row-1').equals(sealed)).toBe(false);
    expect(sealed.includes('A12345678')).toBe(false);
    expect(() => decrypt(key, sealed, 'row-2')).toThrow();
  });

  test('detects a changed bit', () => {
    const { key } = before.makeDataKey('customer');
    const sealed = encrypt(key, 'A12345678', 'row-1');
    for (const at of [0, 13, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => decrypt(key, changed, 'row-1')).toThrow();
    }
  });
});

describe('rotation of the key ring', () => {
  test('still unwraps old data keys and wraps new ones with the new key', () => {
    const old = before.makeDataKey('customer');
    expect(after.unwrapDataKey(old, 'customer').equals(old.key)).toBe(true);
    expect(old.keyId).toBe('k1');
    expect(after.makeDataKey('customer').keyId).toBe('k2');
    expect(() => after.unwrapDataKey(old, 'another')).toThrow();
  });

  test('a ring without a needed key names it in the error', () => {
    const made = after.makeDataKey('customer');
    expect(() => before.unwrapDataKey(made, 'customer')).toThrow('The key ring has no key k2');
    expect(() => openKeyRing({ current: 'k9', keys: { k1 } })).toThrow('k9');
  });

  test('a secret sealed before can be unsealed after, only for its own row', () => {
    const sealed = before.seal('mail', 'a secret', 'row-1');
    expect(after.unseal('mail', sealed, 'row-1').toString()).toBe('a secret');
    expect(() => after.unseal('mail', sealed, 'row-2')).toThrow();
    expect(() => before.unseal('mail', after.seal('mail', 'a secret', 'row-1'), 'row-1')).toThrow('k2');
  });

  test('a number hashed before matches one of the hashes under all keys', () => {
    const stored = before.keyedHash('NGA PASSPORT A12345678');
    const searched = after.keyedHashes('NGA PASSPORT A12345678');
    expect(searched.some(({ keyId, hash }) => keyId === stored.keyId && hash.equals(stored.hash))).toBe(true);
    expect(searched).toHaveLength(2);
    expect(after.keyedHash('NGA PASSPORT A12345679').hash.equals(after.keyedHash('NGA PASSPORT A12345678').hash)).toBe(
      false,
    );
  });
});

describe('one key per purpose', () => {
  const { seal, unseal, mac } = before;

  test('a secret sealed for one purpose cannot be unsealed for another, even for the same row', () => {
    const sealed = seal('cursor', 'a secret', 'row-1');
    expect(unseal('cursor', sealed, 'row-1').toString()).toBe('a secret');
    for (const purpose of SEAL_PURPOSES.filter((one) => one !== 'cursor')) {
      expect(() => unseal(purpose, sealed, 'row-1')).toThrow();
    }
  });

  test('unseals secrets of the common key of earlier releases, but does not seal with it', () => {
    const common = createSecretKey(Buffer.from(hkdfSync('sha256', Buffer.from(k1, 'base64'), '', 'seal secret', 32)));
    const stored = Buffer.concat([Buffer.from([2]), Buffer.from('k1'), encrypt(common, 'a secret', 'row-1')]);
    for (const purpose of COMMON_BEFORE) {
      expect(unseal(purpose, stored, 'row-1').toString()).toBe('a secret');
      expect(() => unseal(purpose, stored, 'row-2')).toThrow();
      expect(() => decrypt(common, seal(purpose, 'a secret', 'row-1').subarray(4), 'row-1')).toThrow();
    }
  });

  test('a MAC is specific to its content and key, and can be recomputed after a rotation', () => {
    const { keyId, hash } = mac('audit trail', ['a', 'b']);
    expect(keyId).toBe('k1');
    expect(after.mac('audit trail', ['a', 'b'], 'k1').hash.equals(hash)).toBe(true);
    expect(after.mac('audit trail', ['a', 'b']).keyId).toBe('k2');
    expect(after.mac('audit trail', ['a', 'b']).hash.equals(hash)).toBe(false);
    expect(mac('audit trail', ['a', 'c']).hash.equals(hash)).toBe(false);
  });
});

describe('a retired key', () => {
  const retired = openKeyRing({ current: 'k2', keys: { k2, k1: after.retiredForm('k1') } });

  test('still verifies the audit trail and its statements, and its keyed hashes still match', () => {
    expect(retired.mac('audit trail', ['entry'], 'k1')).toEqual(before.mac('audit trail', ['entry']));
    expect(retired.isSigned('audit anchor', 'statement', before.sign('audit anchor', 'statement'))).toBe(true);
    expect(retired.isSigned('audit anchor', 'another', before.sign('audit anchor', 'statement'))).toBe(false);
    expect(retired.keyedHashes('number')).toContainEqual(before.keyedHash('number'));
    expect(retired.keyIds).toEqual([
      { keyId: 'k2', retired: false },
      { keyId: 'k1', retired: true },
    ]);
  });

  test('unwraps and unseals nothing, accepts no cookie, and cannot be the current key', () => {
    const { wrapped, keyId } = before.makeDataKey('customer');
    expect(() => retired.unwrapDataKey({ wrapped, keyId }, 'customer')).toThrow('The key k1 is retired');
    expect(() => retired.unseal('mail', before.seal('mail', 'x', 'm'), 'm')).toThrow('The key k1 is retired');
    expect(retired.macs('session cookie', ['id']).map((one) => one.keyId)).toEqual(['k2']);
    expect(() => openKeyRing({ current: 'k1', keys: { k1: after.retiredForm('k1') } })).toThrow('is retired');
    expect([isRingKey(after.retiredForm('k1'), true), isRingKey(after.retiredForm('k1'), false)]).toEqual([
      true,
      false,
    ]);
    expect([isRingKey(k1, false), isRingKey(k1.slice(4), true), isRingKey('retired:', true)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
