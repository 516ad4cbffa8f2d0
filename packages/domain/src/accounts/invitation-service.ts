import { uuidv7 } from '@onboarding/platform/ids';
import type { Tx } from '@onboarding/platform/postgres';
import { type Account, type AccountContext, emailKeyOf, type Invitation, toAccount, type Visitor } from './account.ts';
import { recordAccountEvent } from './account-event-store.ts';
import { sendInvitation } from './account-mails.ts';
import {
  findAccountRow,
  insertAccount,
  lockAccount,
  lockAccountByEmail,
  setPassword,
  setStatus,
  updateInvited,
} from './account-store.ts';
import { factorRowOf, type ShownFactor, storeNewCodes } from './factor-service.ts';
import { insertFactor } from './factor-store.ts';
import { hashLinkToken, makeLinkToken } from './link.ts';
import { findLink, insertLink, spendLink } from './link-store.ts';

const GOOD_FOR_MS = 7 * 24 * 3_600_000;

/**
 * Makes an account that nobody can use yet and mails the link that makes it usable. Inviting somebody again, who has not
 * accepted, sends a new link and ends the old one; somebody who has an account already is left alone.
 */
export async function inviteAccount(
  tx: Tx,
  context: AccountContext,
  visitor: Visitor,
  invitation: Invitation,
  issuer: string,
): Promise<{ outcome: 'Invited'; account: Account } | { outcome: 'EmailTaken' }> {
  const now = context.clock.now();
  const { realm, role, email, name } = invitation;
  const partnerId = invitation.realm === 'partner' ? invitation.partnerId : undefined;
  const emailKey = emailKeyOf(email);
  let accountId = uuidv7(now);
  if (!(await insertAccount(tx, { accountId, realm, partnerId, role, email, emailKey, name }, now))) {
    const known = await lockAccountByEmail(tx, realm, emailKey);
    // An invitation of one partner must not move somebody who was invited by another.
    if (known?.status !== 'Invited' || (known.partner_id ?? undefined) !== partnerId) return { outcome: 'EmailTaken' };
    accountId = known.account_id;
    await updateInvited(tx, accountId, { role, email, name });
  }
  const account: Account = { accountId, realm, partnerId, role, email, name, status: 'Invited' };
  await mailInvitation(tx, context, visitor, account, issuer);
  return { outcome: 'Invited', account };
}

export async function mailInvitation(
  tx: Tx,
  context: AccountContext,
  visitor: Visitor,
  account: Account,
  issuer: string,
): Promise<void> {
  const now = context.clock.now();
  const { accountId, realm } = account;
  const token = makeLinkToken();
  const expiresAt = new Date(now.getTime() + GOOD_FOR_MS);
  await insertLink(tx, { hash: hashLinkToken(token), accountId, purpose: 'Invitation', expiresAt }, now);
  await recordAccountEvent(tx, visitor, { kind: 'Invited', accountId, realm }, now);
  await sendInvitation(tx, context, account, `${issuer}/invitation/${token}`);
}

/** Whom a link invites; undefined when it was used, has expired or was replaced, or the account is no longer waiting. */
export async function findInvited(tx: Tx, context: AccountContext, token: string): Promise<Account | undefined> {
  const accountId = await findLink(tx, hashLinkToken(token), 'Invitation', context.clock.now());
  const row = accountId === undefined ? undefined : await findAccountRow(tx, accountId);
  return row?.status === 'Invited' ? toAccount(row) : undefined;
}

/** Everything at once: the link is spent, password, second factor and recovery codes are there, the account is active. */
export async function acceptInvitation(
  tx: Tx,
  context: AccountContext,
  visitor: Visitor,
  given: { token: string; passwordHash: string; factor: ShownFactor },
): Promise<{ outcome: 'Accepted'; codes: string[] } | { outcome: 'LinkUnusable' } | { outcome: 'WrongFactor' }> {
  const now = context.clock.now();
  const factor = await factorRowOf(context, given.factor);
  if (factor === undefined) return { outcome: 'WrongFactor' };
  const hash = hashLinkToken(given.token);
  const invited = await findLink(tx, hash, 'Invitation', now);
  const row = invited === undefined ? undefined : await lockAccount(tx, invited);
  // Looked at again under the lock: another request may have spent it while this one waited.
  if (row?.status !== 'Invited' || (await findLink(tx, hash, 'Invitation', now)) === undefined) {
    return { outcome: 'LinkUnusable' };
  }
  if (!(await insertFactor(tx, row.account_id, factor, now))) return { outcome: 'WrongFactor' };
  await spendLink(tx, hash, 'Invitation', now);
  await setPassword(tx, row.account_id, given.passwordHash, now);
  await setStatus(tx, row.account_id, 'Active');
  const codes = await storeNewCodes(tx, row.account_id);
  const { account_id, realm } = row;
  const accepted = { kind: 'InvitationAccepted', accountId: account_id, realm, reason: factor.kind } as const;
  await recordAccountEvent(tx, visitor, accepted, now);
  return { outcome: 'Accepted', codes };
}
