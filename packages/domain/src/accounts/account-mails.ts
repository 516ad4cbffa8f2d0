// What we write to people about their accounts. Links stand alone on a line; nothing here names a secret but them.
import type { Tx } from '@onboarding/platform/postgres';
import { sendMail } from '../mails/index.ts';
import type { Account, AccountContext } from './account.ts';

type Recipient = Pick<Account, 'email' | 'name'>;

const NOT_YOU =
  'If this was not you, reset your password at once with "Forgotten password" on the sign-in page, then sign out everywhere on your account page, and tell us.';

function write(tx: Tx, context: AccountContext, to: Recipient, subject: string, paragraphs: string[]): Promise<void> {
  const text = [`Hello ${to.name},`, ...paragraphs, 'Business Onboarding'].join('\n\n');
  return sendMail(tx, context, { to: to.email, subject, text: `${text}\n` });
}

export function sendInvitation(tx: Tx, context: AccountContext, to: Recipient, link: string): Promise<void> {
  return write(tx, context, to, 'Your invitation to Business Onboarding', [
    'an account has been made for you. Open this link to choose a password and to set up your second factor:',
    link,
    'It works once and for 7 days. Have your authenticator app or your security key at hand; it takes about three minutes.',
    'If you did not expect this, you need not do anything.',
  ]);
}

export function sendReset(tx: Tx, context: AccountContext, to: Recipient, link: string): Promise<void> {
  return write(tx, context, to, 'Choose a new password', [
    'somebody, probably you, asked for a new password for your account. Open this link to choose one:',
    link,
    'It works once and for 30 minutes. You will need your second factor to sign in afterwards.',
    'If you did not ask for it, you need not do anything: your password stays as it is.',
  ]);
}

export function tellPasswordChanged(tx: Tx, context: AccountContext, to: Recipient): Promise<void> {
  return write(tx, context, to, 'Your password was changed', [
    'the password of your account was changed just now, and you were signed out everywhere.',
    NOT_YOU,
  ]);
}

export function tellFactorsChanged(tx: Tx, context: AccountContext, to: Recipient, what: string): Promise<void> {
  return write(tx, context, to, 'Your sign-in settings were changed', [`${what} just now.`, NOT_YOU]);
}

export function tellRecoveryCodeUsed(tx: Tx, context: AccountContext, to: Recipient, left: number): Promise<void> {
  return write(tx, context, to, 'A recovery code was used', [
    `one of your recovery codes was used to sign in just now. You have ${left} left; you can make new ones on your account page.`,
    NOT_YOU,
  ]);
}
