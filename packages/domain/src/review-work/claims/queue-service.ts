// The queue: the order of its packages, and claiming the next one.
import {
  type ClaimAnswer,
  type ClaimNext,
  type ColleagueList,
  type ColleagueQuery,
  HOUR_MS,
  MOST_COLLEAGUES,
  QUEUE_LIMITS,
  type QueueChoices,
  type QueueCounts,
  type QueueItem,
  type QueuePage,
  type QueueQuery,
  REVIEW_FLAGS,
  REVIEW_TARGET_HOURS,
} from '@onboarding/contract';
import { settled, type Tx } from '@onboarding/platform/postgres';
import { listReviewers, listStaffNames } from '../../accounts/index.ts';
import type { Context, StaffPerson } from '../../context.ts';
import { markOf, openPosition, sealPosition } from '../../cursors.ts';
import { DomainError } from '../../failure.ts';
import { listFirstPartners, listPartnerNames } from '../../partners/index.ts';
import {
  type BusinessBrief,
  findBusinessType,
  type LockedCustomer,
  listBusinessBriefs,
  lockCustomer,
  performTransition,
  reviewStateOf,
  tryLockCustomer,
} from '../../profiles/index.ts';
import { getBusinessTypes, getCountries } from '../../requirements/index.ts';
import {
  claimFor,
  countQueue,
  listClaimed,
  listClaimedByOthers,
  listOpenProposals,
  listProposedByOthers,
  listReturnedProposals,
  listWaiting,
  lockNextWaiting,
  type OpenProposal,
  QUEUE_START,
  type QueueFilters,
  type QueuePart,
  type QueuePosition,
  type QueueRow,
  type ReturnedProposal,
  stepFrom,
} from '../../review-state/index.ts';
import { recordReads, type Shown, type StaffReader } from '../../staff-reads/index.ts';
import { countWork } from '../statistics/statistics-store.ts';
import { toClaimAnswer } from './claim-service.ts';

const QUEUE = 'review queue';

type Listing = Pick<Context, 'clock' | 'keys' | 'catalogue'>;

export async function listQueue(
  tx: Tx,
  { clock, keys, catalogue }: Listing,
  reader: StaffReader,
  { claimedBy, awaiting, limit = QUEUE_LIMITS.itemsUnasked, cursor, ...asked }: QueueQuery,
): Promise<QueuePage> {
  const filters = await toFilters({ clock, catalogue }, asked);
  const me = reader.person.accountId;
  const holder = claimedBy === 'me' ? me : claimedBy?.toLowerCase();
  const { queuedUntil: _moving, ...fixed } = filters;
  const mark = markOf([
    ...[holder, awaiting, asked.olderThanHours, ...Object.values(fixed)].map((value) => value ?? null),
    // The list of packages claimed by others differs for each reader.
    holder === 'others' || awaiting !== undefined ? me : null,
  ]);
  const after = cursor === undefined ? QUEUE_START : toPosition(openPosition(keys, QUEUE, mark, cursor));
  // Fetches one more than requested, to detect another page.
  const part = { after, limit: limit + 1 };
  const rows = await listRows(tx, { me, holder, awaiting }, filters, part);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const nextCursor =
    rows.length > limit && last !== undefined ? sealPosition(keys, QUEUE, mark, positionOf(last)) : null;
  const found = shown.map(({ partnerId, customerId }): Shown => {
    return { partnerId, customerId, kind: 'SearchResult' };
  });
  await recordReads(tx, { clock }, reader, found);
  return { items: await readItems(tx, shown), nextCursor };
}

interface Wanted {
  me: string;
  holder: string | undefined;
  awaiting: QueueQuery['awaiting'];
}

function listRows(
  tx: Tx,
  { me, holder, awaiting }: Wanted,
  filters: QueueFilters,
  part: QueuePart,
): Promise<QueueRow[]> {
  if (awaiting === 'Confirmation') return listProposedByOthers(tx, me, filters, part);
  if (holder === 'others') return listClaimedByOthers(tx, me, filters, part);
  return holder === undefined ? listWaiting(tx, filters, part) : listClaimed(tx, holder, filters, part);
}

export function readQueueCounts(tx: Tx, { accountId }: StaffPerson): Promise<QueueCounts> {
  return countQueue(tx, accountId, QUEUE_LIMITS.counted);
}

/**
 * Returns null if the queue is empty. Skips a package that is being changed, and leaves it in the queue: the package is
 * locked before the customer here, so waiting for the customer could deadlock. If all waiting packages are locked, reports
 * that the queue is busy, not that it is empty.
 */
export async function claimNext(
  tx: Tx,
  { clock, keys, catalogue }: Listing,
  person: StaffPerson,
  asked: ClaimNext,
): Promise<ClaimAnswer | null> {
  const filters = await toFilters({ clock, catalogue }, asked);
  const passedOver: string[] = [];
  let busy = false;
  for (;;) {
    const next = await lockNextWaiting(tx, filters, passedOver);
    if (next === undefined) break;
    const customer = await tryLockCustomer(tx, next.partnerId, next.customerId);
    if (customer !== undefined && canBeClaimed(customer)) return claim(tx, { clock, keys }, person, next, customer);
    busy ||= customer === undefined;
    passedOver.push(next.customerId);
  }
  if (busy) throw new DomainError('Review.QueueBusy');
  if (passedOver.length > 0) return null;
  // Nothing is locked yet, so it is safe to wait for the first one, in the usual lock order.
  const [first] = await listWaiting(tx, filters, { after: QUEUE_START, limit: 1 });
  if (first === undefined) return null;
  const customer = await lockCustomer(tx, first.partnerId, first.customerId);
  if (customer === undefined || !canBeClaimed(customer)) throw new DomainError('Review.QueueBusy');
  return claim(tx, { clock, keys }, person, first, customer);
}

