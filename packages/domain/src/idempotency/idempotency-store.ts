import type { IdempotencyKeysRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';

export interface StoredAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export type StoredRow = Pick<IdempotencyKeysRow, 'body_hash' | 'status' | 'headers' | 'answer'>;

export interface KeyScope {
  partnerId: string;
  route: string;
  key: string;
}

const TRY_LOCK = statement<{ locked: boolean }>(
  'idempotency_lock',
  'select pg_try_advisory_xact_lock($1::bigint) as locked',
);

// An update and not a select: a repeated answer must be as durable as the first, and only a transaction that writes waits
// for the standby. The day is part of the condition so that only the partitions of a day are looked at.
const REPLAY = statement<StoredRow>(
  'idempotency_replay',
  `update idempotency_keys set replay_count = replay_count + 1
   where partner_id = $1 and route = $2 and key = $3 and created_on >= ($4::timestamptz at time zone 'utc')::date and created_at > $4
   returning body_hash, status, headers, answer`,
);

const STORE = statement(
  'idempotency_store',
  `insert into idempotency_keys (partner_id, route, key, created_on, created_at, body_hash, status, headers, answer)
   values ($1, $2, $3, ($4::timestamptz at time zone 'utc')::date, $4, $5, $6, $7, $8)`,
);

export async function tryLock(tx: Tx, lockId: bigint): Promise<boolean> {
  return (await tx.rows(TRY_LOCK, [lockId.toString()]))[0]?.locked === true;
}

export async function findAndCountReplay(tx: Tx, scope: KeyScope, keptSince: Date): Promise<StoredRow | undefined> {
  return (await tx.rows(REPLAY, [scope.partnerId, scope.route, scope.key, keptSince]))[0];
}

export async function storeAnswer(
  tx: Tx,
  scope: KeyScope,
  bodyHash: Buffer,
  answer: StoredAnswer,
  now: Date,
): Promise<void> {
  const values = [
    scope.partnerId,
    scope.route,
    scope.key,
    now,
    bodyHash,
    answer.status,
    JSON.stringify(answer.headers),
    answer.body,
  ];
  await tx.rows(STORE, values);
}
