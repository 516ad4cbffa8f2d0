// The documents that an update refers to: their owners and statuses, and what became of those that were looked for.
import type { Tx } from '@onboarding/platform/postgres';
import { findNamedDocuments, linkExpiresAt, listExisting, type NamedRow } from '../../documents/index.ts';
import type { NamedDocument } from '../../people/index.ts';
import type { LockedCustomer } from '../access/customer-lock-store.ts';

/** Documents that had no outcome when the request arrived, and whose files were checked before its transaction. */
export interface LookedFor {
  ids: readonly string[];
  /** Documents for which the check could not determine whether a file has arrived. */
  unseen: readonly string[];
}

export const NOT_LOOKED_FOR: LookedFor = { ids: [], unseen: [] };

export async function findOwnDocuments(tx: Tx, partnerId: string, ids: readonly string[]): Promise<NamedRow[]> {
  return ids.length === 0 ? [] : findNamedDocuments(tx, partnerId, ids);
}

/**
 * `own`: the ids that belong to the partner; the others are only checked for existence. `unseen`: ids for which it is unknown
 * whether a file has arrived.
 */
export async function judgeableDocuments(
  tx: Tx,
  customerId: string,
  ids: readonly string[],
  own: readonly NamedRow[],
  { unseen, now }: { unseen: readonly string[]; now: Date },
): Promise<Map<string, NamedDocument>> {
  const known = new Map(
    own.map((row): [string, NamedDocument] => [row.documentId, ofCustomer(row, customerId, { unseen, now })]),
  );
  const others = ids.filter((id) => !known.has(id));
  if (others.length === 0) return known;
  for (const id of await listExisting(tx, others)) known.set(id, { ofThisCustomer: false });
  return known;
}

function ofCustomer(
  row: NamedRow,
  customerId: string,
  { unseen, now }: { unseen: readonly string[]; now: Date },
): NamedDocument {
  if (row.customerId !== customerId) return { ofThisCustomer: false };
  const { refusal } = row;
  // A slow upload may still arrive, so the worker records the expiry minutes later. For the caller, the link is useless now.
  const hasExpired = row.status === 'LinkIssued' && linkExpiresAt(row.createdAt) <= now;
  const status = hasExpired ? 'Expired' : row.status;
  return { ofThisCustomer: true, status, refusal, unseen: unseen.includes(row.documentId) };
}

/** It is unknown whether the file has arrived, so the document can be neither accepted nor refused. */
export const UNSEEN = {
  message:
    'We could not check whether the file of a document has arrived, because our storage is not responding. Nothing was saved; send the request again in a few seconds.',
  retryAfterSeconds: 5,
};

export function unseenDocuments({ unseen }: LookedFor, rows: readonly NamedRow[]): string[] {
  return rows
    .filter(({ documentId: id, status }) => unseen.includes(id) && (status === 'LinkIssued' || status === 'Superseded'))
    .map((row) => row.documentId);
}

/** The number of submitted documents that got their outcome since the request arrived: each increased the version by one. */
export function recordedSince({ ids }: LookedFor, rows: readonly NamedRow[]): number {
  return rows.filter(({ documentId: id, status }) => ids.includes(id) && OUTCOMES.includes(status)).length;
}
const OUTCOMES: readonly NamedRow['status'][] = ['Confirmed', 'Quarantined', 'Rejected'];

/** The submitted documents that were not confirmed when the business was decided on. */
export function newToDecision(
  { decidedAt }: Pick<LockedCustomer, 'decidedAt'>,
  submitted: readonly string[],
  rows: readonly NamedRow[],
): string[] {
  const known = new Set(
    rows
      .filter(({ confirmedAt: at }) => at !== null && decidedAt !== null && at <= decidedAt)
      .map((row) => row.documentId),
  );
  return submitted.filter((id) => !known.has(id));
}
