// What an analyst should know of, derived from packages and decisions. Each part reads an index of its own, up to a limit.
import type { NoticeKind } from '@onboarding/contract';
import type { ReviewDecisionsRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';
import { dueAtOf, urgentAtOf } from './target-time.ts';

export interface NoticeScope {
  person: string;
  now: Date;
  /** Proposals that were undone earlier are no longer news. */
  undoneSince: Date;
  /** The maximum number that each part returns. */
  most: number;
}

const SAME_PACKAGE = 'd.partner_id = r.partner_id and d.customer_id = r.customer_id';

// The condition on note_id and voided_by is that of the index. A newer decision makes the notice obsolete, and so does a colleague
// who claims the package.
const UNDONE = `select case when d.note_id is null then 'ProposalVoided' else 'SentBack' end as kind, r.partner_id, r.customer_id,
     d.settled_at as at, d.settled_by as by, d.outcome, null::timestamptz as due_at
   from review_decisions d join reviews r on ${SAME_PACKAGE}
   where d.proposed_by = :person and d.settled_at > :undoneSince
     and (d.note_id is not null or d.voided_by in ('DocumentConfirmed', 'ScreeningHit'))
     and r.queued_at is not null and (r.claimed_by is null or r.claimed_by = :person)
     and not exists (
       select from review_decisions l
       where l.partner_id = d.partner_id and l.customer_id = d.customer_id and l.decision_id > d.decision_id
     )
   order by d.settled_at desc limit :most`;

// Until the analyst proposes a decision about it, or learns that it has voided their proposal.
const CHANGED = `select 'EvidenceArrived', r.partner_id, r.customer_id, r.evidence_at, null::uuid, null, null
   from reviews r
   where r.claimed_by = :person and r.evidence_at > r.claimed_at
     and not exists (
       select from review_decisions d
       where ${SAME_PACKAGE} and greatest(d.proposed_at, d.settled_at) >= r.evidence_at
     )
   order by r.evidence_at desc limit :most`;

const TO_CONFIRM = `select 'ToConfirm', d.partner_id, d.customer_id, d.proposed_at, d.proposed_by, d.outcome, null
   from review_decisions d
   where d.state = 'Proposed' and d.proposed_by <> :person
   order by d.proposed_at desc limit :most`;

// A proposal waits for a colleague, so there is nothing left to do.
const NEAR_TARGET = `select 'TargetNear', r.partner_id, r.customer_id, greatest(${urgentAtOf('r')}, r.claimed_at), null, null,
     ${dueAtOf('r')}
   from reviews r
   where r.claimed_by = :person and ${urgentAtOf('r')} <= :now
     and not exists (select from review_decisions d where ${SAME_PACKAGE} and d.state = 'Proposed')
   order by r.queued_at limit :most`;

const NOTICES = [UNDONE, CHANGED, TO_CONFIRM, NEAR_TARGET].map((notices) => `(${notices})`).join(' union all ');

export type NoticeRow = Pick<ReviewDecisionsRow, 'partnerId' | 'customerId'> & {
  kind: NoticeKind;
  at: Date;
  /** The colleague who caused it; null if none did. */
  by: string | null;
  /** Of the proposal, if it is about one. */
  outcome: ReviewDecisionsRow['outcome'] | null;
  /** The target, if it is about that. */
  dueAt: Date | null;
};

const LIST = statement<NoticeRow, NoticeScope>(
  'review_list_notices',
  `select kind, partner_id, customer_id, at, by, outcome, due_at from (${NOTICES}) n
   order by at desc, customer_id, kind limit :most`,
);

/** Newest first. */
export function listNotices(tx: Tx, scope: NoticeScope): Promise<NoticeRow[]> {
  return tx.rows(LIST, scope);
}

export interface NoticeCount {
  kind: NoticeKind;
  notices: number;
  /** Those after `seenUntil`. */
  unseen: number;
}

const COUNT = statement<NoticeCount, NoticeScope & { seenUntil: Date | '-infinity' }>(
  'review_count_notices',
  `select kind, count(*)::int as notices, (count(*) filter (where at > :seenUntil::timestamptz))::int as unseen
   from (${NOTICES}) n group by kind`,
);

/** Only kinds of which there are any. */
export function countNotices(tx: Tx, scope: NoticeScope, seenUntil: Date | null): Promise<NoticeCount[]> {
  return tx.rows(COUNT, { ...scope, seenUntil: seenUntil ?? '-infinity' });
}
