// Converts rows of the queue to items for analysts, with the names of the business, the partner and colleagues.
import { HOUR_MS, type QueueItem, REVIEW_FLAGS, REVIEW_TARGET_HOURS } from '@onboarding/contract';
import { settled, type Tx } from '@onboarding/platform/postgres';
import { listStaffNames } from '../../accounts/index.ts';
import { listPartnerNames } from '../../partners/index.ts';
import { type BusinessBrief, listBusinessBriefs } from '../../profiles/index.ts';
import { listOpenProposals, type OpenProposal, type QueueRow } from '../../review-state/index.ts';

type Names = Map<string, string>;

interface Known {
  briefs: Map<string, BusinessBrief>;
  partners: Names;
  proposals: Map<string, OpenProposal>;
  staff: Names;
}

export async function readItems(tx: Tx, rows: readonly QueueRow[]): Promise<QueueItem[]> {
  if (rows.length === 0) return [];
  // Only a claimed package has a proposal; a page of waiting packages needs neither.
  const claimed = rows.filter((row) => row.claimedBy !== null);
  const [briefs, partners, proposals] = await settled<[Known['briefs'], Names, Known['proposals']]>([
    listBusinessBriefs(tx, rows),
    listPartnerNames(
      tx,
      rows.map((row) => row.partnerId),
    ),
    listOpenProposals(tx, claimed),
  ]);
  const people = [
    ...claimed.map((row) => row.claimedBy ?? ''),
    ...[...proposals.values()].map((one) => one.proposedBy),
  ];
  const staff = people.length === 0 ? new Map<string, string>() : await listStaffNames(tx, people);
  return rows.map((row) => toItem(row, { briefs, partners, proposals, staff }));
}

function toItem(row: QueueRow, { briefs, partners, proposals, staff }: Known): QueueItem {
  const brief = briefs.get(row.customerId);
  const partnerName = partners.get(row.partnerId);
  if (brief === undefined || partnerName === undefined) throw new Error('A package has lost its customer');
  const proposal = proposals.get(row.customerId);
  return {
    customerId: row.customerId,
    partnerId: row.partnerId,
    partnerName,
    partnerCustomerId: brief.partnerCustomerId,
    companyName: brief.companyName,
    country: row.country,
    businessTypeCode: row.businessTypeCode,
    priority: row.priority,
    reason: row.queueReason,
    queuedAt: row.queuedAt.toISOString(),
    dueAt: new Date(row.queuedAt.getTime() + REVIEW_TARGET_HOURS[row.queueReason] * HOUR_MS).toISOString(),
    attempt: brief.attempt,
    flags: REVIEW_FLAGS.filter((flag) => row.flagCodes.includes(flag)),
    claimedBy: row.claimedBy,
    claimedByName: nameOf(staff, row.claimedBy),
    claimedAt: row.claimedAt?.toISOString() ?? null,
    claimEndsAt: row.claimEndsAt?.toISOString() ?? null,
    proposal:
      proposal === undefined
        ? null
        : {
            decisionId: proposal.decisionId,
            outcome: proposal.outcome,
            proposedBy: proposal.proposedBy,
            proposedByName: nameOf(staff, proposal.proposedBy),
            proposedAt: proposal.proposedAt.toISOString(),
          },
  };
}

const nameOf = (staff: Names, accountId: string | null) => (accountId === null ? null : (staff.get(accountId) ?? null));
