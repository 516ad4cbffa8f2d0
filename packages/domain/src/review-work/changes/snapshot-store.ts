import type { PackageSnapshotsRow } from '@onboarding/database/tables';
import { type Part, part, statement, type Tx } from '@onboarding/platform/postgres';
import type { CustomerKey } from '../../customer-keys.ts';

export type SnapshotRow = Omit<PackageSnapshotsRow, 'partnerId' | 'customerId'>;

const INSERT = statement<never, CustomerKey & { decisionId: string; cipher: Buffer; now: Date }>(
  'verification_insert_snapshot',
  `insert into package_snapshots (partner_id, customer_id, decision_id, taken_at, content_cipher)
   values (:partnerId, :customerId, :decisionId, :now, :cipher)`,
);

export async function insertSnapshot(
  tx: Tx,
  key: CustomerKey,
  { decisionId, takenAt: now, contentCipher: cipher }: SnapshotRow,
): Promise<void> {
  await tx.rows(INSERT, { ...key, decisionId, cipher, now });
}

const FIND = statement<SnapshotRow, CustomerKey & { decisionId: string }>(
  'verification_find_snapshot',
  `select decision_id, taken_at, content_cipher from package_snapshots
   where partner_id = :partnerId and customer_id = :customerId and decision_id = :decisionId`,
);
// Ids of decisions sort by time, and there is at most one open proposal.
const FIND_LAST = statement<SnapshotRow, CustomerKey>(
  'verification_last_snapshot',
  `select decision_id, taken_at, content_cipher from package_snapshots
   where partner_id = :partnerId and customer_id = :customerId order by decision_id desc limit 1`,
);

/** The snapshot of this decision or, if none is given, of the last one. */
export async function findSnapshot(
  tx: Tx,
  key: CustomerKey,
  decisionId: string | undefined,
): Promise<SnapshotRow | undefined> {
  const rows = decisionId === undefined ? tx.rows(FIND_LAST, key) : tx.rows(FIND, { ...key, decisionId });
  return (await rows)[0];
}

/** A CTE that deletes the snapshots of the customer returned by the CTE `customer`. */
export function erasingSnapshots(customer: string): Part {
  return part(`erased_snapshots as (
     delete from package_snapshots s using ${customer} c where s.partner_id = c.partner_id and s.customer_id = c.customer_id
   )`);
}
