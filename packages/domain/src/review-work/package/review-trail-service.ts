import type { AuditQuery, ReviewAuditPage } from '@onboarding/contract';
import type { Tx } from '@onboarding/platform/postgres';
import { listStaffNames } from '../../accounts/index.ts';
import { type AuditRow, listTrail, toReviewEntry } from '../../audit/index.ts';
import type { Context } from '../../context.ts';
import { recordReads, type StaffReader } from '../../staff-reads/index.ts';
import { getReview } from '../access/package-access.ts';

/** The complete trail of a customer, for our own staff. */
export async function readReviewTrail(
  tx: Tx,
  context: Pick<Context, 'clock'>,
  reader: StaffReader,
  { customerId, query }: { customerId: string; query: AuditQuery },
): Promise<ReviewAuditPage> {
  const { partnerId, customerId: known } = await getReview(tx, customerId);
  const { rows, nextCursor } = await listTrail(tx, { partnerId, customerId: known }, query);
  const names = await listStaffNames(tx, staffIn(rows));
  await recordReads(tx, context, reader, [{ partnerId, customerId: known, kind: 'Trail' }]);
  return { items: rows.map((row) => toReviewEntry(row, (id) => names.get(id) ?? null)), nextCursor };
}

/** The accounts of our staff among the actors. */
export function staffIn(rows: readonly AuditRow[]): string[] {
  return rows.filter((row) => row.actorKind === 'StaffPerson').map((row) => row.actorId);
}
