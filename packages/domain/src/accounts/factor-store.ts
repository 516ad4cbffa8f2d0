import type { SecondFactorKind } from '@onboarding/contract';
import type { SecondFactorsRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';

const LIST = statement<SecondFactorsRow>(
  'factor_list',
  `select account_id, factor_id, kind, name, secret, credential_id, transports, counter, created_at, last_used_at
   from second_factors where account_id = $1 order by created_at, factor_id`,
);
const INSERT = statement<{ factor_id: string }>(
  'factor_insert',
  `insert into second_factors (account_id, factor_id, kind, name, secret, credential_id, transports, counter, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
   on conflict on constraint second_factors_credential do nothing returning factor_id`,
);
// A one-time code's step must be a later one; an authenticator's counter too, unless it does not count at all.
const USE = statement<{ factor_id: string }>(
  'factor_use',
  `update second_factors set counter = $3, last_used_at = $4
   where account_id = $1 and factor_id = $2 and (counter < $3 or (kind = 'Passkey' and counter = 0 and $3 = 0))
   returning factor_id`,
);
const DELETE = statement<{ name: string }>(
  'factor_delete',
  'delete from second_factors where account_id = $1 and factor_id = $2 returning name',
);
const DELETE_ALL = statement('factor_delete_all', 'delete from second_factors where account_id = $1');

const DELETE_CODES = statement('recovery_delete', 'delete from recovery_codes where account_id = $1');
const INSERT_CODES = statement(
  'recovery_insert',
  'insert into recovery_codes (account_id, code_hash) select $1, code_hash from unnest($2::bytea[]) as code_hash',
);
const USE_CODE = statement<{ used_at: Date }>(
  'recovery_use',
  `update recovery_codes set used_at = $3 where account_id = $1 and code_hash = $2 and used_at is null returning used_at`,
);
const COUNT_CODES = statement<{ unused: number }>(
  'recovery_count',
  'select count(*) as unused from recovery_codes where account_id = $1 and used_at is null',
);

export interface NewFactorRow {
  factorId: string;
  kind: SecondFactorKind;
  name: string;
  secret: Buffer;
  credentialId?: string;
  transports?: string[];
  counter: number;
}

export const listFactorRows = (tx: Tx, accountId: string) => tx.rows(LIST, [accountId]);

/** False when the credential is registered already, by whomever. */
export async function insertFactor(tx: Tx, accountId: string, factor: NewFactorRow, now: Date): Promise<boolean> {
  const { factorId, kind, name, secret, credentialId, transports, counter } = factor;
  const values = [accountId, factorId, kind, name, secret, credentialId ?? null, transports ?? null, counter, now];
  return (await tx.rows(INSERT, values)).length > 0;
}

/** False when this code or this count was used before, perhaps a moment ago by a request that ran beside this one. */
export async function useFactor(tx: Tx, accountId: string, factorId: string, counter: number, now: Date) {
  return (await tx.rows(USE, [accountId, factorId, counter, now])).length > 0;
}

export async function deleteFactor(tx: Tx, accountId: string, factorId: string): Promise<string | undefined> {
  return (await tx.rows(DELETE, [accountId, factorId]))[0]?.name;
}

export async function deleteFactors(tx: Tx, accountId: string): Promise<void> {
  await tx.rows(DELETE_ALL, [accountId]);
  await tx.rows(DELETE_CODES, [accountId]);
}

export async function replaceCodes(tx: Tx, accountId: string, hashes: Buffer[]): Promise<void> {
  await tx.rows(DELETE_CODES, [accountId]);
  await tx.rows(INSERT_CODES, [accountId, hashes]);
}

export async function spendCode(tx: Tx, accountId: string, hash: Buffer, now: Date): Promise<boolean> {
  return (await tx.rows(USE_CODE, [accountId, hash, now])).length > 0;
}

export async function countUnusedCodes(tx: Tx, accountId: string): Promise<number> {
  return (await tx.rows(COUNT_CODES, [accountId]))[0]?.unused ?? 0;
}
