import { statement, type Tx } from '@onboarding/platform/postgres';

const DELETE_LINKS = statement<{ deleted: number }, { before: Date; limit: number }>(
  'account_links_delete_expired',
  `with gone as (
     delete from account_links where link_hash in (
       select link_hash from account_links where expires_at < :before order by expires_at limit :limit
     ) returning 1
   ) select count(*) as deleted from gone`,
);
const DELETE_SESSIONS = statement<{ deleted: number }, { before: Date; limit: number }>(
  'sessions_delete_expired',
  `with gone as (
     delete from sessions where session_hash in (
       select session_hash from sessions where expires_at < :before order by expires_at limit :limit
     ) returning 1
   ) select count(*) as deleted from gone`,
);

/** Deletes up to `limit` links that expired before `before`; returns their number. */
export async function deleteExpiredLinks(tx: Tx, before: Date, limit: number): Promise<number> {
  return (await tx.rows(DELETE_LINKS, { before, limit }))[0]?.deleted ?? 0;
}

export async function deleteExpiredSessions(tx: Tx, before: Date, limit: number): Promise<number> {
  return (await tx.rows(DELETE_SESSIONS, { before, limit }))[0]?.deleted ?? 0;
}
