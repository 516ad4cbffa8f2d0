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
  const claimed = rows.filter((row) => row.claimed_by !== null);
  const [briefs, partners, proposals] = await settled<[Known['briefs'], Names, Known['proposals']]>([
    listBusinessBriefs(tx, rows),
    listPartnerNames(
      tx,
      rows.map((row) => row.partner_id),
    ),
    listOpenProposals(tx, claimed),
  ]);
  const people = [
    ...claimed.map((row) => row.claimed_by ?? ''),
    ...[...proposals.values()].map((one) => one.proposed_by),
  ];
  const staff = people.length === 0 ? new Map<string, string>() : await listStaffNames(tx, people);
  return rows.map((row) => toItem(row, { briefs, partners, proposals, staff }));
}

function toItem(row: QueueRow, { briefs, partners, proposals, staff }: Known): QueueItem {
  const brief = briefs.get(row.customer_id);
  const partnerName = partners.get(row.partner_id);
  if (brief === undefined || partnerName === undefined) throw new Error('A package has lost its customer');
  const proposal = proposals.get(row.customer_id);
  return {
    customerId: row.customer_id,
    partnerId: row.partner_id,
    partnerName,
    partnerCustomerId: brief.partner_customer_id,
    companyName: brief.company_name,
    country: row.country,
    businessTypeCode: row.business_type_code,
    priority: row.priority,
    reason: row.queue_reason,
    queuedAt: row.queued_at.toISOString(),
    dueAt: new Date(row.queued_at.getTime() + REVIEW_TARGET_HOURS[row.queue_reason] * HOUR_MS).toISOString(),
    attempt: brief.attempt,
    flags: REVIEW_FLAGS.filter((flag) => row.flag_codes.includes(flag)),
    claimedBy: row.claimed_by,
    claimedByName: nameOf(staff, row.claimed_by),
    claimedAt: row.claimed_at?.toISOString() ?? null,
    claimEndsAt: row.claim_ends_at?.toISOString() ?? null,
    proposal:
      proposal === undefined
        ? null
        : {
            decisionId: proposal.decision_id,
            outcome: proposal.outcome,
            proposedBy: proposal.proposed_by,
            proposedByName: nameOf(staff, proposal.proposed_by),
            proposedAt: proposal.proposed_at.toISOString(),
          },
  };
}

const nameOf = (staff: Names, accountId: string | null) => (accountId === null ? null : (staff.get(accountId) ?? null));
