// Decisions about a package, with their reasons.
import type { ReviewDecisionsRow, ReviewReasonsRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';

export type ReasonRow = Omit<ReviewReasonsRow, 'partner_id' | 'customer_id' | 'decision_id'>;

/** A decision with its reasons, in the order in which they were given. */
export type DecisionRow = Omit<ReviewDecisionsRow, 'partner_id' | 'customer_id'> & { reasons: ReasonRow[] };

const DECISIONS = `select d.decision_id, d.outcome, d.state, d.attempt, d.proposed_by, d.proposed_at, d.settled_by, d.settled_at,
     d.voided_by, r.reasons
   from review_decisions d
   cross join lateral (
     select coalesce(json_agg(json_build_object('reason_id', r.reason_id, 'code', r.code, 'message', r.message,
       'pointer', r.pointer, 'ubo_id', r.ubo_id, 'document_id', r.document_id) order by r.reason_id), '[]') as reasons
     from review_reasons r
     where r.partner_id = d.partner_id and r.customer_id = d.customer_id and r.decision_id = d.decision_id
   ) r
   where d.partner_id = $1 and d.customer_id = $2`;

const FIND_LAST = statement<DecisionRow>(
  'review_last_decision',
  `${DECISIONS} and d.state = 'Confirmed' order by d.settled_at desc, d.decision_id desc limit 1`,
);

/** The last decision that took effect. */
export async function findLastDecision(
  tx: Tx,
  partnerId: string,
  customerId: string,
): Promise<DecisionRow | undefined> {
  return (await tx.rows(FIND_LAST, [partnerId, customerId]))[0];
}

const FIND = statement<DecisionRow>('review_find_decision', `${DECISIONS} and d.decision_id = $3`);

export async function findDecision(
  tx: Tx,
  partnerId: string,
  customerId: string,
  decisionId: string,
): Promise<DecisionRow | undefined> {
  return (await tx.rows(FIND, [partnerId, customerId, decisionId]))[0];
}

const FIND_OPEN = statement<DecisionRow>('review_open_decision', `${DECISIONS} and d.state = 'Proposed'`);

/** What is proposed and waits for a second analyst. */
export async function findOpenDecision(
  tx: Tx,
  partnerId: string,
  customerId: string,
): Promise<DecisionRow | undefined> {
  return (await tx.rows(FIND_OPEN, [partnerId, customerId]))[0];
}

/** A package is read as a whole, so its history has to end somewhere. */
const MOST_LISTED = 100;

const LIST = statement<DecisionRow>(
  'review_list_decisions',
  `${DECISIONS} order by d.decision_id desc limit ${MOST_LISTED}`,
);

/** The newest first. */
export function listDecisions(tx: Tx, partnerId: string, customerId: string): Promise<DecisionRow[]> {
  return tx.rows(LIST, [partnerId, customerId]);
}

// Confirmed from the start where one analyst is enough.
const INSERT = statement<object>(
  'review_insert_decision',
  `with decision as (
     insert into review_decisions (partner_id, customer_id, decision_id, outcome, state, attempt, proposed_by, proposed_at,
       settled_by, settled_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     returning partner_id, customer_id, decision_id
   )
   insert into review_reasons (partner_id, customer_id, decision_id, reason_id, code, message, pointer, ubo_id, document_id)
   select d.partner_id, d.customer_id, d.decision_id, r.reason_id, r.code, r.message, r.pointer, r.ubo_id, r.document_id
   from decision d cross join json_to_recordset($11::json) as r (reason_id uuid, code text, message text, pointer text,
     ubo_id uuid, document_id uuid)`,
);

/** Behind the customer's lock: there is one open proposal at most. */
export async function insertDecision(
  tx: Tx,
  partnerId: string,
  customerId: string,
  decision: DecisionRow,
): Promise<void> {
  await tx.rows(INSERT, [
    partnerId,
    customerId,
    decision.decision_id,
    decision.outcome,
    decision.state,
    decision.attempt,
    decision.proposed_by,
    decision.proposed_at,
    decision.settled_by,
    decision.settled_at,
    JSON.stringify(decision.reasons),
  ]);
}

/**
 * The part of a statement that takes away the analysts' own words about the customer that `customer`, an earlier part of the
 * same statement, has put out. The reasons themselves stay, in the words of the catalogue.
 */
export function erasingReasons(customer: string): string {
  return `erased_reasons as (
     update review_reasons r set message = null, pointer = null
     from ${customer} c where r.partner_id = c.partner_id and r.customer_id = c.customer_id
   )`;
}

const SETTLE = statement<{ decision_id: string }>(
  'review_settle_decision',
  `update review_decisions set state = $4, settled_by = $5, settled_at = $6
   where partner_id = $1 and customer_id = $2 and decision_id = $3 and state = 'Proposed'
   returning decision_id`,
);

/** Ends a proposal by what a person did about it. Behind the customer's lock, and before the transition that it causes, which
 * voids whatever is still proposed. */
export async function settleDecision(
  tx: Tx,
  partnerId: string,
  customerId: string,
  decisionId: string,
  settled: { state: 'Confirmed' | 'Withdrawn'; by: string; at: Date },
): Promise<void> {
  const values = [partnerId, customerId, decisionId, settled.state, settled.by, settled.at];
  const rows = await tx.rows(SETTLE, values);
  if (rows.length !== 1) throw new Error('A locked decision has changed');
}
