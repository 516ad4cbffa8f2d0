import type { SecondFactorKind } from '@onboarding/contract';
import type { SecondFactorsRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';

const LIST = statement<SecondFactorsRow, { accountId: string }>(
  'factor_list',
  `select account_id, factor_id, kind, name, secret, credential_id, transports, counter, created_at, last_used_at
   from second_factors where account_id = :accountId order by created_at, factor_id`,
);
export interface NewFactorRow {
  factorId: string;
  kind: SecondFactorKind;
  name: string;
  secret: Buffer;
  credentialId: string | null;
  transports: string[] | null;
  counter: number;
}

const INSERT = statement<{ factorId: string }, NewFactorRow & { accountId: string; now: Date }>(
  'factor_insert',
  `insert into second_factors (account_id, factor_id, kind, name, secret, credential_id, transports, counter, created_at)
   values (:accountId, :factorId, :kind, :name, :secret, :credentialId, :transports, :counter, :now)
   on conflict on constraint second_factors_credential do nothing returning factor_id`,
);
interface FactorUse {
  factorId: string;
  counter: number;
  /** When the challenge of a passkey was issued. */
  askedAt?: Date;
}

// A one-time code requires a later time step, and a passkey a higher counter, unless it has none. Many have none, so a
// response must also be to a challenge issued since the passkey was last used: no challenge is accepted twice.
const USE = statement<
  { factorId: string },
  { accountId: string; factorId: string; counter: number; askedAt: Date | null; now: Date }
>(
  'factor_use',
  `update second_factors set counter = :counter, last_used_at = :now
   where account_id = :accountId and factor_id = :factorId
     and (counter < :counter or (kind = 'Passkey' and counter = 0 and :counter = 0))
     and (kind <> 'Passkey' or last_used_at is null or last_used_at < :askedAt::timestamptz)
   returning factor_id`,
);
const DELETE = statement<{ name: string }, { accountId: string; factorId: string }>(
  'factor_delete',
  'delete from second_factors where account_id = :accountId and factor_id = :factorId returning name',
);
const DELETE_ALL = statement<never, { accountId: string }>(
  'factor_delete_all',
  'delete from second_factors where account_id = :accountId',
);

const COUNT = statement<{ factors: number }, { accountId: string }>(
  'factor_count',
  'select count(*) as factors from second_factors where account_id = :accountId',
);

const DELETE_CODES = statement<never, { accountId: string }>(
  'recovery_delete',
  'delete from recovery_codes where account_id = :accountId',
);
const INSERT_CODES = statement<never, { accountId: string; hashes: Buffer[] }>(
  'recovery_insert',
  `insert into recovery_codes (account_id, code_hash)
   select :accountId, code_hash from unnest(:hashes::bytea[]) as code_hash`,
);
const USE_CODE = statement<{ usedAt: Date }, { accountId: string; hash: Buffer; now: Date }>(
  'recovery_use',
  `update recovery_codes set used_at = :now
   where account_id = :accountId and code_hash = :hash and used_at is null returning used_at`,
);
const COUNT_CODES = statement<{ unused: number }, { accountId: string }>(
  'recovery_count',
  'select count(*) as unused from recovery_codes where account_id = :accountId and used_at is null',
);

export const listFactorRows = (tx: Tx, accountId: string) => tx.rows(LIST, { accountId });

export async function countFactors(tx: Tx, accountId: string): Promise<number> {
  return (await tx.rows(COUNT, { accountId }))[0]?.factors ?? 0;
}

/** Returns false if the credential is already registered for any account. */
export async function insertFactor(tx: Tx, accountId: string, factor: NewFactorRow, now: Date): Promise<boolean> {
  return (await tx.rows(INSERT, { ...factor, accountId, now })).length > 0;
}

/** Returns false if this code or counter was already used, perhaps by a concurrent request. */
export async function useFactor(tx: Tx, accountId: string, { askedAt, ...use }: FactorUse, now: Date) {
  return (await tx.rows(USE, { accountId, ...use, askedAt: askedAt ?? null, now })).length > 0;
}

export async function deleteFactor(tx: Tx, accountId: string, factorId: string): Promise<string | undefined> {
  return (await tx.rows(DELETE, { accountId, factorId }))[0]?.name;
}

export async function deleteFactors(tx: Tx, accountId: string): Promise<void> {
  await tx.rows(DELETE_ALL, { accountId });
  await tx.rows(DELETE_CODES, { accountId });
}

export async function replaceCodes(tx: Tx, accountId: string, hashes: Buffer[]): Promise<void> {
  await tx.rows(DELETE_CODES, { accountId });
  await tx.rows(INSERT_CODES, { accountId, hashes });
}

export async function spendCode(tx: Tx, accountId: string, hash: Buffer, now: Date): Promise<boolean> {
  return (await tx.rows(USE_CODE, { accountId, hash, now })).length > 0;
}

export async function countUnusedCodes(tx: Tx, accountId: string): Promise<number> {
  return (await tx.rows(COUNT_CODES, { accountId }))[0]?.unused ?? 0;
}
