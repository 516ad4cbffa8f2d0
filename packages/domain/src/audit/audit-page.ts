// A page of a customer's audit trail, newest first: complete for our own staff, filtered for the partner.

import { AUDIT_LIMITS, type AuditPage, type AuditQuery } from '@onboarding/contract';
import type { Tx } from '@onboarding/platform/postgres';
import { validationError } from '../failure.ts';
import { HIGHEST_ID } from '../id-cursor.ts';
import { fromAuditCursor, toAuditCursor } from './audit-cursor.ts';
import { toPartnerEntry } from './audit-representation.ts';
import { type AuditRow, listNewest, listNewestForPartner } from './audit-store.ts';

export interface Trail {
  partnerId: string;
  customerId: string;
}

export interface AuditRows {
  rows: AuditRow[];
  nextCursor: string | null;
}

/** For our own staff, who see everything; the caller has checked their access. */
export function listTrail(tx: Tx, trail: Trail, query: AuditQuery): Promise<AuditRows> {
  return pageOf(trail, query, (below, limit) => listNewest(tx, trail, below, limit));
}

/** For a partner; the caller has checked that the customer is its own. */
export async function listPartnerTrail(tx: Tx, trail: Trail, query: AuditQuery): Promise<AuditPage> {
  const { rows, nextCursor } = await pageOf(trail, query, (below, limit) =>
    listNewestForPartner(tx, trail, below, limit),
  );
  return { items: rows.map(toPartnerEntry), nextCursor };
}

async function pageOf(
  { customerId }: Trail,
  query: AuditQuery,
  read: (below: string, limit: number) => Promise<AuditRow[]>,
): Promise<AuditRows> {
  const limit = query.limit ?? AUDIT_LIMITS.itemsUnasked;
  const below = query.cursor === undefined ? HIGHEST_ID : fromAuditCursor(customerId.toLowerCase(), query.cursor);
  if (below === undefined) {
    const message =
      'cursor was not issued for this trail. Send the unchanged nextCursor of the previous page, or omit it to start at the newest entry.';
    throw validationError([{ pointer: '?cursor', code: 'ValidationControl.Error', message }]);
  }
  // Fetches one more than requested, to see whether there is another page.
  const found = await read(below, limit + 1);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const more = found.length > limit && last !== undefined;
  return { rows, nextCursor: more ? toAuditCursor(customerId.toLowerCase(), last.audit_id) : null };
}
