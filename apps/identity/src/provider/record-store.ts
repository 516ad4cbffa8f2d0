// What the OpenID provider keeps between requests. Rows are found by the hash of their id, and their content is sealed.
import { createHash } from 'node:crypto';
import type { OidcRecordsRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';

type Found = Pick<OidcRecordsRow, 'record_hash' | 'payload' | 'consumed_at'>;

const SAVE = statement(
  'oidc_record_save',
  `insert into oidc_records (model, record_hash, account_id, grant_hash, uid_hash, payload, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7)
   on conflict (model, record_hash) do update set account_id = excluded.account_id, grant_hash = excluded.grant_hash,
     uid_hash = excluded.uid_hash, payload = excluded.payload, expires_at = excluded.expires_at`,
);
const FIND = statement<Found>(
  'oidc_record_find',
  'select record_hash, payload, consumed_at from oidc_records where model = $1 and record_hash = $2 and expires_at > $3',
);
const FIND_BY_UID = statement<Found>(
  'oidc_record_find_by_uid',
  'select record_hash, payload, consumed_at from oidc_records where model = $1 and uid_hash = $2 and expires_at > $3',
);
const CONSUME = statement<{ consumed: number }>(
  'oidc_record_consume',
  'update oidc_records set consumed_at = $3 where model = $1 and record_hash = $2 and consumed_at is null returning 1 as consumed',
);
const REMOVE = statement('oidc_record_remove', 'delete from oidc_records where model = $1 and record_hash = $2');
const REMOVE_GRANT = statement('oidc_record_remove_grant', 'delete from oidc_records where grant_hash = $1');

export interface NewRecord {
  model: string;
  id: string;
  accountId: string | undefined;
  grantId: string | undefined;
  uid: string | undefined;
  payload: Buffer;
  expiresAt: Date;
}

export const hashOf = (id: string): Buffer => createHash('sha256').update(id).digest();

export async function saveRecord(tx: Tx, record: NewRecord): Promise<void> {
  const { model, id, accountId, grantId, uid, payload, expiresAt } = record;
  const hashOrNull = (text: string | undefined) => (text === undefined ? null : hashOf(text));
  const values = [model, hashOf(id), accountId ?? null, hashOrNull(grantId), hashOrNull(uid), payload, expiresAt];
  await tx.rows(SAVE, values);
}

export async function findRecord(tx: Tx, model: string, id: string, now: Date): Promise<Found | undefined> {
  return (await tx.rows(FIND, [model, hashOf(id), now]))[0];
}

export async function findRecordByUid(tx: Tx, model: string, uid: string, now: Date): Promise<Found | undefined> {
  return (await tx.rows(FIND_BY_UID, [model, hashOf(uid), now]))[0];
}

/** Whether this was the first time. */
export async function consumeRecord(tx: Tx, model: string, id: string, now: Date): Promise<boolean> {
  return (await tx.rows(CONSUME, [model, hashOf(id), now])).length === 1;
}

export async function removeRecord(tx: Tx, model: string, id: string): Promise<void> {
  await tx.rows(REMOVE, [model, hashOf(id)]);
}

export async function removeGrant(tx: Tx, grantId: string): Promise<void> {
  await tx.rows(REMOVE_GRANT, [hashOf(grantId)]);
}
