import type { SigningKeysRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';

const LOCK = statement('signing_keys_lock', `select pg_advisory_xact_lock(hashtext('onboarding.signing_keys'))`);
const LIST = statement<SigningKeysRow>(
  'signing_keys_list',
  // The first key signs, so the active one comes first; a new one is last until it is activated.
  `select * from signing_keys where status <> 'Retired'
   order by case status when 'Active' then 1 when 'Retiring' then 2 else 3 end, published_at`,
);
interface NewKey {
  keyId: string;
  status: 'Active' | 'Published';
  publicJwk: string;
  sealed: Buffer;
}

const ADD = statement<never, NewKey & { now: Date }>(
  'signing_key_add',
  `insert into signing_keys (key_id, status, public_jwk, private_key, published_at, activated_at)
   values (:keyId, :status, :publicJwk, :sealed, :now, case when :status = 'Active' then :now::timestamptz end)`,
);
const REPLACE_ACTIVE = statement<never, { now: Date }>(
  'signing_key_replace_active',
  `update signing_keys set status = 'Retiring', retiring_at = :now where status = 'Active'`,
);
const ACTIVATE = statement<never, { keyId: string; now: Date }>(
  'signing_key_activate',
  `update signing_keys set status = 'Active', activated_at = :now where key_id = :keyId`,
);
// The private key of a retired key is useful only to an attacker.
const RETIRE = statement<never, { keyId: string; now: Date }>(
  'signing_key_retire',
  `update signing_keys set status = 'Retired', retired_at = :now, private_key = null where key_id = :keyId`,
);

/** Allows one change of keys at a time, across processes and commands. */
export async function lockSigningKeys(tx: Tx): Promise<void> {
  await tx.rows(LOCK, {});
}

export async function listSigningKeys(tx: Tx): Promise<SigningKeysRow[]> {
  return tx.rows(LIST, {});
}

export async function addSigningKey(tx: Tx, key: NewKey, now: Date): Promise<void> {
  await tx.rows(ADD, { ...key, now });
}

export async function makeActive(tx: Tx, keyId: string, now: Date): Promise<void> {
  await tx.rows(REPLACE_ACTIVE, { now });
  await tx.rows(ACTIVATE, { keyId, now });
}

export async function makeRetired(tx: Tx, keyId: string, now: Date): Promise<void> {
  await tx.rows(RETIRE, { keyId, now });
}
