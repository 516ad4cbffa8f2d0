import type { ReviewVerdictsRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';

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
