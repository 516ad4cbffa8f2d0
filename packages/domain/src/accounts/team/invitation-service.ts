import { DAY_MS, INVITATION_DAYS } from '@onboarding/contract';
import { uuidv7 } from '@onboarding/platform/ids';
import type { Tx } from '@onboarding/platform/postgres';
import {
  type Account,
  type AccountContext,
  emailKeyOf,
  type Invitation,
  toAccount,
  type Visitor,
} from '../account/account.ts';
import { recordAccountEvent } from '../account/account-event-store.ts';
import { sendInvitation, tellInvitationNotPossible } from '../account/account-mails.ts';
import {
  findAccountRow,
  findInvitationStanding,
  insertAccount,
  lockAllOfAddress,
  lockMember,
  setPassword,
  setStatus,
  updateInvited,
} from '../account/account-store.ts';
import { findLink, hashLinkToken, insertLink, makeLinkToken, spendLink } from '../account/link-store.ts';
import { factorRowOf, type ShownFactor, storeNewCodes } from '../factors/factor-service.ts';
import { insertFactor } from '../factors/factor-store.ts';

/**
 * Creates an account that cannot be used yet and mails the link that activates it. Inviting the same person again before
 * acceptance sends a new link and expires the old one; an account of the same team that was already accepted is not changed.
 * An address that an account elsewhere holds is invited in the same way, so that the invitation does not reveal that account:
 * only its owner is informed, by mail. `heldElsewhere` is for callers that may see every account.
 */
export async function inviteAccount(
  tx: Tx,
  context: AccountContext,
  visitor: Visitor,
  invitation: Invitation,
  issuer: string,
): Promise<{ outcome: 'Invited'; account: Account; heldElsewhere: boolean } | { outcome: 'EmailTaken' }> {
  const now = context.clock.now();
  const { realm, role, email, name } = invitation;
  const partnerId = invitation.realm === 'partner' ? invitation.partnerId : undefined;
  const member = { realm, partnerId: partnerId ?? null, emailKey: emailKeyOf(email) };
  let accountId = uuidv7(now);
  if (!(await insertAccount(tx, { accountId, ...member, role, email, name }, now))) {
    const known = await lockMember(tx, member);
    if (known?.status !== 'Invited') return { outcome: 'EmailTaken' };
    accountId = known.accountId;
    await updateInvited(tx, accountId, { role, email, name });
  }
  const account: Account = { accountId, realm, partnerId, role, email, name, status: 'Invited' };
  const { heldElsewhere } = await mailInvitation(tx, context, visitor, account, issuer);
  return { outcome: 'Invited', account, heldElsewhere };
}

/** Runs the same statements whether or not the address is held elsewhere: only the text of the mail differs. */
export async function mailInvitation(
  tx: Tx,
  context: AccountContext,
  visitor: Visitor,
  account: Account,
  issuer: string,
): Promise<{ heldElsewhere: boolean }> {
  const now = context.clock.now();
  const { accountId, realm } = account;
  const token = makeLinkToken();
  const expiresAt = new Date(now.getTime() + INVITATION_DAYS * DAY_MS);
  await insertLink(tx, { hash: hashLinkToken(token), accountId, purpose: 'Invitation', expiresAt }, now);
  await recordAccountEvent(tx, visitor, { kind: 'Invited', accountId, realm, reason: account.role }, now);
  const { organisation, heldElsewhere } = await findInvitationStanding(tx, accountId);
  const from = { organisation, inviter: await findInviter(tx, visitor) };
  await (heldElsewhere
    ? tellInvitationNotPossible(tx, context, account, from)
    : sendInvitation(tx, context, account, { ...from, link: `${issuer}/invitation/${token}`, expiresAt }));
  return { heldElsewhere };
}

/** Undefined for operators: affected users can see that an operator did it, but not which one. */
async function findInviter(tx: Tx, { address, actorId }: Visitor) {
  return actorId === undefined || address === 'operator' ? undefined : findAccountRow(tx, actorId);
}

/**
 * The account that a link invites; undefined if the link was used, has expired or was replaced, the account is no longer
 * invited, or the person has since accepted the invitation of another organisation.
 */
export async function findInvited(tx: Tx, context: AccountContext, token: string): Promise<Account | undefined> {
  const accountId = await findLink(tx, hashLinkToken(token), 'Invitation', context.clock.now());
  const row = accountId === undefined ? undefined : await findAccountRow(tx, accountId);
  if (row?.status !== 'Invited') return undefined;
  const { heldElsewhere } = await findInvitationStanding(tx, row.accountId);
  return heldElsewhere ? undefined : toAccount(row);
}

/** Atomically uses up the link, stores password, second factor and recovery codes, and activates the account. */
export async function acceptInvitation(
  tx: Tx,
  context: AccountContext,
  visitor: Visitor,
  given: { token: string; passwordHash: string; factor: ShownFactor },
): Promise<
  { outcome: 'Accepted'; codes: string[]; at: Date } | { outcome: 'LinkUnusable' } | { outcome: 'WrongFactor' }
> {
  const now = context.clock.now();
  const factor = await factorRowOf(context, given.factor);
  if (factor === undefined) return { outcome: 'WrongFactor' };
  const hash = hashLinkToken(given.token);
  const invited = await findLink(tx, hash, 'Invitation', now);
  const ofAddress = invited === undefined ? [] : await lockAllOfAddress(tx, invited);
  const row = ofAddress.find(({ accountId }) => accountId === invited);
  const heldElsewhere = ofAddress.some((other) => other !== row && other.holdsEmail);
  // Checked again under the lock: a concurrent request may have used this link, or one of another organisation.
  if (row?.status !== 'Invited' || heldElsewhere || (await findLink(tx, hash, 'Invitation', now)) === undefined) {
    return { outcome: 'LinkUnusable' };
  }
  if (!(await insertFactor(tx, row.accountId, factor, now))) return { outcome: 'WrongFactor' };
  await spendLink(tx, hash, 'Invitation', now);
  await setPassword(tx, row.accountId, given.passwordHash, now);
  await setStatus(tx, row.accountId, 'Active');
  const codes = await storeNewCodes(tx, row.accountId);
  const { accountId, realm } = row;
  const accepted = { kind: 'InvitationAccepted', accountId, realm, reason: factor.kind } as const;
  await recordAccountEvent(tx, visitor, accepted, now);
  return { outcome: 'Accepted', codes, at: now };
}
