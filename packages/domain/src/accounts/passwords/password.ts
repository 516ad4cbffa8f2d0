import { readFileSync } from 'node:fs';
import { hash, type Options, verify } from '@node-rs/argon2';
import { emailKeyOf } from '../account/account.ts';

const PASSWORD_LENGTH = { least: 12, most: 128 };

/** The product name shown on the sign-in pages. */
const PRODUCT = 'Business Onboarding';

/** argon2id, the library's default algorithm, with the parameters that OWASP recommends: 19 MiB, two passes, one lane. */
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The owner of the password: public facts about a person are guessed early. */
interface PasswordOwner {
  email: string;
  name: string;
  organisation?: string | undefined;
}

/**
 * Why a new password is refused, as text for its owner; undefined if it is acceptable. There are no rules about kinds of
 * characters.
 */
export async function passwordProblem(password: string, owner: PasswordOwner): Promise<string | undefined> {
  const normal = password.normalize('NFKC');
  // Counts code points, which match visible characters better than UTF-16 units.
  const length = [...normal].length;
  if (length < PASSWORD_LENGTH.least)
    return `The password is too short. Use at least ${PASSWORD_LENGTH.least} characters, for example four random words.`;
  if (length > PASSWORD_LENGTH.most) return `The password is too long. Use at most ${PASSWORD_LENGTH.most} characters.`;
  const { email, name, organisation = '' } = owner;
  if (normal.toLowerCase() === emailKeyOf(email))
    return 'The password is your e-mail address. Choose something that nobody else knows.';
  const [mailbox = '', domain = ''] = email.split('@');
  if (isMadeOf(normal, [email, mailbox, domain, name, organisation, PRODUCT]))
    return 'The password is a well-known name: yours, your organisation’s or ours. Choose something that nobody else knows.';
  if (await isCommonPassword(normal))
    return 'This password is one of the most common ones and easy to guess. Choose another.';
  return undefined;
}

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), COST);
}

/** Without a hash (unknown e-mail, or no password yet), takes equally long and returns false. */
export async function passwordMatches(passwordHash: string | undefined, password: string): Promise<boolean> {
  const normal = password.normalize('NFKC');
  // Longer than any password that could have been set. Its beginning is hashed anyway, so that the response takes equally
  // long.
  const tooLong = [...normal].length > PASSWORD_LENGTH.most;
  const matches = await verify(passwordHash ?? (await nobodysHash), tooLong ? normal.slice(0, 128) : normal);
  return matches && passwordHash !== undefined && !tooLong;
}

const nobodysHash = hash(crypto.randomUUID(), COST);

// Passwords that are guessed first: the most frequent ones in leaks, and those that anyone who knows the person would try. A
// password is compared as a whole, as NIST SP 800-63B requires, so a long one may contain anything. But a common one that is
// only repeated, or padded with digits and punctuation, is still common, unless the padding is longer than the password.

/**
 * The 3,200 most frequent passwords of twelve characters or more, of which the package has few, and some others (see NOTICE).
 */
const LONG_ONES = readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8').split('\n');

let loaded: Promise<ReadonlySet<string>> | undefined;

/** Loaded when someone first chooses a password: it takes a tenth of a second, and most processes never need it. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  loaded ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set([...dictionary['passwords-common'], ...LONG_ONES].filter((one) => one !== '')),
  );
  return loaded;
}

export async function isCommonPassword(password: string): Promise<boolean> {
  const common = await commonPasswords();
  return spellings(password.normalize('NFKC').toLowerCase()).some((one) => common.has(one));
}

/** Whether a password consists of these words, ignoring everything but letters. */
function isMadeOf(password: string, words: readonly string[]): boolean {
  const known = new Set(words.map(lettersOf).filter((one) => one.length >= 3));
  return unitsOf(lettersOf(password)).some((one) => known.has(one));
}

const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll(/^\p{N}+|(?<!\p{N})\p{N}+$/gu, '');

function spellings(whole: string): string[] {
  const withoutSigns = whole.replaceAll(/^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/gu, '');
  const withoutDigits = whole.replaceAll(/^\P{L}+|(?<!\P{L})\P{L}+$/gu, '');
  return [whole, withoutSigns, withoutDigits].filter((one) => one.length * 2 >= whole.length).flatMap(unitsOf);
}

/** The text, and every shorter text of which it is a repetition. */
function unitsOf(text: string): string[] {
  const period = `${text}${text}`.indexOf(text, 1);
  const units = [text];
  for (let length = period; length > 0 && length <= text.length / 2; length += period) {
    if (text.length % length === 0) units.push(text.slice(0, length));
  }
  return units;
}
