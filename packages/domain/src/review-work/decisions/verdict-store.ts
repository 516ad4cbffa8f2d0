import type { Verdict, VerdictSubject } from '@onboarding/contract';
import type { ReviewVerdictsRow } from '@onboarding/database/tables';
import { type Part, part, sql, statement, type Tx } from '@onboarding/platform/postgres';
import type { CustomerKey } from '../../customer-keys.ts';
import { judgingPerson } from '../../people/index.ts';
import { changingCustomer } from '../../profiles/index.ts';
import { voidingProposal } from '../../review-state/index.ts';

export type VerdictRow = Omit<ReviewVerdictsRow, 'partnerId' | 'customerId'>;

const COLUMNS = 'subject_kind, subject_id, verdict, reason_code, given_by, given_at';

const LIST = statement<VerdictRow, CustomerKey>(
  'verification_list_verdicts',
  `select ${COLUMNS} from review_verdicts
   where partner_id = :partnerId and customer_id = :customerId order by given_at, subject_id`,
);

/** The last verdict on each person and document. A person changed since then still has a verdict, but is NotStarted. */
export function listVerdicts(tx: Tx, partnerId: string, customerId: string): Promise<VerdictRow[]> {
  return tx.rows(LIST, { partnerId, customerId });
}

const FIND = statement<VerdictRow, CustomerKey & { subjectKind: VerdictSubject; subjectId: string }>(
  'verification_find_verdict',
  `select ${COLUMNS} from review_verdicts
   where partner_id = :partnerId and customer_id = :customerId and subject_kind = :subjectKind and subject_id = :subjectId`,
);

export async function findVerdict(
  tx: Tx,
  partnerId: string,
  customerId: string,
  { subjectKind, subjectId }: Pick<VerdictRow, 'subjectKind' | 'subjectId'>,
): Promise<VerdictRow | undefined> {
  return (await tx.rows(FIND, { partnerId, customerId, subjectKind, subjectId }))[0];
}

/** A CTE that writes a verdict on a person or document of the customer returned by the CTE `customer`. */
function givingVerdict(customer: string): Part<VerdictValues> {
  return part(`given_verdict as (
     insert into review_verdicts (partner_id, customer_id, ${COLUMNS})
     select c.partner_id, c.customer_id, :subjectKind, :subjectId::uuid, :verdict, :reasonCode, :givenBy::uuid, :now::timestamptz
     from ${customer} c
     on conflict (partner_id, customer_id, subject_kind, subject_id) do update set verdict = excluded.verdict,
       reason_code = excluded.reason_code, given_by = excluded.given_by, given_at = excluded.given_at
   )`);
}

type VerdictValues = {
  subjectKind: VerdictSubject;
  subjectId: string;
  verdict: Verdict;
  reasonCode: string | null;
  givenBy: string;
  now: Date;
};

/** Partners can read a person's status, so this increases the customer's version and records an event. */
export const JUDGE_PERSON = changingCustomer('verification_judge_person', {
  parts: sql`${judgingPerson('customer')}, ${givingVerdict('customer')}, ${voidingProposal('customer', 'Verdict')}`,
});

/** Only our own staff can read it, so the version does not increase. */
export const JUDGE_DOCUMENT = changingCustomer('verification_judge_document', {
  parts: sql`${givingVerdict('customer')}, ${voidingProposal('customer', 'Verdict')}`,
});
