import type { IdempotencyKeysRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';

export interface StoredAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** The customer whom it is about: it goes when the customer is erased. */
  customerId?: string | undefined;
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
  `insert into idempotency_keys (partner_id, route, key, created_on, created_at, body_hash, status, headers, answer,
     customer_id)
   values ($1, $2, $3, ($4::timestamptz at time zone 'utc')::date, $4, $5, $6, $7, $8, $9)`,
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
    answer.customerId ?? null,
  ];
  await tx.rows(STORE, values);
}

/**
 * The parts of a statement that forget the keys and answers of the customer that `customer`, an earlier part of the same
 * statement, has put out. Whoever repeats such a request changes nothing by it: the reference is still taken, and the customer
 * is closed to everything else. A release before this one did not say whose an answer is; it stands in the answer or its path.
 */
export function forgettingAnswers(customer: string): string {
  return `forgotten_answers as (
     delete from idempotency_keys k using ${customer} c
     where k.partner_id = c.partner_id and k.customer_id = c.customer_id
   ), forgotten_old_answers as (
     delete from idempotency_keys k using ${customer} c
     where k.partner_id = c.partner_id and k.customer_id is null
       and strpos(lower(k.route || ' ' || k.answer), c.customer_id::text) > 0
   )`;
}
