import { generateSync } from 'otplib';
import { describe, expect, test } from 'vitest';
import { hashRecoveryCode, makeRecoveryCodes, makeTotpSecret, totpStep, totpUri } from './factor-codes.ts';

const STEP = 59_000_000;
/** In the middle of the step. */
const NOW = new Date((STEP * 30 + 15) * 1_000);
const SECRET = makeTotpSecret();
const codeOf = (step: number) => generateSync({ secret: SECRET, epoch: step * 30 + 15 });

describe('a code from an authenticator app', () => {
  test.each([
    ['the step before', -1, STEP - 1],
    ['the current step', 0, STEP],
    ['the next step', 1, STEP + 1],
    ['two steps ago', -2, undefined],
    ['two steps ahead', 2, undefined],
  ])('of %s (%i) is worth the step %s', (_, offset, step) => {
    expect(totpStep(SECRET, codeOf(STEP + offset), NOW)).toBe(step);
  });

  test.each([-1, 0, 1])('with the offset %i is refused once its step or a later one was used', (offset) => {
    const code = codeOf(STEP + offset);
    expect(totpStep(SECRET, code, NOW, STEP + offset - 1)).toBe(STEP + offset);
    expect(totpStep(SECRET, code, NOW, STEP + offset)).toBeUndefined();
    expect(totpStep(SECRET, code, NOW, STEP + offset + 1)).toBeUndefined();
  });

  test('may be typed with spaces', () => {
    const code = codeOf(STEP);
    expect(totpStep(SECRET, ` ${code.slice(0, 3)} ${code.slice(3)}\t`, NOW)).toBe(STEP);
  });

  test.each(['', '12345', '1234567', 'abcdef', '12345a', '１２３４５６'])('is not "%s"', (code) => {
    expect(totpStep(SECRET, code, NOW)).toBeUndefined();
  });

  test('of another secret is refused', () => {
    expect(totpStep(makeTotpSecret(), codeOf(STEP), NOW)).toBeUndefined();
  });

  test('comes from the secret in the URI, which names the service and the person', () => {
    const uri = new URL(totpUri(SECRET, 'ana@acme.example'));
    expect(uri.protocol).toBe('otpauth:');
    expect(decodeURIComponent(uri.pathname)).toContain('Business Onboarding:ana@acme.example');
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({ secret: SECRET, issuer: 'Business Onboarding' });
  });
});

describe('recovery codes', () => {
  test('are ten different ones, each of six groups of four unambiguous characters', () => {
    const codes = makeRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){5}$/);
  });

  test.each([
    ['in capitals', 'ABCD-0123'],
    ['without hyphens', 'abcd0123'],
    ['with spaces', ' abcd 0123 '],
    ['with the letter o for zero', 'abcd-o123'],
    ['with l for one', 'abcd-0l23'],
    ['with i for one', 'abcd-0I23'],
  ])('match when typed %s', (_, typed) => {
    expect(hashRecoveryCode('account', typed)).toEqual(hashRecoveryCode('account', 'abcd-0123'));
  });

  test('have another hash for another account and for another code', () => {
    const hash = hashRecoveryCode('account', 'abcd-0123').toString('hex');
    expect(hashRecoveryCode('another', 'abcd-0123').toString('hex')).not.toBe(hash);
    expect(hashRecoveryCode('account', 'abcd-0124').toString('hex')).not.toBe(hash);
    expect(hash).toHaveLength(64);
  });
});
