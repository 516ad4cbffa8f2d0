import type { AccountLinkPurpose } from '@onboarding/contract';
import { statement, type Tx } from '@onboarding/platform/postgres';

const INSERT = statement(
  'account_link_insert',
  `insert into account_links (link_hash, account_id, purpose, created_at, expires_at) values ($1, $2, $3, $4, $5)`,
);
const END_EARLIER = statement(
  'account_link_end_earlier',
  `update account_links set expires_at = $3
   where account_id = $1 and purpose = $2 and used_at is null and expires_at > $3`,
);
const FIND = statement<{ account_id: string }>(
  'account_link_find',
  `select account_id from account_links where link_hash = $1 and purpose = $2 and used_at is null and expires_at > $3`,
);
const USE = statement<{ account_id: string }>(
  'account_link_use',
  `update account_links set used_at = $3
   where link_hash = $1 and purpose = $2 and used_at is null and expires_at > $3 returning account_id`,
);
const COUNT = statement<{ made: number }>(
  'account_link_count',
  'select count(*) as made from account_links where account_id = $1 and purpose = $2 and created_at > $3',
);

export interface NewLink {
  hash: Buffer;
  accountId: string;
  purpose: AccountLinkPurpose;
  expiresAt: Date;
}

/** Only the newest link of a kind works: the earlier ones end with it. */
export async function insertLink(tx: Tx, link: NewLink, now: Date): Promise<void> {
  await tx.rows(END_EARLIER, [link.accountId, link.purpose, now]);
  await tx.rows(INSERT, [link.hash, link.accountId, link.purpose, now, link.expiresAt]);
}

export async function endLinks(tx: Tx, accountId: string, purpose: AccountLinkPurpose, now: Date): Promise<void> {
  await tx.rows(END_EARLIER, [accountId, purpose, now]);
}

export async function findLink(tx: Tx, hash: Buffer, purpose: AccountLinkPurpose, now: Date) {
  return (await tx.rows(FIND, [hash, purpose, now]))[0]?.account_id;
}

export async function spendLink(tx: Tx, hash: Buffer, purpose: AccountLinkPurpose, now: Date) {
  return (await tx.rows(USE, [hash, purpose, now]))[0]?.account_id;
}

export async function countLinks(tx: Tx, accountId: string, purpose: AccountLinkPurpose, since: Date) {
  return (await tx.rows(COUNT, [accountId, purpose, since]))[0]?.made ?? 0;
}
