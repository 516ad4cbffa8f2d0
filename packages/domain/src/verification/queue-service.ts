// The queue: what waits in which order, and who takes the next of it.
import {
  type ClaimAnswer,
  type ClaimNext,
  QUEUE_LIMITS,
  type QueueItem,
  type QueuePage,
  type QueueQuery,
  queuePageSchema,
  REVIEW_FLAGS,
} from '@onboarding/contract';
import { settled, type Tx } from '@onboarding/platform/postgres';
import type { Context, StaffPerson } from '../context.ts';
import { DomainError } from '../failure.ts';
import { listPartnerNames } from '../partners/index.ts';
import {
  type BusinessBrief,
  findBusinessType,
  type LockedCustomer,
  listBusinessBriefs,
  lockCustomer,
  standingOf,
  tryLockCustomer,
} from '../profiles/index.ts';
import {
  listClaimed,
  listWaiting,
  lockNextWaiting,
  QUEUE_START,
  type QueueFilters,
  type QueuePosition,
  type QueueRow,
  stepFrom,
} from '../reviews/index.ts';
import { markOf, openPosition, sealPosition } from '../sealed-cursor.ts';
import { recordReads, type Shown, type StaffReader } from '../staff-reads/index.ts';
import { claimFor } from './claim.ts';
import { toClaimAnswer } from './claim-service.ts';
import { performTransition } from './transition-service.ts';

const QUEUE = 'review queue';

const reasonOf = queuePageSchema.shape.items.element.shape.reason;

export async function listQueue(
  tx: Tx,
  { clock, keys, catalogue }: Pick<Context, 'clock' | 'keys' | 'catalogue'>,
  reader: StaffReader,
  { claimedBy, limit = QUEUE_LIMITS.itemsUnasked, cursor, ...asked }: QueueQuery,
): Promise<QueuePage> {
  const filters = await toFilters(catalogue, asked);
  const holder = claimedBy === 'me' ? reader.person.accountId : claimedBy?.toLowerCase();
  const mark = markOf([holder ?? null, ...Object.values(filters).map((value) => value ?? null)]);
  const after = cursor === undefined ? QUEUE_START : toPosition(openPosition(keys, QUEUE, mark, cursor));
  // One more than asked for tells whether there is another page.
  const part = { after, limit: limit + 1 };
  const rows = await (holder === undefined ? listWaiting(tx, filters, part) : listClaimed(tx, holder, filters, part));
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const nextCursor =
    rows.length > limit && last !== undefined ? sealPosition(keys, QUEUE, mark, positionOf(last)) : null;
  const found = shown.map(({ partner_id: partnerId, customer_id: customerId }): Shown => {
    return { partnerId, customerId, kind: 'SearchResult' };
  });
  await recordReads(tx, { clock }, reader, found);
  return { items: await toItems(tx, shown), nextCursor };
}

async function toItems(tx: Tx, rows: readonly QueueRow[]): Promise<QueueItem[]> {
  if (rows.length === 0) return [];
  const [briefs, names] = await settled<[Map<string, BusinessBrief>, Map<string, string>]>([
    listBusinessBriefs(tx, rows),
    listPartnerNames(
      tx,
      rows.map((row) => row.partner_id),
    ),
  ]);
  return rows.map((row) => toItem(row, briefs.get(row.customer_id), names.get(row.partner_id)));
}

function toItem(row: QueueRow, brief: BusinessBrief | undefined, partnerName: string | undefined): QueueItem {
  if (brief === undefined || partnerName === undefined) throw new Error('A package has lost its customer');
  return {
    customerId: row.customer_id,
    partnerId: row.partner_id,
    partnerName,
    companyName: brief.company_name,
    country: row.country,
    businessTypeCode: row.business_type_code,
    priority: row.priority,
    reason: reasonOf.parse(row.queue_reason),
    queuedAt: row.queued_at.toISOString(),
    attempt: brief.attempt,
    flags: REVIEW_FLAGS.filter((flag) => row.flag_codes.includes(flag)),
    claimedBy: row.claimed_by,
    claimedAt: row.claimed_at?.toISOString() ?? null,
    claimEndsAt: row.claim_ends_at?.toISOString() ?? null,
  };
}

/**
 * Null when nothing waits. A package that is being changed at this moment is passed over, and stays for whoever comes next:
 * its package is locked here before the customer, so waiting for the customer could be waiting for each other. Where all that
 * waits is in somebody's hands, the caller is told so rather than that there is nothing.
 */
export async function claimNext(
  tx: Tx,
  { clock, keys, catalogue }: Recording & Pick<Context, 'catalogue'>,
  person: StaffPerson,
  asked: ClaimNext,
): Promise<ClaimAnswer | null> {
  const filters = await toFilters(catalogue, asked);
  const passedOver: string[] = [];
  let busy = false;
  for (;;) {
    const next = await lockNextWaiting(tx, filters, passedOver);
    if (next === undefined) break;
    const customer = await tryLockCustomer(tx, next.partner_id, next.customer_id);
    if (customer !== undefined && canBeClaimed(customer)) return claim(tx, { clock, keys }, person, next, customer);
    busy ||= customer === undefined;
    passedOver.push(next.customer_id);
  }
  if (busy) throw new DomainError('Review.QueueBusy');
  if (passedOver.length > 0) return null;
  // Nothing is locked yet, so the first one can be waited for, in the order in which everybody else locks.
  const [first] = await listWaiting(tx, filters, { after: QUEUE_START, limit: 1 });
  if (first === undefined) return null;
  const customer = await lockCustomer(tx, first.partner_id, first.customer_id);
  if (customer === undefined || !canBeClaimed(customer)) throw new DomainError('Review.QueueBusy');
  return claim(tx, { clock, keys }, person, first, customer);
}

type Recording = Pick<Context, 'clock' | 'keys'>;

async function claim(
  tx: Tx,
  { clock, keys }: Recording,
  person: StaffPerson,
  { partner_id: partnerId }: Pick<QueueRow, 'partner_id'>,
  customer: LockedCustomer,
): Promise<ClaimAnswer> {
  const now = clock.now();
  const made = claimFor(person.accountId, now);
  const transition = { trigger: 'Claim', claim: made, reasons: [], now } as const;
  return toClaimAnswer(await performTransition(tx, keys, { ...person, partnerId }, customer, transition), made);
}

/** One package that is not as it should be must not keep everybody from those behind it. */
function canBeClaimed(customer: LockedCustomer): boolean {
  return customer.data_key !== null && stepFrom(standingOf(customer).stage, 'Claim') !== undefined;
}

async function toFilters(catalogue: Context['catalogue'], asked: ClaimNext): Promise<QueueFilters> {
  const { partnerId, country, businessTypeCode: written, reason, flag } = asked;
  // An unknown type is nobody's, which an empty page says well enough.
  const businessTypeCode =
    written === undefined ? undefined : (findBusinessType(await catalogue.current(), written) ?? written);
  return { partnerId: partnerId?.toLowerCase(), country, businessTypeCode, reason, flag };
}

const positionOf = ({ rank, queued_position: queuedAt, customer_id: customerId }: QueueRow) => [
  String(rank),
  queuedAt,
  customerId,
];

function toPosition([rank = '', queuedAt = '', customerId = '']: readonly string[]): QueuePosition {
  return { rank: Number(rank), queuedAt, customerId };
}
