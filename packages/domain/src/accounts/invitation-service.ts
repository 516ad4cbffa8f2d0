import { DAY_MS, INVITATION_DAYS } from '@onboarding/contract';
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
import { factorRowOf, type ShownFactor, storeNewCodes } from './factors/factor-service.ts';
import { insertFactor } from './factors/factor-store.ts';
import { hashLinkToken, makeLinkToken } from './link.ts';
import { findLink, insertLink, spendLink } from './link-store.ts';

/**
 * Creates an account that cannot be used yet and mails the link that activates it. Inviting the same person again, before
 * acceptance, sends a new link and expires the old one; an active account is left unchanged.
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
  if (
    !(await insertAccount(tx, { accountId, realm, partnerId: partnerId ?? null, role, email, emailKey, name }, now))
  ) {
    const known = await lockAccountByEmail(tx, realm, emailKey);
    // A partner's invitation must not move someone whom another partner invited.
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
  const expiresAt = new Date(now.getTime() + INVITATION_DAYS * DAY_MS);
  await insertLink(tx, { hash: hashLinkToken(token), accountId, purpose: 'Invitation', expiresAt }, now);
  await recordAccountEvent(tx, visitor, { kind: 'Invited', accountId, realm, reason: account.role }, now);
  await sendInvitation(tx, context, account, `${issuer}/invitation/${token}`);
}

/** Whom a link invites; undefined when it was used, has expired or was replaced, or the account is no longer invited. */
export async function findInvited(tx: Tx, context: AccountContext, token: string): Promise<Account | undefined> {
  const accountId = await findLink(tx, hashLinkToken(token), 'Invitation', context.clock.now());
  const row = accountId === undefined ? undefined : await findAccountRow(tx, accountId);
  return row?.status === 'Invited' ? toAccount(row) : undefined;
}

/** All at once: uses up the link, stores password, second factor and recovery codes, and activates the account. */
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
  // Checked again under the lock: a concurrent request may have used the link.
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
