// Decisions about a package, with their reasons.
import type { ReviewDecisionsRow, ReviewReasonsRow } from '@onboarding/database/tables';
import { type Part, part, statement, type Tx, toRecordset } from '@onboarding/platform/postgres';
import { type CustomerKey, type CustomerKeys, keysOf, NAMED_CUSTOMERS } from '../customer-keys.ts';
import { dueAtOf } from './target-time.ts';

export type ReasonRow = Omit<ReviewReasonsRow, 'partnerId' | 'customerId' | 'decisionId'>;

/** A decision with its reasons, in their original order. */
export type DecisionRow = Omit<ReviewDecisionsRow, 'partnerId' | 'customerId' | 'withinTarget'> & {
  reasons: ReasonRow[];
};

const DECISIONS = `select d.decision_id, d.outcome, d.state, d.attempt, d.proposed_by, d.proposed_at, d.settled_by, d.settled_at,
     d.voided_by, d.evidence_version, d.note_id, r.reasons
   from review_decisions d
   cross join lateral (
     select coalesce(json_agg(json_build_object('reasonId', r.reason_id, 'code', r.code, 'message', r.message,
       'pointer', r.pointer, 'uboId', r.ubo_id, 'documentId', r.document_id) order by r.reason_id), '[]') as reasons
     from review_reasons r
     where r.partner_id = d.partner_id and r.customer_id = d.customer_id and r.decision_id = d.decision_id
   ) r
   where d.partner_id = :partnerId and d.customer_id = :customerId`;

const FIND_LAST = statement<DecisionRow, CustomerKey>(
  'review_last_decision',
  `${DECISIONS} and d.state = 'Confirmed' order by d.settled_at desc, d.decision_id desc limit 1`,
);

/** The last decision that took effect. */
export async function findLastDecision(
  tx: Tx,
  partnerId: string,
  customerId: string,
): Promise<DecisionRow | undefined> {
  return (await tx.rows(FIND_LAST, { partnerId, customerId }))[0];
}

const FIRST_REASONS = statement<
  { customerId: string; code: string | null },
  { partnerId: string; ids: readonly string[] }
>(
  'review_first_reasons',
  `select w.customer_id, r.code from unnest(:ids::uuid[]) as w (customer_id)
   cross join lateral (
     select d.decision_id from review_decisions d
     where d.partner_id = :partnerId and d.customer_id = w.customer_id and d.state = 'Confirmed'
     order by d.settled_at desc, d.decision_id desc limit 1
   ) d
   cross join lateral (
     select r.code from review_reasons r
     where r.partner_id = :partnerId and r.customer_id = w.customer_id and r.decision_id = d.decision_id
     order by r.reason_id limit 1
   ) r`,
);

/** The first reason of the last decision about each of these customers. */
export async function listFirstReasons(
  tx: Tx,
  partnerId: string,
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  const rows = ids.length === 0 ? [] : await tx.rows(FIRST_REASONS, { partnerId, ids });
  return new Map(rows.map((row) => [row.customerId, row.code]));
}

const FIND = statement<DecisionRow, CustomerKey & { decisionId: string }>(
  'review_find_decision',
  `${DECISIONS} and d.decision_id = :decisionId`,
);

export async function findDecision(
  tx: Tx,
  partnerId: string,
  customerId: string,
  decisionId: string,
): Promise<DecisionRow | undefined> {
  return (await tx.rows(FIND, { partnerId, customerId, decisionId }))[0];
}

const FIND_OPEN = statement<DecisionRow, CustomerKey>('review_open_decision', `${DECISIONS} and d.state = 'Proposed'`);

/** The open proposal, which waits for a second analyst. */
export async function findOpenDecision(
  tx: Tx,
  partnerId: string,
  customerId: string,
): Promise<DecisionRow | undefined> {
  return (await tx.rows(FIND_OPEN, { partnerId, customerId }))[0];
}

export type OpenProposal = Pick<
  ReviewDecisionsRow,
  'customerId' | 'decisionId' | 'outcome' | 'proposedBy' | 'proposedAt'
>;

const OPEN_AMONG = statement<OpenProposal, CustomerKeys>(
  'review_open_among',
  `select d.customer_id, d.decision_id, d.outcome, d.proposed_by, d.proposed_at
   from ${NAMED_CUSTOMERS}
   join review_decisions d on d.partner_id = w.partner_id and d.customer_id = w.customer_id and d.state = 'Proposed'`,
);

/** The open proposals about these packages, by customer. */
export async function listOpenProposals(tx: Tx, packages: readonly CustomerKey[]): Promise<Map<string, OpenProposal>> {
  const rows = packages.length === 0 ? [] : await tx.rows(OPEN_AMONG, keysOf(packages));
  return new Map(rows.map((row) => [row.customerId, row]));
}

export type ReturnedProposal = Pick<ReviewDecisionsRow, 'customerId' | 'settledBy' | 'settledAt'>;

