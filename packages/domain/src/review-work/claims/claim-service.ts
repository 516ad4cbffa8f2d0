import type { ClaimAnswer, ReassignedMany, ReassignMany } from '@onboarding/contract';
import { uuidv7 } from '@onboarding/platform/ids';
import { settled, type Tx } from '@onboarding/platform/postgres';
import { findStaffMember, type StaffMember } from '../../accounts/index.ts';
import type { Context, ServiceActor, StaffPerson } from '../../context.ts';
import { DomainError } from '../../failure.ts';
import { enterAsService } from '../../partners/index.ts';
import {
  type LockedCustomer,
  lockCustomer,
  performTransition,
  recordStep,
  reviewStateOf,
} from '../../profiles/index.ts';
import {
  type Claim,
  claimFor,
  type EndedClaim,
  findReview,
  handOver,
  listEndedClaims,
} from '../../review-state/index.ts';
import { type LockedPackage, lockPackage, refuseUnlessClaimant } from '../access/package-access.ts';
import { countWork } from '../statistics/statistics-store.ts';

type Recording = Pick<Context, 'clock' | 'keys'>;

export async function claimPackage(
  tx: Tx,
  { clock, keys }: Recording,
  person: StaffPerson,
  customerId: string,
): Promise<ClaimAnswer> {
  const { customer, actor } = await lockPackage(tx, person, customerId);
  const now = clock.now();
  const claim = claimFor(person.accountId, now);
  const claimed = await performTransition(tx, keys, actor, customer, { trigger: 'Claim', claim, reasons: [], now });
  await countWork(tx, person.accountId, 'claims', now);
  return toClaimAnswer(claimed, claim);
}

/** For the analyst who has the package, or a supervisor. */
export async function releasePackage(
  tx: Tx,
  recording: Recording,
  person: StaffPerson,
  customerId: string,
): Promise<ClaimAnswer> {
  const locked = await lockPackage(tx, person, customerId);
  const { review } = locked;
  if (review.claimedBy !== null && person.role !== 'supervisor') refuseUnlessClaimant(review, person.accountId);
  return giveBack(tx, recording, locked);
}

async function giveBack(tx: Tx, { clock, keys }: Recording, { customer, actor }: LockedPackage): Promise<ClaimAnswer> {
  const released = await performTransition(tx, keys, actor, customer, {
    trigger: 'Release',
    claim: null,
    reasons: [],
    now: clock.now(),
  });
  return toClaimAnswer(released, null);
}

/** Keeps the state, but voids the open proposal, because its proposer no longer has the package. */
export async function reassignPackage(
  tx: Tx,
  recording: Recording,
  person: StaffPerson,
  customerId: string,
  assignee: string,
): Promise<ClaimAnswer> {
  const locked = await lockPackage(tx, person, customerId);
  if (locked.review.claimedBy === null) {
    const { verificationStatus } = reviewStateOf(locked.customer);
    throw new DomainError('Review.StateConflict', {
      message: `The package is ${verificationStatus} and unclaimed, so there is nothing to reassign. Ask the analyst to claim it instead.`,
    });
  }
  return giveTo(tx, recording, locked, await getReviewer(tx, assignee));
}

async function giveTo(
  tx: Tx,
  { clock, keys }: Recording,
  { customer, review, actor }: LockedPackage,
  { accountId }: StaffMember,
): Promise<ClaimAnswer> {
  const now = clock.now();
  const claim = claimFor(accountId, now);
  const facts = { from: review.claimedBy, to: claim.by };
  await settled([
    handOver(tx, review, claim, now),
    recordStep(tx, keys, actor, customer, { action: 'review.package.reassigned', facts, now }),
  ]);
  return toClaimAnswer(customer, claim);
}

/**
 * Gives packages to one analyst, or back to the queue. One that is refused does not affect the others: every refusal comes before
 * the first write about its package.
 */
