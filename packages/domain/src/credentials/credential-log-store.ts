import type { TokenRequestsRow } from '@onboarding/database/tables';
import { type Part, part, statement, type Tx } from '@onboarding/platform/postgres';

export type LogRow = Omit<TokenRequestsRow, 'partnerId' | 'clientId'>;

export interface LogQuestion {
  outcome: LogRow['outcome'] | undefined;
  certificateId: string | undefined;
  /** Requests from this time on, and before `to`. */
  from: Date;
  to: Date;
  /** The lowest id, inclusive, and the highest, exclusive; they select the partitions and bound the index scan. */
  first: string;
  before: string;
}

interface Range {
  partnerId: string;
  from: Date;
  to: Date;
  first: string;
  before: string;
  limit: number;
}
type OfOutcome = Range & { outcome: LogRow['outcome'] };
type OfCertificate = Range & { certificateId: string; outcome: LogRow['outcome'] | null };

/** An entry for several requests matches by any of their times. The bounds of the id select the partitions. */
function declare<V extends Range>(name: string, filter: Part<V>, order: string) {
  return statement<LogRow, V>(
    `credential_log_${name}`,
    `select request_id, occurred_at, outcome, error, reason, certificate_id, scope, address, requests, last_occurred_at,
       last_request_id
     from token_requests
     where partner_id = :partnerId and request_id >= :first and request_id < :before ${filter.text}
       and coalesce(last_occurred_at, occurred_at) >= :from and occurred_at < :to
     order by ${order} limit :limit`,
  );
}

const ALL = declare<Range>('list', part(''), 'request_id desc');

// Compared as rows and not with "=": then only the index of these columns has the order. With "=", the planner might scan the
// whole log for a rarely used certificate.
const OF_OUTCOME = declare<OfOutcome>(
  'list_outcome',
  part(`and (outcome, request_id) >= (:outcome, :first::uuid) and (outcome, request_id) < (:outcome, :before::uuid)`),
  'outcome desc, request_id desc',
);
const OF_CERTIFICATE = declare<OfCertificate>(
  'list_certificate',
  // The planner cannot infer from the comparison that it is not null, as the partial index requires.
  part(`and certificate_id is not null and (certificate_id, request_id) >= (:certificateId, :first::uuid)
       and (certificate_id, request_id) < (:certificateId, :before::uuid) and (:outcome::text is null or outcome = :outcome)`),
  'certificate_id desc, request_id desc',
);

/** Newest first. */
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