type Recording = Pick<Context, 'clock' | 'keys'>;

async function claim(
  tx: Tx,
  { clock, keys }: Recording,
  person: StaffPerson,
  { partnerId }: Pick<QueueRow, 'partnerId'>,
  customer: LockedCustomer,
): Promise<ClaimAnswer> {
  const now = clock.now();
  const made = claimFor(person.accountId, now);
  const transition = { trigger: 'Claim', claim: made, reasons: [], now } as const;
  const claimed = await performTransition(tx, keys, { ...person, partnerId }, customer, transition);
  await countWork(tx, person.accountId, 'claims', now);
  return toClaimAnswer(claimed, made);
}

/** One inconsistent package must not block the ones after it. */
function canBeClaimed(customer: LockedCustomer): boolean {
  return customer.dataKey !== null && stepFrom(reviewStateOf(customer).stage, 'Claim') !== undefined;
}

async function toFilters({ clock, catalogue }: Omit<Listing, 'keys'>, asked: ClaimNext): Promise<QueueFilters> {
  const { partnerId, country, businessTypeCode: written, reason, flag, olderThanHours: hours } = asked;
  // No business has an unknown type, so the page will be empty.
  const businessTypeCode =
    written === undefined ? undefined : (findBusinessType(await catalogue.current(), written) ?? written);
  const queuedUntil = hours === undefined ? undefined : new Date(clock.now().getTime() - hours * HOUR_MS);
  return { partnerId: partnerId?.toLowerCase(), country, businessTypeCode, reason, flag, queuedUntil };
}

const positionOf = ({ rank, queuedPosition: queuedAt, customerId }: QueueRow) => [String(rank), queuedAt, customerId];

function toPosition([rank = '', queuedAt = '', customerId = '']: readonly string[]): QueuePosition {
  return { rank: Number(rank), queuedAt, customerId };
}

/** The values by which the queue can be filtered. */
export async function readQueueChoices(tx: Tx, { catalogue }: Pick<Context, 'catalogue'>): Promise<QueueChoices> {
  const partners = await listFirstPartners(tx, QUEUE_LIMITS.partners);
  const current = await catalogue.current();
  return {
    countries: getCountries(current).map(({ countryCode: country, name }) => ({ country, name })),
    businessTypes: getBusinessTypes(current).map(({ businessTypeCode }) => ({ businessTypeCode })),
    partners: partners.map(({ partnerId, name }) => ({ partnerId, name })),
  };
}

export async function listColleagues(tx: Tx, { include }: ColleagueQuery): Promise<ColleagueList> {
  const members = await listReviewers(tx, MOST_COLLEAGUES, include === 'auditors');
  return {
    items: members.map(({ accountId, name, role }) => ({
      accountId,
      name,
      role: role === 'supervisor' || role === 'auditor' ? role : 'analyst',
    })),
  };
}

// Converts rows of the queue to items for analysts, with the names of the business, the partner and colleagues.

type Names = Map<string, string>;

interface Known {
  briefs: Map<string, BusinessBrief>;
  partners: Names;
  proposals: Map<string, OpenProposal>;
  returned: Map<string, ReturnedProposal>;
  staff: Names;
}

async function readItems(tx: Tx, rows: readonly QueueRow[]): Promise<QueueItem[]> {
  if (rows.length === 0) return [];
  // Only a claimed package has a proposal; a page of waiting packages needs neither.
  const claimed = rows.filter((row) => row.claimedBy !== null);
  const [briefs, partners, proposals, returned] = await settled<
    [Known['briefs'], Names, Known['proposals'], Known['returned']]
  >([
    listBusinessBriefs(tx, rows),
    listPartnerNames(
      tx,
      rows.map((row) => row.partnerId),
    ),
    listOpenProposals(tx, claimed),
    listReturnedProposals(tx, claimed),
  ]);
  const people = [
    ...claimed.map((row) => row.claimedBy ?? ''),
    ...[...proposals.values()].map((one) => one.proposedBy),
    ...[...returned.values()].map((one) => one.settledBy ?? ''),
  ];
  const staff = people.length === 0 ? new Map<string, string>() : await listStaffNames(tx, people);
  return rows.map((row) => toItem(row, { briefs, partners, proposals, returned, staff }));
}

function toItem(row: QueueRow, { briefs, partners, proposals, returned, staff }: Known): QueueItem {
  const brief = briefs.get(row.customerId);
  const partnerName = partners.get(row.partnerId);
  if (brief === undefined || partnerName === undefined) throw new Error('A package has lost its customer');
  const proposal = proposals.get(row.customerId);
  const sentBack = returned.get(row.customerId);
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
    sentBack:
      sentBack === undefined || sentBack.settledAt === null
        ? null
        : { byName: nameOf(staff, sentBack.settledBy), at: sentBack.settledAt.toISOString() },
  };
}

const nameOf = (staff: Names, accountId: string | null) => (accountId === null ? null : (staff.get(accountId) ?? null));
