import type { ReviewVerdictsRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';
import { type PreparedAudit, writingAudit } from '../audit/index.ts';
import { appendingEvents } from '../events/index.ts';
import { judgingPerson } from '../people/index.ts';
import { advancedValues, advancingCustomer, auditingCustomer, type LockedCustomer } from '../profiles/index.ts';
import { voidingProposal } from '../reviews/index.ts';

export type VerdictRow = Omit<ReviewVerdictsRow, 'partner_id' | 'customer_id'>;

const COLUMNS = 'subject_kind, subject_id, verdict, reason_code, given_by, given_at';

const LIST = statement<VerdictRow>(
  'verification_list_verdicts',
  `select ${COLUMNS} from review_verdicts where partner_id = $1 and customer_id = $2 order by given_at, subject_id`,
);

/** The last one on each person and document. A person who was changed since has one, and is NotStarted all the same. */
export function listVerdicts(tx: Tx, partnerId: string, customerId: string): Promise<VerdictRow[]> {
  return tx.rows(LIST, [partnerId, customerId]);
}

const FIND = statement<VerdictRow>(
  'verification_find_verdict',
  `select ${COLUMNS} from review_verdicts
   where partner_id = $1 and customer_id = $2 and subject_kind = $3 and subject_id = $4`,
);

export async function findVerdict(
  tx: Tx,
  partnerId: string,
  customerId: string,
  { subject_kind: kind, subject_id: id }: Pick<VerdictRow, 'subject_kind' | 'subject_id'>,
): Promise<VerdictRow | undefined> {
  return (await tx.rows(FIND, [partnerId, customerId, kind, id]))[0];
}

/**
 * The part of a statement that writes down what was found about a person or document of the customer that `customer`, an
 * earlier part of the same statement, has put out. Its six parameters, from `first` on, are `verdictValues`.
 */
function givingVerdict(customer: string, first: number): string {
  const at = (offset: number) => `$${first + offset}`;
  return `given_verdict as (
     insert into review_verdicts (partner_id, customer_id, ${COLUMNS})
     select c.partner_id, c.customer_id, ${at(0)}, ${at(1)}::uuid, ${at(2)}, ${at(3)}, ${at(4)}::uuid, ${at(5)}::timestamptz
     from ${customer} c
     on conflict (partner_id, customer_id, subject_kind, subject_id) do update set verdict = excluded.verdict,
       reason_code = excluded.reason_code, given_by = excluded.given_by, given_at = excluded.given_at
   )`;
}

function verdictValues(row: VerdictRow): unknown[] {
  return [row.subject_kind, row.subject_id, row.verdict, row.reason_code, row.given_by, row.given_at];
}

// Partners read where a person stands, so the customer's version is one more and an event tells of it.
const JUDGE_PERSON = statement<{ customer_id: string }>(
  'verification_judge_person',
  `with ${advancingCustomer(1)}, ${judgingPerson('customer', 8)}, ${givingVerdict('customer', 11)},
   ${voidingProposal('customer', 17, 'Verdict')}, ${appendingEvents('customer', 18)}, ${writingAudit('customer', 20)}
   select customer_id from customer`,
);

export interface JudgementParts {
  verdict: VerdictRow;
  audit: PreparedAudit;
}

export async function writePersonVerdict(
  tx: Tx,
  partnerId: string,
  before: LockedCustomer,
  { verdict, audit, events }: JudgementParts & { events: { values: unknown[]; count: number } },
): Promise<void> {
  const { subject_id: uboId, given_at: now } = verdict;
  const rows = await tx.rows(JUDGE_PERSON, [
    ...advancedValues(partnerId, before, { events: events.count, auditHead: audit.head, now }),
    uboId,
    verdict.verdict,
    now,
    ...verdictValues(verdict),
    now,
    ...events.values,
    ...audit.values,
  ]);
  if (rows.length !== 1) throw new Error('A locked customer has changed');
}

const JUDGE_DOCUMENT = statement<{ customer_id: string }>(
  'verification_judge_document',
  `with ${auditingCustomer(1)}, ${givingVerdict('customer', 8)}, ${voidingProposal('customer', 14, 'Verdict')},
   ${writingAudit('customer', 15)}
   select customer_id from customer`,
);

/** Only our own people read it, so the version stays. */
export async function writeDocumentVerdict(
  tx: Tx,
  partnerId: string,
  before: LockedCustomer,
  { verdict, audit }: JudgementParts,
): Promise<void> {
  const { given_at: now } = verdict;
  const rows = await tx.rows(JUDGE_DOCUMENT, [
    ...advancedValues(partnerId, before, { events: 0, auditHead: audit.head, now }),
    ...verdictValues(verdict),
    now,
    ...audit.values,
  ]);
  if (rows.length !== 1) throw new Error('A locked customer has changed');
}
