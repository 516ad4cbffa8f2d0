import { SANDBOX_NUMBERS } from '@onboarding/contract';
import { statement, type Tx } from '@onboarding/platform/postgres';
import type { CustomerKey } from '../../customer-keys.ts';

export type WaitingRow = CustomerKey;

// Literals, because the partial index covers exactly these numbers.
const NUMBERS = SANDBOX_NUMBERS.map((number) => `'${number}'`).join(', ');

const LIST_WAITING = statement<WaitingRow, CustomerKey & { limit: number }>(
  'sandbox_list_waiting',
  `select partner_id, customer_id from customers
   where registration_number in (${NUMBERS}) and verification_status = 'PendingVerification' and data_key is not null
     and (partner_id, customer_id) > (:partnerId, :customerId)
   order by partner_id, customer_id limit :limit`,
);

/** Waiting businesses of all partners, after `after`, whose registration number determines their outcome in a sandbox. */
export function listSandboxWaiting(tx: Tx, after: WaitingRow, limit: number): Promise<WaitingRow[]> {
  return tx.rows(LIST_WAITING, { ...after, limit });
}
