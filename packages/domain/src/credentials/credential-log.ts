// The log of token requests as a partner reads it: with the true reasons, which the caller of the token endpoint is not told.
import {
  type TokenRequest,
  type TokenRequestPage,
  type TokenRequestQuery,
  tokenRequestSchema,
} from '@onboarding/contract';
import type { Tx } from '@onboarding/platform/postgres';
import { type LogRow, listLogRows } from './credential-log-store.ts';

export async function listTokenRequests(
  tx: Tx,
  partnerId: string,
  query: TokenRequestQuery,
): Promise<TokenRequestPage> {
  const { outcome, limit, cursor } = query;
  const before = cursor === undefined ? undefined : toRequestId(cursor);
  // One more than asked for tells whether there is another page.
  const rows = await listLogRows(tx, partnerId, { before, outcome, limit: limit + 1 });
  const items = rows.slice(0, limit).map(toTokenRequest);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last !== undefined ? toCursor(last.requestId) : null };
}

const outcomeOf = tokenRequestSchema.shape.outcome;

function toTokenRequest(row: LogRow): TokenRequest {
  return {
    requestId: row.request_id,
    occurredAt: row.occurred_at.toISOString(),
    outcome: outcomeOf.parse(row.outcome),
    error: row.error,
    reason: row.reason,
    certificateId: row.certificate_id,
    scope: row.scope,
    address: row.address,
    count: row.requests,
    lastOccurredAt: (row.last_occurred_at ?? row.occurred_at).toISOString(),
  };
}

/** The sixteen bytes of the id: opaque to callers, and any twenty-two characters of base64url lead back to some id. */
function toCursor(requestId: string): string {
  return Buffer.from(requestId.replaceAll('-', ''), 'hex').toString('base64url');
}

function toRequestId(cursor: string): string {
  return Buffer.from(cursor, 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