export async function reassignPackages(
  tx: Tx,
  recording: Recording,
  person: StaffPerson,
  { packages, accountId }: ReassignMany,
): Promise<ReassignedMany> {
  const assignee = accountId === null ? null : await getReviewer(tx, accountId);
  const results: ReassignedMany['results'] = [];
  // In the order of their ids, so that two requests never wait for each other.
  for (const [at, asked] of [...packages.entries()].sort(([, a], [, b]) => (a.customerId < b.customerId ? -1 : 1))) {
    results[at] = {
      customerId: asked.customerId,
      error: await refusalOf(reassignOne(tx, recording, person, asked, assignee)),
    };
  }
  return { results };
}

async function refusalOf(work: Promise<void>): Promise<ReassignedMany['results'][number]['error']> {
  try {
    await work;
    return null;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { code: error.code, message: error.message };
  }
}

async function reassignOne(
  tx: Tx,
  recording: Recording,
  person: StaffPerson,
  { customerId, claimedBy }: ReassignMany['packages'][number],
  assignee: StaffMember | null,
): Promise<void> {
  const locked = await lockPackage(tx, person, customerId);
  if (locked.review.claimedBy !== claimedBy.toLowerCase()) {
    throw new DomainError('Review.StateConflict', {
      message: 'The package is no longer with the analyst who had it. Read the list again.',
    });
  }
  if (assignee?.accountId === locked.review.claimedBy) {
    throw new DomainError('Review.StateConflict', { message: 'The package is already with this analyst.' });
  }
  await (assignee === null ? giveBack(tx, recording, locked) : giveTo(tx, recording, locked, assignee));
}

async function getReviewer(tx: Tx, accountId: string): Promise<StaffMember> {
  const member = await findStaffMember(tx, accountId);
  if (member === undefined || !isReviewer(member)) throw new DomainError('Review.AssigneeUnsuitable');
  return member;
}

function isReviewer({ role, status }: StaffMember): boolean {
  return status === 'Active' && (role === 'analyst' || role === 'supervisor');
}

export function toClaimAnswer(customer: LockedCustomer, claim: Claim | null): ClaimAnswer {
  const { customerId, verificationStatus } = reviewStateOf(customer);
  return {
    customerId,
    verificationStatus,
    version: customer.version,
    claimedBy: claim?.by ?? null,
    claimEndsAt: claim?.endsAt.toISOString() ?? null,
  };
}

// Returns packages with expired claims to the queue.

export const RELEASE_QUEUE = 'reviews.release-stale';

const AT_A_TIME = 100;

interface StaleClaims {
  context: Pick<Context, 'db' | 'clock' | 'keys' | 'logger'>;
  signal: AbortSignal;
  /** Claims read in one query. */
  atATime?: number;
}

/** Processes all expired claims once; returns the number of released packages. Safe to run concurrently. */
export async function releaseStaleClaims({ context, signal, atATime = AT_A_TIME }: StaleClaims): Promise<number> {
  const { db, clock, logger } = context;
  let released = 0;
  let last: EndedClaim | undefined;
  while (!signal.aborted) {
    const after = last;
    const ended = await db.transaction((tx) => listEndedClaims(tx, clock.now(), after, atATime), { readOnly: true });
    for (const claim of ended) {
      if (signal.aborted) break;
      try {
        // Idempotent.
        const done = await db.transaction((tx) => releaseIfEnded(tx, context, claim), { repeatable: true });
        if (done) released++;
      } catch (error) {
        // A failure does not block the others; the next round retries it.
        logger.error({ err: error, customerId: claim.customerId }, 'stale claim could not be released');
      }
    }
    last = ended.at(-1);
    if (ended.length < atATime) break;
  }
  return released;
}

/** Checks the claim again under the lock, because the analyst may have extended it since it was listed. */
async function releaseIfEnded(tx: Tx, { clock, keys }: StaleClaims['context'], claim: EndedClaim): Promise<boolean> {
  const { partnerId, customerId } = claim;
  await enterAsService(tx, partnerId);
  const customer = await lockCustomer(tx, partnerId, customerId);
  const review = await findReview(tx, customerId);
  const now = clock.now();
  const endsAt = review?.claimEndsAt ?? null;
  if (customer === undefined || endsAt === null || endsAt > now) return false;
  const actor: ServiceActor = { kind: 'Service', partnerId, serviceName: 'worker', requestId: uuidv7(now) };
  await performTransition(tx, keys, actor, customer, { trigger: 'Release', claim: null, reasons: [], now });
  return true;
}
