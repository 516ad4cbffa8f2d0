import { hash, type Options, verify } from '@node-rs/argon2';
import { emailKeyOf } from '../account/account.ts';
import { isCommonPassword, isMadeOf } from './common-passwords.ts';

const PASSWORD_LENGTH = { least: 12, most: 128 };

/** The product name shown on the sign-in pages. */
const PRODUCT = 'Business Onboarding';

/** argon2id, the library's default algorithm, with the parameters that OWASP recommends: 19 MiB, two passes, one lane. */
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The owner of the password: public facts about a person are guessed early. */
export interface PasswordOwner {
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