// Ids of decisions sort by time.
const RETURNED_AMONG = statement<ReturnedProposal, CustomerKeys>(
  'review_returned_among',
  `select d.customer_id, d.settled_by, d.settled_at
   from ${NAMED_CUSTOMERS}
   cross join lateral (
     select l.customer_id, l.settled_by, l.settled_at, l.note_id from review_decisions l
     where l.partner_id = w.partner_id and l.customer_id = w.customer_id order by l.decision_id desc limit 1
   ) d
   where d.note_id is not null`,
);

/** Those of these packages whose last proposal was sent back by a colleague, by customer. */
export async function listReturnedProposals(
  tx: Tx,
  packages: readonly CustomerKey[],
): Promise<Map<string, ReturnedProposal>> {
  const rows = packages.length === 0 ? [] : await tx.rows(RETURNED_AMONG, keysOf(packages));
  return new Map(rows.map((row) => [row.customerId, row]));
}

/** A package is read as a whole, so its history must be bounded. */
const MOST_LISTED = 100;

const LIST = statement<DecisionRow, CustomerKey>(
  'review_list_decisions',
  `${DECISIONS} order by d.decision_id desc limit ${MOST_LISTED}`,
);

/** Newest first. */
export function listDecisions(tx: Tx, partnerId: string, customerId: string): Promise<DecisionRow[]> {
  return tx.rows(LIST, { partnerId, customerId });
}

/** Counted when a decision takes effect, because the package then leaves the queue. Null for no time. */
const isWithinTarget = (at: string) => `(
       select ${at}::timestamptz <= ${dueAtOf('r')} from reviews r
       where r.partner_id = :partnerId and r.customer_id = :customerId
     )`;

// Already confirmed if one analyst is enough.
type NewDecision = Omit<DecisionRow, 'voidedBy' | 'noteId' | 'reasons'> & CustomerKey & { reasons: string };

const INSERT = statement<never, NewDecision>(
  'review_insert_decision',
  `with decision as (
     insert into review_decisions (partner_id, customer_id, decision_id, outcome, state, attempt, proposed_by, proposed_at,
       settled_by, settled_at, evidence_version, within_target)
     values (:partnerId, :customerId, :decisionId, :outcome, :state, :attempt, :proposedBy, :proposedAt, :settledBy, :settledAt,
       :evidenceVersion, ${isWithinTarget(':settledAt')})
     returning partner_id, customer_id, decision_id
   )
   insert into review_reasons (partner_id, customer_id, decision_id, reason_id, code, message, pointer, ubo_id, document_id)
   select d.partner_id, d.customer_id, d.decision_id, r.reason_id, r.code, r.message, r.pointer, r.ubo_id, r.document_id
   from decision d cross join json_to_recordset(:reasons::json) as r (reason_id uuid, code text, message text, pointer text,
     ubo_id uuid, document_id uuid)`,
);

/** Requires the customer's lock: there is at most one open proposal. */
export async function insertDecision(
  tx: Tx,
  partnerId: string,
  customerId: string,
  decision: DecisionRow,
): Promise<void> {
  const { voidedBy: _, noteId: __, reasons, ...columns } = decision;
  await tx.rows(INSERT, { partnerId, customerId, ...columns, reasons: toRecordset(reasons) });
}

/**
 * A CTE that deletes the analysts' own messages about the customer returned by the CTE `customer`. Keeps the reasons, with
 * the messages of the catalogue.
 */
export function erasingReasons(customer: string): Part {
  return part(`erased_reasons as (
     update review_reasons r set message = null, pointer = null
     from ${customer} c where r.partner_id = c.partner_id and r.customer_id = c.customer_id
   )`);
}

interface Settlement {
  state: 'Confirmed' | 'Withdrawn';
  by: string;
  at: Date;
  /** The note of a colleague who sends the proposal back; otherwise null. */
  noteId: string | null;
}

const SETTLE = statement<{ decisionId: string }, CustomerKey & Settlement & { decisionId: string }>(
  'review_settle_decision',
  `update review_decisions set state = :state, settled_by = :by, settled_at = :at, note_id = :noteId,
     within_target = case when :state = 'Confirmed' then ${isWithinTarget(':at')} end
   where partner_id = :partnerId and customer_id = :customerId and decision_id = :decisionId and state = 'Proposed'
   returning decision_id`,
);

/**
 * Confirms or withdraws a proposal. Requires the customer's lock. Call it before the resulting transition, which voids any
 * open proposal.
 */
export async function settleDecision(
  tx: Tx,
  partnerId: string,
  customerId: string,
  decisionId: string,
  settlement: Settlement,
): Promise<void> {
  const rows = await tx.rows(SETTLE, { partnerId, customerId, decisionId, ...settlement });
  if (rows.length !== 1) throw new Error('A locked decision has changed');
}
