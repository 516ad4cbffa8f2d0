// The documents that an update refers to: their owners and statuses.
import type { Tx } from '@onboarding/platform/postgres';
import { findNamedDocuments, listExisting, type NamedRow } from '../../documents/index.ts';
import type { NamedDocument } from '../../people/index.ts';

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
  unseen: readonly string[],
): Promise<Map<string, NamedDocument>> {
  const known = new Map(
    own.map((row): [string, NamedDocument] => [row.documentId, ofCustomer(row, customerId, unseen)]),
  );
  const others = ids.filter((id) => !known.has(id));
  if (others.length === 0) return known;
  for (const id of await listExisting(tx, others)) known.set(id, { ofThisCustomer: false });
  return known;
}

function ofCustomer(row: NamedRow, customerId: string, unseen: readonly string[]): NamedDocument {
  if (row.customerId !== customerId) return { ofThisCustomer: false };
  const { status, refusal } = row;
  return { ofThisCustomer: true, status, refusal, unseen: unseen.includes(row.documentId) };
}
