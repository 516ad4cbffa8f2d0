import type { Tx } from '@onboarding/platform/postgres';
import { type Account, type AccountContext, emailKeyOf, toAccount, type Visitor } from '../account/account.ts';
import { recordAccountEvent } from '../account/account-event-store.ts';
import { tellSignInReset } from '../account/account-mails.ts';
import {
  findAccountRow,
  findAccountsByEmail,
  forgetPassword,
  lockAccount,
  setStatus,
} from '../account/account-store.ts';
import { countFactors, deleteFactors } from '../factors/factor-store.ts';
import { deleteAllSessions, listSessionRows } from '../sessions/session-store.ts';
import { IDLE_MS } from '../sign-in/sign-in-service.ts';
import { mailInvitation } from './invitation-service.ts';

export async function findAccount(tx: Tx, accountId: string): Promise<Account | undefined> {
  const row = await findAccountRow(tx, accountId);
  return row === undefined ? undefined : toAccount(row);
}

/**
 * An address may have an account in each realm, and invitations from several partners. At most one account per realm holds
 * it: the first to accept.
 */
export async function listAccountsByEmail(tx: Tx, email: string): Promise<(Account & { holdsEmail: boolean })[]> {
  const rows = await findAccountsByEmail(tx, emailKeyOf(email));
  return rows.map((row) => ({ ...toAccount(row), holdsEmail: row.holdsEmail }));
}

export interface AccountSession {
  sessionId: string;
  createdAt: Date;
  lastSeenAt: Date;
  address: string;
  userAgent: string;
}

export async function listAccountSessions(
  tx: Tx,
  context: AccountContext,
  { accountId, realm }: Account,
): Promise<AccountSession[]> {
  const now = context.clock.now();
  const seenAfter = new Date(now.getTime() - IDLE_MS);
  return listSessionRows(tx, accountId, realm, now, seenAfter);
}

export async function signOutEverywhere(
  tx: Tx,
  context: AccountContext,
  visitor: Visitor,
  account: Account,
): Promise<void> {
  const { accountId, realm } = account;
  await deleteAllSessions(tx, accountId);
  await recordAccountEvent(tx, visitor, { kind: 'SignedOutEverywhere', accountId, realm }, context.clock.now());
}

export async function disableAccount(tx: Tx, context: AccountContext, visitor: Visitor, account: Account) {
  const { accountId, realm } = account;
  await lockAccount(tx, accountId);
  await setStatus(tx, accountId, 'Disabled');
  await deleteAllSessions(tx, accountId);
  await recordAccountEvent(tx, visitor, { kind: 'Disabled', accountId, realm }, context.clock.now());
}

/** Restores the previous status: Active if the account could sign in, otherwise Invited. */
export async function enableAccount(
  tx: Tx,
  context: AccountContext,
  visitor: Visitor,
  account: Account,
): Promise<Account['status']> {
  const { accountId, realm } = account;
  await lockAccount(tx, accountId);
  // Password and second factor are set together, and deleted together.
  const status = (await countFactors(tx, accountId)) > 0 ? 'Active' : 'Invited';
  await setStatus(tx, accountId, status);
  await recordAccountEvent(tx, visitor, { kind: 'Enabled', accountId, realm }, context.clock.now());
  return status;
}

/**
 * For a person who has lost every second factor and recovery code, after an operator or an admin of their organisation has
 * verified their identity: the account starts again with an invitation. The old password is deleted too, because a password
 * alone proves nothing.
 */
export async function resetFactors(
  tx: Tx,
  context: AccountContext,
  visitor: Visitor,
  account: Account,
  issuer: string,
): Promise<void> {
  const { accountId, realm } = account;
  const now = context.clock.now();
  await lockAccount(tx, accountId);
  await deleteFactors(tx, accountId);
  await forgetPassword(tx, accountId, now);
  await setStatus(tx, accountId, 'Invited');
  await deleteAllSessions(tx, accountId);
  await recordAccountEvent(tx, visitor, { kind: 'FactorsReset', accountId, realm }, now);
  const who =
    visitor.actorId === undefined || realm === 'staff' ? 'our operators' : 'an administrator of your organisation';
  await tellSignInReset(tx, context, account, who);
  await mailInvitation(tx, context, visitor, { ...account, status: 'Invited' }, issuer);
}
