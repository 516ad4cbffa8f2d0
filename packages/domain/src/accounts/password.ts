import { readFileSync } from 'node:fs';
import { hash, type Options, verify } from '@node-rs/argon2';
import { emailKeyOf } from './account.ts';

export const PASSWORD_LENGTH = { least: 12, most: 128 };

/** argon2id, the library's default algorithm, with the parameters that OWASP recommends: 19 MiB, two passes, one lane. */
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Of the passwords found most often in leaks, those that are long enough to be taken for good ones. */
const COMMON = new Set(
  readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== ''),
);

/** What is wrong with a new password, in words for its owner; undefined when nothing is. */
export function passwordProblem(password: string, email: string): string | undefined {
  const normal = password.normalize('NFKC');
  // People count characters as they see them, not the units that JavaScript stores.
  const length = [...normal].length;
  if (length < PASSWORD_LENGTH.least)
    return `The password is too short. Use at least ${PASSWORD_LENGTH.least} characters, for example four random words.`;
  if (length > PASSWORD_LENGTH.most) return `The password is too long. Use at most ${PASSWORD_LENGTH.most} characters.`;
  const lower = normal.toLowerCase();
  if (lower === emailKeyOf(email)) return 'The password is your e-mail address. Choose something that nobody knows.';
  if (COMMON.has(lower)) return 'This password is one of the most used ones and is guessed first. Choose another.';
  return undefined;
}

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), COST);
}

/** Without a hash (nobody has this e-mail, or no password yet) it takes as long and says no. */
export async function passwordMatches(passwordHash: string | undefined, password: string): Promise<boolean> {
  const normal = password.normalize('NFKC');
  // Longer than any that could have been set. Its beginning is tried all the same, so that the answer takes its time.
  const tooLong = [...normal].length > PASSWORD_LENGTH.most;
  const matches = await verify(passwordHash ?? (await nobodysHash), tooLong ? normal.slice(0, 128) : normal);
  return matches && passwordHash !== undefined && !tooLong;
}

const nobodysHash = hash(crypto.randomUUID(), COST);
