import type { SigningKeysRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';

const LOCK = statement('signing_keys_lock', `select pg_advisory_xact_lock(hashtext('onboarding.signing_keys'))`);
const LIST = statement<SigningKeysRow>(
  'signing_keys_list',
  // The first one signs, so the active one leads; a new one stands at the end until it is activated.
  `select * from signing_keys where status <> 'Retired'
   order by case status when 'Active' then 1 when 'Retiring' then 2 else 3 end, published_at`,
);
const ADD = statement(
  'signing_key_add',
  `insert into signing_keys (key_id, status, public_jwk, private_key, published_at, activated_at)
   values ($1, $2, $3, $4, $5, case when $2 = 'Active' then $5::timestamptz end)`,
);
const REPLACE_ACTIVE = statement(
  'signing_key_replace_active',
  `update signing_keys set status = 'Retiring', retiring_at = $1 where status = 'Active'`,
);
const ACTIVATE = statement(
  'signing_key_activate',
  `update signing_keys set status = 'Active', activated_at = $2 where key_id = $1`,
);
// A retired key's private half is of no use to anybody but a thief.
const RETIRE = statement(
  'signing_key_retire',
  `update signing_keys set status = 'Retired', retired_at = $2, private_key = null where key_id = $1`,
);

/** One change of keys at a time, whichever process or command it comes from. */
export async function lockSigningKeys(tx: Tx): Promise<void> {
  await tx.rows(LOCK, []);
}

export async function listSigningKeys(tx: Tx): Promise<SigningKeysRow[]> {
  return tx.rows(LIST, []);
}

export async function addSigningKey(
  tx: Tx,
  key: { keyId: string; status: 'Active' | 'Published'; publicJwk: string; sealed: Buffer },
  now: Date,
): Promise<void> {
  await tx.rows(ADD, [key.keyId, key.status, key.publicJwk, key.sealed, now]);
}

export async function makeActive(tx: Tx, keyId: string, now: Date): Promise<void> {
  await tx.rows(REPLACE_ACTIVE, [now]);
  await tx.rows(ACTIVATE, [keyId, now]);
}

export async function makeRetired(tx: Tx, keyId: string, now: Date): Promise<void> {
  await tx.rows(RETIRE, [keyId, now]);
}
