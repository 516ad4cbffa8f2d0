// Codes that users type as a second factor: from an authenticator app, or from their list of recovery codes.
import { createHash, randomInt } from 'node:crypto';
import { generateSecret, generateURI, verifySync } from 'otplib';

const STEP_SECONDS = 30;
const SIX_DIGITS = /^\d{6}$/;

export const makeTotpSecret = (): string => generateSecret();

/** The URI that an authenticator app reads from the QR code. */
export function totpUri(secret: string, label: string): string {
  return generateURI({ issuer: 'Business Onboarding', label, secret });
}

/**
 * The time step of a code that is valid for the current step or the one before or after; undefined if it is wrong or not
 * later than the last used step. Ignores spaces, which users type as the app shows them.
 */
export function totpStep(secret: string, code: string, now: Date, usedStep = 0): number | undefined {
  const token = code.replaceAll(/\s/g, '');
  if (!SIX_DIGITS.test(token)) return undefined;
  const epoch = Math.floor(now.getTime() / 1000);
  const result = verifySync({ secret, token, epoch, epochTolerance: STEP_SECONDS });
  if (!result.valid) return undefined;
  const step = Math.floor(epoch / STEP_SECONDS) + result.delta;
  return step > usedStep ? step : undefined;
}

const HOW_MANY = 10;
/** Crockford's alphabet, without letters that look like digits. 24 characters have 120 bits, too many to guess. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const GROUPS = 6;

/** Shown once, in groups that are easy to copy from paper. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: HOW_MANY }, () => Array.from({ length: GROUPS }, makeGroup).join('-'));
}

const makeGroup = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** Ignores case, spaces and common misreadings. A plain hash is sufficient for 120 bits. */
export function hashRecoveryCode(accountId: string, code: string): Buffer {
  const plain = code
    .toLowerCase()
    .replaceAll(/[^0-9a-z]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1');
  return createHash('sha256').update(`${accountId} ${plain}`).digest();
}
