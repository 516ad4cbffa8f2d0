import type { CustomersRow } from '@onboarding/database/tables';
import { settled, statement, type Tx } from '@onboarding/platform/postgres';
import type { CustomerKey } from '../../customer-keys.ts';
import { CUSTOMER_COLUMNS, type CustomerRow } from '../record/profile-store.ts';

export type LockedCustomer = CustomerRow &
  Pick<
    CustomersRow,
    'eventSequence' | 'auditSequence' | 'auditHash' | 'dataKey' | 'dataKeyId' | 'attempt' | 'decidedAt'
  >;

// "For no key update" instead of "for update": a transaction that only inserts a row that refers to the customer, such as its
// fingerprint, does not wait for this one, and so cannot deadlock with it over the lock of a package. Keys never change.
const LOCKING = `select ${CUSTOMER_COLUMNS}, event_sequence, audit_sequence, audit_hash, data_key, data_key_id, attempt, decided_at
   from customers where partner_id = :partnerId and customer_id = :customerId for no key update`;
const LOCK_CUSTOMER = statement<LockedCustomer, CustomerKey>('customer_lock', LOCKING);

// Waiting for a row lock may assign a transaction its id early, and a later transaction may get the lock first. The change
// feed is ordered by these ids, so its order would differ from that of the changes. An advisory lock assigns none.
const QUEUE_FOR_CUSTOMER = statement<never, { customerId: string }>(
  'customer_queue',
  `select pg_advisory_xact_lock(hashtextextended('onboarding.customers ' || :customerId::text, 0))`,
);

/**
 * The first step of every change of a customer: serialises the changes of one customer, so that each sees the previous one's
 * result.
 */
export async function lockCustomer(tx: Tx, partnerId: string, customerId: string): Promise<LockedCustomer | undefined> {
  const [, [customer]] = await settled([
    tx.rows(QUEUE_FOR_CUSTOMER, { customerId: customerId.toLowerCase() }),
    tx.rows(LOCK_CUSTOMER, { partnerId, customerId }),
  ]);
  return customer;
}

// Returns false instead of waiting: for callers that hold a lock for which the other transaction may be waiting.
const TRY_QUEUE = statement<{ free: boolean }, { customerId: string }>(
  'customer_try_queue',
  `select pg_try_advisory_xact_lock(hashtextextended('onboarding.customers ' || :customerId::text, 0)) as free`,
);
const TRY_LOCK_CUSTOMER = statement<LockedCustomer, CustomerKey>('customer_try_lock', `${LOCKING} skip locked`);

/** Returns undefined also if another transaction is changing the customer. */
export async function tryLockCustomer(
  tx: Tx,
  partnerId: string,
  customerId: string,
): Promise<LockedCustomer | undefined> {
  const [queue] = await tx.rows(TRY_QUEUE, { customerId: customerId.toLowerCase() });
  if (queue?.free !== true) return undefined;
  return (await tx.rows(TRY_LOCK_CUSTOMER, { partnerId, customerId }))[0];
}
