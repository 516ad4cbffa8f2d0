import { createHash, randomBytes } from 'node:crypto';
import type { AccountLinkPurpose } from '@onboarding/contract';
import { statement, type Tx } from '@onboarding/platform/postgres';

export interface NewLink {
  hash: Buffer;
  accountId: string;
  purpose: AccountLinkPurpose;
  expiresAt: Date;
}

const INSERT = statement<never, NewLink & { now: Date }>(
  'account_link_insert',
  `insert into account_links (link_hash, account_id, purpose, created_at, expires_at)
   values (:hash, :accountId, :purpose, :now, :expiresAt)`,
);
const END_EARLIER = statement<never, { accountId: string; purpose: AccountLinkPurpose; now: Date }>(
  'account_link_end_earlier',
  `update account_links set expires_at = :now
   where account_id = :accountId and purpose = :purpose and used_at is null and expires_at > :now`,
);
const FIND = statement<{ accountId: string }, { hash: Buffer; purpose: AccountLinkPurpose; now: Date }>(
  'account_link_find',
  `select account_id from account_links
   where link_hash = :hash and purpose = :purpose and used_at is null and expires_at > :now`,
);
const USE = statement<{ accountId: string }, { hash: Buffer; purpose: AccountLinkPurpose; now: Date }>(
  'account_link_use',
  `update account_links set used_at = :now
   where link_hash = :hash and purpose = :purpose and used_at is null and expires_at > :now returning account_id`,
);
const COUNT = statement<{ made: number }, { accountId: string; purpose: AccountLinkPurpose; since: Date }>(
  'account_link_count',
  'select count(*) as made from account_links where account_id = :accountId and purpose = :purpose and created_at > :since',
);

/** Expires earlier links of the same kind: only the newest one works. */
export async function insertLink(tx: Tx, link: NewLink, now: Date): Promise<void> {
  await endLinks(tx, link.accountId, link.purpose, now);
  await tx.rows(INSERT, { ...link, now });
}

export async function endLinks(tx: Tx, accountId: string, purpose: AccountLinkPurpose, now: Date): Promise<void> {
  await tx.rows(END_EARLIER, { accountId, purpose, now });
}

export async function findLink(tx: Tx, hash: Buffer, purpose: AccountLinkPurpose, now: Date) {
  return (await tx.rows(FIND, { hash, purpose, now }))[0]?.accountId;
}

export async function spendLink(tx: Tx, hash: Buffer, purpose: AccountLinkPurpose, now: Date) {
  return (await tx.rows(USE, { hash, purpose, now }))[0]?.accountId;
}

export async function countLinks(tx: Tx, accountId: string, purpose: AccountLinkPurpose, since: Date) {
  return (await tx.rows(COUNT, { accountId, purpose, since }))[0]?.made ?? 0;
}

const DELETE_EXPIRED = statement<{ deleted: number }, { before: Date; limit: number }>(
  'account_links_delete_expired',
  `with gone as (
     delete from account_links where link_hash in (
       select link_hash from account_links where expires_at < :before order by expires_at limit :limit
     ) returning 1
   ) select count(*) as deleted from gone`,
);

/** Deletes up to `limit` links that expired before `before`; returns their number. */
export async function deleteExpiredLinks(tx: Tx, before: Date, limit: number): Promise<number> {
  return (await tx.rows(DELETE_EXPIRED, { before, limit }))[0]?.deleted ?? 0;
}

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** The secret of a link in a mail. Only its hash is stored, so a copy of the database grants no access. */
export function makeLinkToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashLinkToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

export function isLinkToken(text: string): boolean {
  return TOKEN.test(text);
}
