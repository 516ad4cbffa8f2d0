import type { Realm } from '@onboarding/contract';
import type { Tx } from '@onboarding/platform/postgres';
import { type Account, type AccountContext, emailKeyOf, toAccount, type Visitor } from './account.ts';
import { recordAccountEvent } from './account-event-store.ts';
import { sendReset, tellPasswordChanged } from './account-mails.ts';
import { findAccountRow, lockAccount, lockAccountByEmail, setPassword } from './account-store.ts';
import { hashLinkToken, makeLinkToken } from './link.ts';
import { countLinks, endLinks, findLink, insertLink, spendLink } from './link-store.ts';
import { deleteAllSessions } from './session-store.ts';

const GOOD_FOR_MS = 30 * 60_000;
const MAILS_AN_HOUR = 5;

/** Mails a link if the address has an account that can use it. The caller is told nothing, so that it can tell nothing. */
export async function askForReset(
  tx: Tx,
  context: AccountContext,
  visitor: Visitor,
  given: { realm: Realm; email: string },
  issuer: string,
): Promise<void> {
  const now = context.clock.now();
  const row = await lockAccountByEmail(tx, given.realm, emailKeyOf(given.email));
  const asked = (reason?: string) =>
    recordAccountEvent(
      tx,
      visitor,
      {
        kind: 'ResetAsked',
        accountId: row?.account_id,
        realm: given.realm,
        ...(reason === undefined ? {} : { reason }),
      },
      now,
    );
  if (row?.status !== 'Active') return asked(row?.status ?? 'UnknownAccount');
  // Nobody's mailbox is filled by somebody else's pressing of a button.
  const anHourAgo = new Date(now.getTime() - 3_600_000);
  if ((await countLinks(tx, row.account_id, 'PasswordReset', anHourAgo)) >= MAILS_AN_HOUR) return asked('TooMany');
  const token = makeLinkToken();
  const link = { hash: hashLinkToken(token), accountId: row.account_id, purpose: 'PasswordReset' } as const;
  await insertLink(tx, { ...link, expiresAt: new Date(now.getTime() + GOOD_FOR_MS) }, now);
  await asked();
  await sendReset(tx, context, toAccount(row), `${issuer}/reset/${token}`);
}

/** Whose password a link may set; undefined when it was used, has expired or was replaced by a newer one. */
export async function findReset(tx: Tx, context: AccountContext, token: string): Promise<Account | undefined> {
  const accountId = await findLink(tx, hashLinkToken(token), 'PasswordReset', context.clock.now());
  const row = accountId === undefined ? undefined : await findAccountRow(tx, accountId);
  return row?.status === 'Active' ? toAccount(row) : undefined;
}

/** The second factor and the count of failures stay as they are: a mailbox alone must not be enough to get in. */
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

/** For a person who is signed in and has just shown the password and a second factor. */
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
  // Whoever may have known the old password is out, and a link that waits in a mailbox must not undo the change.
  await deleteAllSessions(tx, accountId);
  await endLinks(tx, accountId, 'PasswordReset', now);
  await recordAccountEvent(tx, visitor, { kind, accountId, realm }, now);
  await tellPasswordChanged(tx, context, account);
}
