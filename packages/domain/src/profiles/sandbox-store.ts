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
     and customer_id > $1
   order by customer_id limit $2`,
);

/** Businesses of a sandbox whose number says what becomes of them and that wait for it, of all partners; after `after`. */
export function listSandboxWaiting(tx: Tx, after: string, limit: number): Promise<WaitingRow[]> {
  return tx.rows(LIST_WAITING, [after, limit]);
}
