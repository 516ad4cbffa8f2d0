import { SANDBOX_NUMBERS } from '@onboarding/contract';
import type { CustomersRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';

export type WaitingRow = Pick<CustomersRow, 'partner_id' | 'customer_id'>;

// Written out, because the index is one of these numbers alone.
const NUMBERS = SANDBOX_NUMBERS.map((number) => `'${number}'`).join(', ');

const LIST_WAITING = statement<WaitingRow>(
  'sandbox_list_waiting',
  `select partner_id, customer_id from customers
   where registration_number in (${NUMBERS}) and verification_status = 'PendingVerification' and data_key is not null
     and (partner_id, customer_id) > ($1, $2)
   order by partner_id, customer_id limit $3`,
);

/** Businesses of a sandbox whose number says what becomes of them and that wait for it, of all partners; after `after`. */
export function listSandboxWaiting(tx: Tx, after: WaitingRow, limit: number): Promise<WaitingRow[]> {
  return tx.rows(LIST_WAITING, [after.partner_id, after.customer_id, limit]);
}
