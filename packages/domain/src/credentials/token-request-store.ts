import { statement, type Tx } from '@onboarding/platform/postgres';
import type { TokenRequest } from './token-request.ts';

// One statement: the use of the assertions and the log of the requests are one fact. Of several requests with one
// assertion the first gets it; the others, here or in another process, are written down as refused. Hashes and rows go in in
// their order, so that two processes that write the same ones wait for each other instead of locking each other out.
// Requests that share an id are one row with their number.
const RECORD = statement<{ position: number; first_use: boolean }>(
  'token_requests_record',
  `with given as (
     select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::uuid[], $8::text[],
       $9::text[], $10::timestamptz[], $11::bytea[], $12::timestamptz[]) with ordinality
       as g (request_id, partner_id, client_id, outcome, error, reason, certificate_id, scope, address, occurred_at,
         assertion_hash, expires_at, position)
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
       occurred_at, requests, last_occurred_at)
     select distinct on (partner_id, request_id) partner_id, request_id, client_id,
       case when first_use then outcome else 'Refused' end,
       case when first_use then error else 'invalid_client' end,
       case when first_use then reason else 'the assertion was used before' end,
       certificate_id, case when first_use then scope end, address, min(occurred_at) over one,
       count(*) over one, nullif(max(occurred_at) over one, min(occurred_at) over one)
     from judged window one as (partition by partner_id, request_id)
     order by partner_id, request_id, position
     on conflict (partner_id, request_id) do update set requests = token_requests.requests + excluded.requests,
       last_occurred_at = greatest(token_requests.last_occurred_at, excluded.last_occurred_at, excluded.occurred_at)
   ), seen as (
     update api_certificates a set last_used_at = j.occurred_at
     from (select partner_id, certificate_id, max(occurred_at) as occurred_at from judged
           where first_use and outcome = 'Issued' group by partner_id, certificate_id) j
     where a.partner_id = j.partner_id and a.certificate_id = j.certificate_id
       and (a.last_used_at is null or a.last_used_at < j.occurred_at - interval '1 minute')
   )
   select position, first_use from judged`,
);

/** By the position in the list, from 1 on, whether the assertion was new. */
export async function recordAll(tx: Tx, requests: TokenRequest[]): Promise<Map<number, boolean>> {
  const column = <K extends keyof TokenRequest>(name: K) => requests.map((request) => request[name] ?? null);
  const rows = await tx.rows(RECORD, [
    column('requestId'),
    column('partnerId'),
    column('clientId'),
    column('outcome'),
    column('error'),
    column('reason'),
    column('certificateId'),
    column('scope'),
    column('address'),
    column('occurredAt'),
    requests.map((request) => request.assertion?.hash ?? null),
    requests.map((request) => request.assertion?.expiresAt ?? null),
  ]);
  return new Map(rows.map((row) => [row.position, row.first_use]));
}
