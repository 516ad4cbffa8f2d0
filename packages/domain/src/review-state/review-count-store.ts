// Statistics of the queue. Waiting packages are counted in a partial index, and decisions by the time they took effect, so
// that the cost does not grow with old decisions.
import { REVIEW_FLAGS, type ReviewFlag } from '@onboarding/contract';
import type { ReviewDecisionsRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';

/** From a time, inclusive, to another, exclusive. */
export type Span = { from: Date; to: Date };

export interface WaitingGroup {
  country: string;
  priority: number;
  /** The number of bounds that the age exceeds. */
  age: number;
  packages: number;
  oldest: Date;
}

const WAITING = statement<WaitingGroup, { now: Date; ageBounds: readonly number[] }>(
  'review_count_waiting',
  `select country, priority, width_bucket(extract(epoch from :now::timestamptz - queued_at)::float8, :ageBounds::float8[]) as age,
     count(*)::int as packages, min(queued_at) as oldest
   from reviews where queued_at is not null and claimed_by is null group by 1, 2, 3`,
);

/** Grouped as coarsely as the statistics allow. The age bounds are in seconds. */
export function countWaiting(tx: Tx, now: Date, ageBounds: readonly number[]): Promise<WaitingGroup[]> {
  return tx.rows(WAITING, { now, ageBounds });
}

const CLAIMED = statement<{ packages: number }>(
  'review_count_claimed',
  'select count(*)::int as packages from reviews where claimed_by is not null',
);

export async function countClaimed(tx: Tx): Promise<number> {
  return (await tx.rows(CLAIMED, {}))[0]?.packages ?? 0;
}

type FlagCount = { flag: ReviewFlag; packages: number };

// One count per flag, because each has an index of its own, which the planner uses only for a literal.
const FLAGGED = statement<FlagCount>(
  'review_count_flagged',
  REVIEW_FLAGS.map(
    (flag) => `select '${flag}' as flag, count(*)::int as packages from reviews
   where queued_at is not null and claimed_by is null and flag_codes @> '{${flag}}'`,
  ).join(' union all '),
);

/** Waiting packages by flag; a package with several flags counts for each. */
export function countFlagged(tx: Tx): Promise<FlagCount[]> {
  return tx.rows(FLAGGED, {});
}

const PROPOSALS = statement<{ proposals: number }>(
  'review_count_proposals',
  `select count(*)::int as proposals from review_decisions where state = 'Proposed'`,
);

/** Proposals that wait for a second analyst. */
export async function countProposals(tx: Tx): Promise<number> {
  return (await tx.rows(PROPOSALS, {}))[0]?.proposals ?? 0;
}

const ENTERED = statement<{ packages: number }, Span>(
  'review_count_entered',
  'select count(*)::int as packages from reviews where entered_at >= :from and entered_at < :to',
);

/** Packages that last entered the queue in this span. */
export async function countEntered(tx: Tx, span: Span): Promise<number> {
  return (await tx.rows(ENTERED, span))[0]?.packages ?? 0;
}

const EFFECTIVE = `d.state = 'Confirmed' and d.settled_at >= :from and d.settled_at < :to`;

/** Of `measured` decisions it is known whether they were `within` the target. */
type OutcomeCount = Pick<ReviewDecisionsRow, 'outcome'> & { decisions: number; measured: number; within: number };

const DECISIONS = statement<OutcomeCount, Span>(
  'review_count_decisions',
  `select d.outcome, count(*)::int as decisions, count(d.within_target)::int as measured,
     (count(*) filter (where d.within_target))::int as within
   from review_decisions d where ${EFFECTIVE} group by d.outcome`,
);

/** Decisions that took effect in this span, by outcome. */
export function countDecisions(tx: Tx, span: Span): Promise<OutcomeCount[]> {
  return tx.rows(DECISIONS, span);
}

const REASONS = statement<{ code: string; decisions: number }, Span>(
  'review_count_reasons',
  `select r.code, count(distinct d.decision_id)::int as decisions
   from review_decisions d join review_reasons r
     on r.partner_id = d.partner_id and r.customer_id = d.customer_id and r.decision_id = d.decision_id
   where ${EFFECTIVE} group by r.code`,
);

/** Decisions that took effect in this span, by reason. */
export function countReasons(tx: Tx, span: Span): Promise<{ code: string; decisions: number }[]> {
  return tx.rows(REASONS, span);
}

type LatestDecision = Pick<ReviewDecisionsRow, 'partnerId' | 'customerId'> & { settledAt: Date };

const LATEST = statement<LatestDecision, Span & { limit: number }>(
  'review_latest_decisions',
  `select d.partner_id, d.customer_id, d.settled_at from review_decisions d
   where ${EFFECTIVE} order by d.settled_at desc limit :limit`,
);

/** The latest decisions that took effect in this span. */
export function listLatestDecisions(tx: Tx, span: Span, limit: number): Promise<LatestDecision[]> {
  return tx.rows(LATEST, { ...span, limit });
}

interface QueueCount {
  waiting: number;
  mine: number;
  confirm: number;
  claimed: number;
}

const upTo = (rows: string) => `(select count(*)::int from (select ${rows} limit :most) counted)`;

const COUNT = statement<QueueCount, { person: string; most: number }>(
  'review_count_queue',
  // In index order: otherwise the planner would search the table for waiting packages, which may be at its end.
  `select ${upTo('from reviews where queued_at is not null and claimed_by is null order by country')} as waiting,
     ${upTo('from reviews where claimed_by = :person')} as mine,
     ${upTo(`from review_decisions where state = 'Proposed' and proposed_by <> :person`)} as confirm,
     ${upTo('from reviews where claimed_by <> :person')} as claimed`,
);

/** The counts of the queue for one person, each from a partial index and up to a bound. */
export async function countQueue(tx: Tx, person: string, most: number): Promise<QueueCount> {
  const [counted] = await tx.rows(COUNT, { person, most });
  return counted ?? { waiting: 0, mine: 0, confirm: 0, claimed: 0 };
}
