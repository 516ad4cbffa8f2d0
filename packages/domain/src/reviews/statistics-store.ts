// How the queue fares, counted. What waits is counted in an index that holds nothing else, decisions by the time they took
// effect, so that none of it grows with what was decided long ago.
import type { ReviewDecisionsRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';

export interface WaitingGroup {
  country: string;
  priority: number;
  /** How many of the bounds its age has passed. */
  age: number;
  packages: number;
  oldest: Date;
}

const WAITING = statement<WaitingGroup>(
  'review_count_waiting',
  `select country, priority, width_bucket(extract(epoch from $1::timestamptz - queued_at)::float8, $2::float8[]) as age,
     count(*)::int as packages, min(queued_at) as oldest
   from reviews where queued_at is not null and claimed_by is null group by 1, 2, 3`,
);

/** In as few groups as tell everything about it. The bounds of age are seconds. */
export function countWaiting(tx: Tx, now: Date, ageBounds: readonly number[]): Promise<WaitingGroup[]> {
  return tx.rows(WAITING, [now, ageBounds]);
}

const CLAIMED = statement<{ packages: number }>(
  'review_count_claimed',
  'select count(*)::int as packages from reviews where claimed_by is not null',
);

export async function countClaimed(tx: Tx): Promise<number> {
  return (await tx.rows(CLAIMED, []))[0]?.packages ?? 0;
}

const EFFECTIVE = `d.state = 'Confirmed' and d.settled_at >= $1 and d.settled_at < $2`;

const DECISIONS = statement<{ outcome: string; decisions: number }>(
  'review_count_decisions',
  `select d.outcome, count(*)::int as decisions from review_decisions d where ${EFFECTIVE} group by d.outcome`,
);

/** Of those that took effect from a moment, inclusive, to another, exclusive, by outcome. */
export function countDecisions(tx: Tx, from: Date, to: Date): Promise<{ outcome: string; decisions: number }[]> {
  return tx.rows(DECISIONS, [from, to]);
}

const REASONS = statement<{ code: string; decisions: number }>(
  'review_count_reasons',
  `select r.code, count(distinct d.decision_id)::int as decisions
   from review_decisions d join review_reasons r
     on r.partner_id = d.partner_id and r.customer_id = d.customer_id and r.decision_id = d.decision_id
   where ${EFFECTIVE} group by r.code`,
);

/** The same by reason. */
export function countReasons(tx: Tx, from: Date, to: Date): Promise<{ code: string; decisions: number }[]> {
  return tx.rows(REASONS, [from, to]);
}

type LatestDecision = Pick<ReviewDecisionsRow, 'partner_id' | 'customer_id'> & { settled_at: Date };

const LATEST = statement<LatestDecision>(
  'review_latest_decisions',
  `select partner_id, customer_id, settled_at from review_decisions
   where state = 'Confirmed' and settled_at >= $1 order by settled_at desc limit $2`,
);

export function listLatestDecisions(tx: Tx, since: Date, limit: number): Promise<LatestDecision[]> {
  return tx.rows(LATEST, [since, limit]);
}
