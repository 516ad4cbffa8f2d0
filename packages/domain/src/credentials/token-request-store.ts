import type { TokenRequestsRow } from '@onboarding/database/tables';
import { type Part, part, statement, type Tx } from '@onboarding/platform/postgres';
import type { TokenRequest } from './token-request.ts';

type OrNull<T> = readonly (T | null)[];

/** The requests, transposed: one array per column. */
interface Columns {
  requestIds: readonly string[];
  lastRequestIds: readonly string[];
  partnerIds: readonly string[];
  clientIds: readonly string[];
  outcomes: readonly TokenRequest['outcome'][];
  errors: OrNull<string>;
  reasons: OrNull<string>;
  certificateIds: OrNull<string>;
  scopes: OrNull<string>;
  addresses: readonly string[];
  occurredAts: readonly Date[];
  assertionHashes: OrNull<Buffer>;
  assertionExpiries: OrNull<Date>;
}

// One statement, so that using an assertion and logging the request are atomic. The first of several requests with the same
// assertion uses it; the others, in this or another process, are recorded as refused. Hashes and rows are inserted in order,
// so that two processes that insert the same ones wait instead of deadlocking. Requests that share an id are one row with a
// count, and show their last one; processes may record them in another order than they arrived.
const RECORD = statement<{ position: number; firstUse: boolean }, Columns>(
  'token_requests_record',
  `with given as (
     select * from unnest(:requestIds::uuid[], :partnerIds::uuid[], :clientIds::text[], :outcomes::text[], :errors::text[],
       :reasons::text[], :certificateIds::uuid[], :scopes::text[], :addresses::text[], :occurredAts::timestamptz[],
       :assertionHashes::bytea[], :assertionExpiries::timestamptz[], :lastRequestIds::uuid[]) with ordinality
       as g (request_id, partner_id, client_id, outcome, error, reason, certificate_id, scope, address, occurred_at,
         assertion_hash, expires_at, last_request_id, position)
   ), claims as (
     select distinct on (assertion_hash) assertion_hash, expires_at, position from given
     where assertion_hash is not null order by assertion_hash, request_id
   ), used as (
     insert into used_assertions (assertion_hash, expires_at)
     select assertion_hash, expires_at from claims order by assertion_hash
     on conflict do nothing returning assertion_hash
   ), judged as (
     select g.*, g.assertion_hash is null or exists (
       select from claims c join used u using (assertion_hash) where c.position = g.position) as first_use
     from given g
   ), logged as (
     insert into token_requests (partner_id, request_id, client_id, outcome, error, reason, certificate_id, scope, address,
       occurred_at, requests, last_occurred_at, last_request_id)
     select distinct on (partner_id, request_id) partner_id, request_id, client_id,
       case when first_use then outcome else 'Refused' end,
       case when first_use then error else 'invalid_client' end,
       case when first_use then reason else 'the assertion has already been used' end,
       certificate_id, case when first_use then scope end, address, min(occurred_at) over one,
       count(*) over one, nullif(max(occurred_at) over one, min(occurred_at) over one),
       last_request_id
     from judged window one as (partition by partner_id, request_id)
     order by partner_id, request_id, last_request_id desc
     on conflict (partner_id, request_id) do update set requests = token_requests.requests + excluded.requests,
       last_occurred_at = greatest(token_requests.last_occurred_at, token_requests.occurred_at, excluded.last_occurred_at,
         excluded.occurred_at),
       last_request_id = greatest(token_requests.last_request_id, excluded.last_request_id),
       reason = case when excluded.last_request_id > token_requests.last_request_id then excluded.reason else token_requests.reason end
   ), seen as (
     update api_certificates a set last_used_at = j.occurred_at
     from (select partner_id, certificate_id, max(occurred_at) as occurred_at from judged
           where first_use and outcome = 'Issued' group by partner_id, certificate_id) j
     where a.partner_id = j.partner_id and a.certificate_id = j.certificate_id
       and (a.last_used_at is null or a.last_used_at < j.occurred_at - interval '1 minute')
   )
   select position, first_use from judged`,
);

/**
 * Records requests and uses up their assertions, all in one statement. Returns for each whether its assertion was new; if
 * not, its token must never be sent.
 */
