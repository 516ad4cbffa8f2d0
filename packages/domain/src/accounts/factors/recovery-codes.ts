import { createHash, randomInt } from 'node:crypto';

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
