// The log of token requests as shown to a partner: with the actual reasons, which the token endpoint does not reveal.
import type { TokenRequest, TokenRequestPage, TokenRequestQuery } from '@onboarding/contract';
import { uuidFloor } from '@onboarding/platform/ids';
import type { Tx } from '@onboarding/platform/postgres';
import { fromIdCursor, pageOf } from '../id-cursor.ts';
import { type LogRow, listLogRows } from './credential-log-store.ts';
import { remedyOf } from './refusal-remedy.ts';
import { SHARED_FOR_MS } from './token-request.ts';

/** The range of times that an id can contain. */
const EARLIEST = 0;
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');
const within = (milliseconds: number) => new Date(Math.min(Math.max(milliseconds, EARLIEST), LATEST));

export async function listTokenRequests(
  tx: Tx,
  partnerId: string,
  { outcome, certificateId, from, to, limit, cursor }: TokenRequestQuery,
): Promise<TokenRequestPage> {
  const start = within(from?.getTime() ?? EARLIEST);
  const end = within(to?.getTime() ?? LATEST);
  const floorOfEnd = uuidFloor(end);
  const [before = floorOfEnd] = [floorOfEnd, ...(cursor === undefined ? [] : [fromIdCursor(cursor)])].sort();
  // Requests that are counted together have the id of the start of their ten minutes.
  const first = uuidFloor(within(start.getTime() - SHARED_FOR_MS));
  const question = { outcome, certificateId, from: start, to: end, first, before };
  const rows = await listLogRows(tx, partnerId, question, limit + 1);
  const { items, nextCursor } = pageOf(rows, limit, (row) => row.requestId);
  return { items: items.map(toTokenRequest), nextCursor };
}

/** The newest ids are not always the latest requests: an entry for several requests grows for ten minutes. */
const LATEST_ENTRIES = 20;

export async function findLastRefusal(tx: Tx, partnerId: string): Promise<TokenRequest | undefined> {
  const { items } = await listTokenRequests(tx, partnerId, { outcome: 'Refused', limit: LATEST_ENTRIES });
  return items.sort((one, other) => other.lastOccurredAt.localeCompare(one.lastOccurredAt))[0];
}

function toTokenRequest({ requests, ...row }: LogRow): TokenRequest {
  return {
    ...row,
    occurredAt: row.occurredAt.toISOString(),
    remedy: row.reason === null ? null : remedyOf(row.reason),
    count: requests,
    lastOccurredAt: (row.lastOccurredAt ?? row.occurredAt).toISOString(),
  };
}