export async function recordTokenRequests(tx: Tx, requests: TokenRequest[]): Promise<boolean[]> {
  const rows = await tx.rows(RECORD, {
    requestIds: requests.map((one) => one.requestId),
    lastRequestIds: requests.map((one) => one.lastRequestId),
    partnerIds: requests.map((one) => one.partnerId),
    clientIds: requests.map((one) => one.clientId),
    outcomes: requests.map((one) => one.outcome),
    errors: requests.map((one) => one.error ?? null),
    reasons: requests.map((one) => one.reason ?? null),
    certificateIds: requests.map((one) => one.certificateId ?? null),
    scopes: requests.map((one) => one.scope ?? null),
    addresses: requests.map((one) => one.address),
    occurredAts: requests.map((one) => one.occurredAt),
    assertionHashes: requests.map((one) => one.assertion?.hash ?? null),
    assertionExpiries: requests.map((one) => one.assertion?.expiresAt ?? null),
  });
  const firstUse = new Map(rows.map((row) => [row.position, row.firstUse]));
  return requests.map((_request, index) => firstUse.get(index + 1) === true);
}

/** `newestId`: the id of the last request of the entry, by which the log is ordered. */
export type LogRow = Omit<TokenRequestsRow, 'partnerId' | 'clientId'> & { newestId: string };

interface LogQuestion {
  outcome: LogRow['outcome'] | undefined;
  certificateId: string | undefined;
  /** Requests from this time on, and before `to`. */
  from: Date;
  to: Date;
  /** The lowest id, inclusive. */
  first: string;
  /** The highest request_id, exclusive; with the lowest it selects the partitions. */
  before: string;
  /** The highest id of a last request, exclusive; with the lowest it bounds the index scan. */
  below: string;
}

type Range = Omit<LogQuestion, 'outcome' | 'certificateId'> & { partnerId: string; limit: number };
type OfOutcome = Range & { outcome: LogRow['outcome'] };
type OfCertificate = Range & { certificateId: string; outcome: LogRow['outcome'] | null };

/** The id of the last request of an entry, as in the index of all entries and as in those of the filters: see migration 0072. */
const NEWEST = 'case when last_request_id is null then request_id else last_request_id end';
const NEWEST_FILTERED = 'case when last_request_id is not null then last_request_id else request_id end';

/** An entry for several requests matches by any of their times. */
function declare<V extends Range>(name: string, newest: string, filter: Part<V>) {
  return statement<LogRow, V>(
    `credential_log_${name}`,
    `select request_id, occurred_at, outcome, error, reason, certificate_id, scope, address, requests, last_occurred_at,
       last_request_id, ${newest} as newest_id
     from token_requests
     where partner_id = :partnerId and request_id >= :first and request_id < :before ${filter.text}
       and ${newest} >= :first and ${newest} < :below
       and coalesce(last_occurred_at, occurred_at) >= :from and occurred_at < :to
     order by ${newest} desc limit :limit`,
  );
}

const ALL = declare<Range>('list', NEWEST, part(''));
const OF_OUTCOME = declare<OfOutcome>('list_outcome', NEWEST_FILTERED, part('and outcome = :outcome'));
const OF_CERTIFICATE = declare<OfCertificate>(
  'list_certificate',
  NEWEST_FILTERED,
  part('and certificate_id = :certificateId and (:outcome::text is null or outcome = :outcome)'),
);

/** Newest first, by the last request of each entry. */
export function listLogRows(
  tx: Tx,
  partnerId: string,
  { outcome, certificateId, ...range }: LogQuestion,
  limit: number,
): Promise<LogRow[]> {
  const values = { partnerId, ...range, limit };
  if (certificateId !== undefined) {
    return tx.rows(OF_CERTIFICATE, { ...values, certificateId, outcome: outcome ?? null });
  }
  return outcome === undefined ? tx.rows(ALL, values) : tx.rows(OF_OUTCOME, { ...values, outcome });
}

const DELETE = statement<{ deleted: number }, { before: Date; limit: number }>(
  'used_assertions_delete_expired',
  `with gone as (
     delete from used_assertions where assertion_hash in (
       select assertion_hash from used_assertions where expires_at < :before order by expires_at limit :limit
     ) returning 1
   ) select count(*) as deleted from gone`,
);

/** Deletes up to `limit` assertions that expired before `before`; returns their number. */
export async function deleteExpiredAssertions(tx: Tx, before: Date, limit: number): Promise<number> {
  return (await tx.rows(DELETE, { before, limit }))[0]?.deleted ?? 0;
}
