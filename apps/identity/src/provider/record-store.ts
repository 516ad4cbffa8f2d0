// Records that the OpenID provider stores between requests. Rows are found by the hash of their id, and their content is sealed.
import { createHash } from 'node:crypto';
import type { OidcRecordsRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';

type Found = Pick<OidcRecordsRow, 'recordHash' | 'payload' | 'consumedAt'>;

interface SavedRecord {
  model: string;
  hash: Buffer;
  accountId: string | null;
  grantHash: Buffer | null;
  uidHash: Buffer | null;
  payload: Buffer;
  expiresAt: Date;
}

const SAVE = statement<never, SavedRecord>(
  'oidc_record_save',
  `insert into oidc_records (model, record_hash, account_id, grant_hash, uid_hash, payload, expires_at)
   values (:model, :hash, :accountId, :grantHash, :uidHash, :payload, :expiresAt)
   on conflict (model, record_hash) do update set account_id = excluded.account_id, grant_hash = excluded.grant_hash,
     uid_hash = excluded.uid_hash, payload = excluded.payload, expires_at = excluded.expires_at`,
);
const SELECT = 'select record_hash, payload, consumed_at from oidc_records';
const FIND = statement<Found, { model: string; hash: Buffer; now: Date }>(
  'oidc_record_find',
  `${SELECT} where model = :model and record_hash = :hash and expires_at > :now`,
);
const FIND_BY_UID = statement<Found, { model: string; uidHash: Buffer; now: Date }>(
  'oidc_record_find_by_uid',
  `${SELECT} where model = :model and uid_hash = :uidHash and expires_at > :now`,
);
const CONSUME = statement<{ consumed: number }, { model: string; hash: Buffer; now: Date }>(
  'oidc_record_consume',
  `update oidc_records set consumed_at = :now
   where model = :model and record_hash = :hash and consumed_at is null returning 1 as consumed`,
);
const REMOVE = statement<never, { model: string; hash: Buffer }>(
  'oidc_record_remove',
  'delete from oidc_records where model = :model and record_hash = :hash',
);
const REMOVE_GRANT = statement<never, { grantHash: Buffer }>(
  'oidc_record_remove_grant',
  'delete from oidc_records where grant_hash = :grantHash',
);

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
  await tx.rows(SAVE, {
    model,
    hash: hashOf(id),
    accountId: accountId ?? null,
    grantHash: hashOrNull(grantId),
    uidHash: hashOrNull(uid),
    payload,
    expiresAt,
  });
}

export async function findRecord(tx: Tx, model: string, id: string, now: Date): Promise<Found | undefined> {
  return (await tx.rows(FIND, { model, hash: hashOf(id), now }))[0];
}

export async function findRecordByUid(tx: Tx, model: string, uid: string, now: Date): Promise<Found | undefined> {
  return (await tx.rows(FIND_BY_UID, { model, uidHash: hashOf(uid), now }))[0];
}

/** Returns whether this was the first use. */
export async function consumeRecord(tx: Tx, model: string, id: string, now: Date): Promise<boolean> {
  return (await tx.rows(CONSUME, { model, hash: hashOf(id), now })).length === 1;
}

export async function removeRecord(tx: Tx, model: string, id: string): Promise<void> {
  await tx.rows(REMOVE, { model, hash: hashOf(id) });
}

export async function removeGrant(tx: Tx, grantId: string): Promise<void> {
  await tx.rows(REMOVE_GRANT, { grantHash: hashOf(grantId) });
}
