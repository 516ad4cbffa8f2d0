// Mails to users about their accounts. Each link is on a line of its own, and is the only secret in the mail.
import { INVITATION_DAYS, PASSWORD_LINK_MINUTES } from '@onboarding/contract';
import type { Tx } from '@onboarding/platform/postgres';
import { oneLine, sendLetter } from '../../mails/index.ts';
import type { Account, AccountContext } from './account.ts';

type Recipient = Pick<Account, 'email' | 'name' | 'partnerId'>;

const NOT_YOU =
  'If this was not you, choose “Forgotten password” on the sign-in page now and set a new password. Then sign out everywhere on your account page, and contact us.';

interface Inviting {
  /** Undefined for our own staff. */
  organisation: string | undefined;
  /** Undefined for an operator, who is not named to partners, and for a command. */
  inviter: { name: string; email: string } | undefined;
}

const inviterOf = ({ inviter }: Inviting) =>
  inviter === undefined ? 'Our operators have' : `${oneLine(inviter.name)} (${inviter.email}) has`;

/** Says who invites to what, so that it does not read like phishing. */
export function sendInvitation(
  tx: Tx,
  context: AccountContext,
  to: Recipient,
  { link, expiresAt, ...from }: Inviting & { link: string; expiresAt: Date },
): Promise<void> {
  const { organisation } = from;
  const where = organisation === undefined ? 'the staff console' : oneLine(organisation);
  const what =
    organisation === undefined
      ? 'In the console, our own staff review businesses and manage the service.'
      : `Business Onboarding verifies businesses for ${where}. In the portal, the team of ${where} follows each review and manages the connection to its own systems.`;
  const until = `${expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return sendLetter(tx, context, to, {
    subject: `Your invitation to ${where} on Business Onboarding`,
    paragraphs: [
      `${inviterOf(from)} invited you to ${where} on Business Onboarding.`,
      what,
      { button: 'Accept the invitation', introduction: 'To accept the invitation, open this link:', link },
      `The link works once, until ${until} (${INVITATION_DAYS} days). You choose a password and set up a second factor: have your authenticator app or security key ready. Setup takes about three minutes.`,
      'If you did not expect this invitation, ignore this mail: without the link, the account cannot be used.',
    ],
  });
}

/** To the owner of an address that already has an account elsewhere. The inviting admin is not informed. */
export function tellInvitationNotPossible(
  tx: Tx,
  context: AccountContext,
  to: Recipient,
  from: Inviting,
): Promise<void> {
  const organisation = oneLine(from.organisation ?? 'Another organisation');
  return sendLetter(tx, context, to, {
    subject: 'An invitation that you cannot accept',
    paragraphs: [
      `${inviterOf(from)} invited you to ${organisation} on Business Onboarding with the address ${to.email}. This address already has an account with another organisation, and it can have only one, so the invitation has no link.`,
      'Your account stays as it is. We have not told the organisation that invited you that the account exists.',
      'To accept, ask them to invite you with another e-mail address. If you did not expect this invitation, you can ignore it.',
    ],
  });
}

export function sendReset(tx: Tx, context: AccountContext, to: Recipient, link: string): Promise<void> {
  return sendLetter(tx, context, to, {
    subject: 'Choose a new password',
    paragraphs: [
      'Someone, probably you, asked to reset your password. Open this link to choose a new one:',
      link,
      `The link works once and expires after ${PASSWORD_LINK_MINUTES} minutes. You will need your second factor to sign in afterwards.`,
      'If you did not ask for this, ignore this mail: your password stays the same.',
    ],
  });
}

export function tellPasswordChanged(tx: Tx, context: AccountContext, to: Recipient): Promise<void> {
  return sendLetter(tx, context, to, {
    subject: 'Your password was changed',
    paragraphs: ['Your password was just changed, and you were signed out everywhere.', NOT_YOU],
  });
}

/** `what`: one or two sentences. */
export function tellFactorsChanged(tx: Tx, context: AccountContext, to: Recipient, what: string): Promise<void> {
  return sendLetter(tx, context, to, { subject: 'Your sign-in settings were changed', paragraphs: [what, NOT_YOU] });
}

/** The invitation is sent separately. There is no password left to change. */
export function tellSignInReset(tx: Tx, context: AccountContext, to: Recipient, who: string): Promise<void> {
  return sendLetter(tx, context, to, {
    subject: 'Your sign-in was reset',
    paragraphs: [
      `Your password and second factors were removed by ${who}. You will get another mail with a link to set up both again.`,
      'If you did not ask for this, contact us.',
    ],
  });
}

export function tellRecoveryCodeUsed(tx: Tx, context: AccountContext, to: Recipient, left: number): Promise<void> {
  return sendLetter(tx, context, to, {
    subject: 'A recovery code was used',
    paragraphs: [
      `One of your recovery codes was just used. You have ${left} left. You can create new ones on your account page.`,
      NOT_YOU,
    ],
  });
}
