import { createHash, randomInt } from 'node:crypto';

const HOW_MANY = 10;
/** Crockford's alphabet: no letter that is taken for a digit. 24 of them carry 120 bits, too many to guess. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const GROUPS = 6;

/** Shown once, as groups that a person can copy from paper. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: HOW_MANY }, () => Array.from({ length: GROUPS }, makeGroup).join('-'));
}

const makeGroup = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** However it was typed: capitals, blanks and the usual mistakes of reading do not count. Plain hashing will do for so many bits. */
export function hashRecoveryCode(accountId: string, code: string): Buffer {
  const plain = code
    .toLowerCase()
    .replaceAll(/[^0-9a-z]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1');
  return createHash('sha256').update(`${accountId} ${plain}`).digest();
}
