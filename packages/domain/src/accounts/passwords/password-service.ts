import { HOUR_MS, MINUTE_MS, PASSWORD_LINK_MINUTES, type Realm } from '@onboarding/contract';
import type { Tx } from '@onboarding/platform/postgres';
import { type Account, type AccountContext, emailKeyOf, toAccount, type Visitor } from '../account/account.ts';
import { type AccountEvent, recordAccountEvent } from '../account/account-event-store.ts';
import { sendReset, tellPasswordChanged } from '../account/account-mails.ts';
import { findAccountRow, lockAccount, lockHolder, setPassword } from '../account/account-store.ts';
import {
  countLinks,
  endLinks,
  findLink,
  hashLinkToken,
  insertLink,
  makeLinkToken,
  spendLink,
} from '../account/link-store.ts';
import { deleteAllSessions } from '../sessions/session-store.ts';

const MAILS_AN_HOUR = 5;

/**
 * Mails a link if the address has an account that can use it. Returns nothing, so that the caller cannot reveal whether it
 * has.
 */
export async function askForReset(
  tx: Tx,
  context: AccountContext,
  visitor: Visitor,
  given: { realm: Realm; email: string },
  issuer: string,
): Promise<void> {
  const now = context.clock.now();
  const row = await lockHolder(tx, given.realm, emailKeyOf(given.email));
  const asked = (reason?: AccountEvent['reason']) =>
    recordAccountEvent(tx, visitor, { kind: 'ResetAsked', accountId: row?.accountId, realm: given.realm, reason }, now);
  if (row?.status !== 'Active') return asked(row?.status ?? 'UnknownAccount');
  // Limits the number of mails that others can cause by requesting links.
  const anHourAgo = new Date(now.getTime() - HOUR_MS);
  if ((await countLinks(tx, row.accountId, 'PasswordReset', anHourAgo)) >= MAILS_AN_HOUR) return asked('TooMany');
  const token = makeLinkToken();
  const link = { hash: hashLinkToken(token), accountId: row.accountId, purpose: 'PasswordReset' } as const;
  await insertLink(tx, { ...link, expiresAt: new Date(now.getTime() + PASSWORD_LINK_MINUTES * MINUTE_MS) }, now);
  await asked();
  await sendReset(tx, context, toAccount(row), `${issuer}/reset/${token}`);
}

/** The account whose password a link may set; undefined if the link was used, has expired or was replaced by a newer one. */
export async function findReset(tx: Tx, context: AccountContext, token: string): Promise<Account | undefined> {
  const accountId = await findLink(tx, hashLinkToken(token), 'PasswordReset', context.clock.now());
  const row = accountId === undefined ? undefined : await findAccountRow(tx, accountId);
  return row?.status === 'Active' ? toAccount(row) : undefined;
}

/** Keeps the second factor and the failure count: access to a mailbox alone must not be enough to sign in. */
export async function resetPassword(
  tx: Tx,
  context: AccountContext,
  visitor: Visitor,
  given: { token: string; passwordHash: string },
): Promise<'Reset' | 'LinkUnusable'> {
  const now = context.clock.now();
  const accountId = await spendLink(tx, hashLinkToken(given.token), 'PasswordReset', now);
  const row = accountId === undefined ? undefined : await lockAccount(tx, accountId);
  if (row?.status !== 'Active') return 'LinkUnusable';
  await storePassword(tx, context, visitor, toAccount(row), given.passwordHash, 'PasswordReset');
  return 'Reset';
}

/** For a signed-in person who has just proven password and second factor. */
export async function changePassword(
  tx: Tx,
  context: AccountContext,
  visitor: Visitor,
  account: Account,
  passwordHash: string,
): Promise<void> {
  await lockAccount(tx, account.accountId);
  await storePassword(tx, context, visitor, account, passwordHash, 'PasswordChanged');
}

async function storePassword(
  tx: Tx,
  context: AccountContext,
  visitor: Visitor,
  account: Account,
  passwordHash: string,
  kind: 'PasswordReset' | 'PasswordChanged',
): Promise<void> {
  const now = context.clock.now();
  const { accountId, realm } = account;
  await setPassword(tx, accountId, passwordHash, now);
  // Signs out anyone who knew the old password, and voids pending links, which could undo the change.
  await deleteAllSessions(tx, accountId);
  await endLinks(tx, accountId, 'PasswordReset', now);
  await recordAccountEvent(tx, visitor, { kind, accountId, realm }, now);
  await tellPasswordChanged(tx, context, account);
}
