import type { CustomersRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';
import type { CustomerKey } from '../../customer-keys.ts';

export type VerificationRow = Pick<
  CustomersRow,
  | 'customerId'
  | 'partnerCustomerId'
  | 'verificationStatus'
  | 'monitoring'
  | 'statusChangedAt'
  | 'submittedAt'
  | 'decidedAt'
  | 'attempt'
  | 'createdAt'
  | 'version'
  | 'eventSequence'
> & { erased: boolean };

const FIND_VERIFICATION = statement<VerificationRow, CustomerKey>(
  'customer_find_verification',
  `select customer_id, partner_customer_id, verification_status, monitoring, status_changed_at, submitted_at, decided_at, attempt,
     created_at, version, event_sequence, data_key is null as erased
   from customers where partner_id = :partnerId and customer_id = :customerId`,
);

export async function findVerification(
  tx: Tx,
  partnerId: string,
  customerId: string,
): Promise<VerificationRow | undefined> {
  return (await tx.rows(FIND_VERIFICATION, { partnerId, customerId }))[0];
}
