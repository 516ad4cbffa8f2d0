// Shared by tests of reviews: brings packages to a decision, and reads everything that is stored about one.
import type { LightMyRequestResponse } from 'fastify';
import type { Analyst } from '../analysts.ts';
import type { TestDatabase } from '../database.ts';

/** As left by a screening without hits. */
export async function setScreened({ owner }: TestDatabase, customerId: string): Promise<void> {
  await owner.query('update reviews set screening_due_at = null where customer_id = $1', [customerId]);
}

export const REASONS = [{ code: 'Business.NameMismatch' }];

export type ProposedOutcome = 'Approve' | 'Reject';

/** The decision proposed by the analyst who has claimed the package. */
export async function propose(analyst: Analyst, customerId: string, outcome: ProposedOutcome): Promise<string> {
  const answer = await analyst.on(customerId, 'decisions', proposalOf(outcome));
  if (answer.statusCode !== 200) throw new Error(`Proposing was answered with ${answer.body}`);
  return answer.json().value.decisionId;
}

export const proposalOf = (outcome: ProposedOutcome) => ({ outcome, reasons: outcome === 'Approve' ? [] : REASONS });

export const confirm = (analyst: Analyst, customerId: string, decisionId: string) =>
  analyst.on(customerId, `decisions/${decisionId}/confirm`);

export const withdraw = (analyst: Analyst, customerId: string, decisionId: string) =>
  analyst.on(customerId, `decisions/${decisionId}/withdraw`);

export const sendBack = (analyst: Analyst, customerId: string, decisionId: string, text = 'The passport ends soon.') =>
  analyst.on(customerId, `decisions/${decisionId}/send-back`, { text });

export const outcomeOf = (answer: LightMyRequestResponse) =>
  answer.statusCode === 200 ? '200' : `${answer.statusCode} ${answer.json().error.code}`;

const ROWS = {
  customers: 'customer_id',
  people: 'ubo_id',
  reviews: 'customer_id',
  review_decisions: 'decision_id',
  review_reasons: 'reason_id',
  review_verdicts: 'subject_id',
  review_notes: 'note_id',
  documents: 'document_id',
  events: 'sequence',
  audit_entries: 'sequence',
} as const;

export type Stored = Record<keyof typeof ROWS, Record<string, unknown>[]>;

/** Everything that is stored about a customer. */
export async function storedAbout({ owner }: TestDatabase, customerId: string): Promise<Stored> {
  const found: Partial<Stored> = {};
  for (const [table, order] of Object.entries(ROWS)) {
    const { rows } = await owner.query(`select * from ${table} where customer_id = $1 order by ${order}`, [customerId]);
    found[table as keyof Stored] = rows;
  }
  // Every table of the list was queried.
  return found as Stored;
}
