import type { ApiProblem } from '@onboarding/contract';
import type { ApiRequestsRow } from '@onboarding/database/tables';
import { type Part, part, statement, type Tx } from '@onboarding/platform/postgres';

/** A request that was answered. */
export interface ApiRequestEntry {
  partnerId: string;
  /** Contains the time of the response. */
  entryId: string;
  requestId: string;
  method: string;
  path: string;
  customerId: string | undefined;
  status: number;
  code: string | undefined;
  problems: readonly ApiProblem[];
  durationMs: number;
}

/** The requests, transposed: one array per column. */
interface Columns {
  partnerIds: readonly string[];
  entryIds: readonly string[];
  requestIds: readonly string[];
  methods: readonly string[];
  paths: readonly string[];
  customerIds: readonly (string | null)[];
  statuses: readonly number[];
  codes: readonly (string | null)[];
  problems: readonly string[];
  durations: readonly number[];
}

const INSERT = statement<never, Columns>(
  'api_requests_insert',
  `insert into api_requests
     (partner_id, entry_id, request_id, method, path, customer_id, status, code, problems, duration_ms)
   select * from unnest(:partnerIds::uuid[], :entryIds::uuid[], :requestIds::text[], :methods::text[], :paths::text[],
     :customerIds::uuid[], :statuses::smallint[], :codes::text[], :problems::jsonb[], :durations::integer[])`,
);

/** Of several partners, in one statement. */
export async function recordApiRequests(tx: Tx, requests: readonly ApiRequestEntry[]): Promise<void> {
  await tx.rows(INSERT, {
    partnerIds: requests.map((one) => one.partnerId),
    entryIds: requests.map((one) => one.entryId),
    requestIds: requests.map((one) => one.requestId),
    methods: requests.map((one) => one.method),
    paths: requests.map((one) => one.path),
    customerIds: requests.map((one) => one.customerId ?? null),
    statuses: requests.map((one) => one.status),
    codes: requests.map((one) => one.code ?? null),
    problems: requests.map((one) => JSON.stringify(one.problems)),
    durations: requests.map((one) => one.durationMs),
  });
}

export type LogRow = Omit<ApiRequestsRow, 'partnerId' | 'failed'>;

interface Range {
  partnerId: string;
  /** The lowest id, inclusive, and the highest, exclusive. */
  first: string;
  below: string;
  limit: number;
}

/** Each of the three reads an index of its own in its order, whatever the size of the log. */
function declare<V extends Range>(name: string, filter: Part<V>) {
  return statement<LogRow, V>(
    `api_request_log_${name}`,
    `select entry_id, request_id, method, path, customer_id, status, code, problems, duration_ms
     from api_requests
     where partner_id = :partnerId and entry_id >= :first and entry_id < :below ${filter.text}
     order by entry_id desc limit :limit`,
  );
}

const ALL = declare<Range>('list', part(''));
const OF_OUTCOME = declare<Range & { failed: boolean }>('list_outcome', part('and failed = :failed'));
const OF_REQUEST_ID = declare<Range & { requestId: string; failed: boolean | null }>(
  'list_request_id',
  part('and request_id = :requestId and (:failed::boolean is null or failed = :failed)'),
);

interface Filters {
  requestId: string | undefined;
  failed: boolean | undefined;
}

/** Newest first. */
export function listLogRows(tx: Tx, range: Range, { requestId, failed }: Filters): Promise<LogRow[]> {
  if (requestId !== undefined) return tx.rows(OF_REQUEST_ID, { ...range, requestId, failed: failed ?? null });
  return failed === undefined ? tx.rows(ALL, range) : tx.rows(OF_OUTCOME, { ...range, failed });
}
