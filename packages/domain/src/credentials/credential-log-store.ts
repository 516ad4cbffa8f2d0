import type { TokenRequestsRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';

export type LogRow = Omit<TokenRequestsRow, 'partner_id' | 'client_id'>;

const LIST = statement<LogRow>(
  'credential_log_list',
  `select request_id, occurred_at, outcome, error, reason, certificate_id, scope, address,
     requests, last_occurred_at from token_requests
   where partner_id = $1 and ($2::uuid is null or request_id < $2) and ($3::text is null or outcome = $3)
   order by request_id desc limit $4`,
);

export interface LogQuery {
  before: string | undefined;
  outcome: string | undefined;
  limit: number;
}

/** Newest first, from `before` on. */
export function listLogRows(tx: Tx, partnerId: string, { before, outcome, limit }: LogQuery): Promise<LogRow[]> {
  return tx.rows(LIST, [partnerId, before ?? null, outcome ?? null, limit]);
}
