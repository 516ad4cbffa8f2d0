import type { IdempotencyKeysRow } from '@onboarding/database/tables';
import { type Part, part, statement, type Tx } from '@onboarding/platform/postgres';

export interface StoredAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** The customer of the request: the key is deleted when the customer is erased. */
  customerId?: string | undefined;
}

export type StoredRow = Pick<IdempotencyKeysRow, 'bodyHash' | 'status' | 'headers' | 'answer'>;

export interface KeyScope {
  partnerId: string;
  route: string;
  key: string;
}

const LOCK = statement<{ locked: boolean }, { lockId: string; waits: boolean }>(
  'idempotency_lock',
  `select case when :waits::boolean then (select count(*) = 1 from (select pg_advisory_xact_lock(:lockId::bigint)) as held)
     else pg_try_advisory_xact_lock(:lockId::bigint) end as locked`,
);

// An update, not a select: a repeated response must be as durable as the first, and only a transaction that writes waits for
// the standby. The condition on the day limits the scan to the partitions of one day.
const REPLAY = statement<StoredRow, KeyScope & { keptSince: Date }>(
  'idempotency_replay',
  `update idempotency_keys set replay_count = replay_count + 1
   where partner_id = :partnerId and route = :route and key = :key
     and created_on >= (:keptSince::timestamptz at time zone 'utc')::date and created_at > :keptSince
   returning body_hash, status, headers, answer`,
);

interface NewKey extends KeyScope {
  now: Date;
  bodyHash: Buffer;
  status: number;
  headers: string;
  answer: string;
  customerId: string | null;
}

const STORE = statement<never, NewKey>(
  'idempotency_store',
  `insert into idempotency_keys (partner_id, route, key, created_on, created_at, body_hash, status, headers, answer,
     customer_id)
   values (:partnerId, :route, :key, (:now::timestamptz at time zone 'utc')::date, :now, :bodyHash, :status, :headers,
     :answer, :customerId)`,
);

export async function lock(tx: Tx, lockId: bigint, { waits }: { waits: boolean }): Promise<boolean> {
  return (await tx.rows(LOCK, { lockId: lockId.toString(), waits }))[0]?.locked === true;
}

export async function findAndCountReplay(tx: Tx, scope: KeyScope, keptSince: Date): Promise<StoredRow | undefined> {
  return (await tx.rows(REPLAY, { ...scope, keptSince }))[0];
}

export async function storeAnswer(
  tx: Tx,
  scope: KeyScope,
  bodyHash: Buffer,
  answer: StoredAnswer,
  now: Date,
): Promise<void> {
  await tx.rows(STORE, {
    ...scope,
    now,
    bodyHash,
    status: answer.status,
    headers: JSON.stringify(answer.headers),
    answer: answer.body,
    customerId: answer.customerId ?? null,
  });
}

/**
 * CTEs that delete the keys and stored responses of the customer returned by the CTE `customer`. Repeating such a request
 * changes nothing: the reference is still in use, and the customer is otherwise closed. Earlier releases did not store the
 * customer; it is found in the response or its path.
 */
export function forgettingAnswers(customer: string): Part {
  return part(`forgotten_answers as (
     delete from idempotency_keys k using ${customer} c
     where k.partner_id = c.partner_id and k.customer_id = c.customer_id
   ), forgotten_old_answers as (
     delete from idempotency_keys k using ${customer} c
     where k.partner_id = c.partner_id and k.customer_id is null
       and strpos(lower(k.route || ' ' || k.answer), c.customer_id::text) > 0
   )`);
}
