import type { CustomersRow } from '@onboarding/database/tables';
import { part, type RowOf, sql, statement, type Tx, type ValuesOf } from '@onboarding/platform/postgres';
import { writingAudit } from '../../audit/index.ts';
import type { CustomerKey } from '../../customer-keys.ts';
import { appendingEvents } from '../../events/index.ts';
import { addingMetadata } from '../../metadata/index.ts';
import { addingPeople } from '../../people/index.ts';
import { queueingReview } from '../../review-state/index.ts';
import { wake } from '../../waking/index.ts';
import { BUSINESS, SUMMARY } from './business-columns.ts';

interface NewCustomer {
  partnerId: string;
  customerId: string;
  partnerCustomerId: string;
  eventSequence: number;
  auditSequence: number;
  auditHash: Buffer;
  dataKey: Buffer;
  dataKeyId: string;
  now: Date;
}

const OWN_VALUES =
  part<NewCustomer>(`:partnerId, :customerId, :partnerCustomerId, :eventSequence, :auditSequence, :auditHash,
       :dataKey, :dataKeyId, :now, :now`);
const INSERTING_CUSTOMER = sql`customer as (
     insert into customers (partner_id, customer_id, partner_customer_id, event_sequence, audit_sequence, audit_hash,
       data_key, data_key_id, created_at, updated_at, verification_status, version, ${BUSINESS.list()})
     values (${OWN_VALUES}, 'PendingVerification', 1, ${BUSINESS.values})
     on conflict on constraint customers_reference do nothing
     returning partner_id, customer_id
   )`;

// A create is one statement, composed of parts from the modules that own the tables: it takes one round trip, and only the
// customer's own row determines whether anything is written.
const CREATING = sql`with ${INSERTING_CUSTOMER}, ${addingPeople('customer')}, ${addingMetadata('customer')},
   ${appendingEvents('customer')}, ${writingAudit('customer')}, ${queueingReview('customer')}
   select customer_id from customer`;
const CREATE_PROFILE = statement<{ customerId: string }, ValuesOf<typeof CREATING>>('profile_create', CREATING);

/** Returns false and writes nothing if the partner already has a customer with that reference. */
export async function insertProfile(tx: Tx, values: ValuesOf<typeof CREATING>): Promise<boolean> {
  const isNew = (await tx.rows(CREATE_PROFILE, values)).length === 1;
  if (isNew) for (const work of ['Events', 'Flags', 'Screenings'] as const) wake(tx, work);
  return isNew;
}

/** The columns that reads return in addition to the fields of the business. */
const SHOWN = `customer_id, partner_customer_id, verification_status, monitoring, version, created_at, updated_at, erased_at`;

export type CustomerRow = RowOf<typeof BUSINESS> &
  Pick<
    CustomersRow,
    | 'customerId'
    | 'partnerCustomerId'
    | 'verificationStatus'
    | 'monitoring'
    | 'version'
    | 'createdAt'
    | 'updatedAt'
    | 'erasedAt'
  > & {
    /** Whether its data key was deleted, which makes the encrypted data unreadable. */
    erased: boolean;
  };

export const CUSTOMER_COLUMNS = `${SHOWN}, ${BUSINESS.list()}, data_key is null as erased`;
export const SUMMARY_COLUMNS = `${SHOWN}, ${SUMMARY.list()}`;

/** What lists select. */
export type SummaryRow = Omit<CustomerRow, 'addresses' | 'financials'>;

const FIND_CUSTOMER = statement<CustomerRow, CustomerKey>(
  'customer_find',
  `select ${CUSTOMER_COLUMNS} from customers where partner_id = :partnerId and customer_id = :customerId`,
);

const FIND_BY_REFERENCE = statement<CustomerRow, { partnerId: string; reference: string }>(
  'customer_find_by_reference',
  `select ${CUSTOMER_COLUMNS} from customers where partner_id = :partnerId and partner_customer_id = :reference`,
);

const FIND_REFERENCE_OWNER = statement<{ customerId: string }, { partnerId: string; reference: string }>(
  'customer_find_reference_owner',
  'select customer_id from customers where partner_id = :partnerId and partner_customer_id = :reference',
);

const CUSTOMER_EXISTS = statement<{ known: boolean }, { customerId: string }>(
  'customer_exists',
  'select customer_exists(:customerId) as known',
);

export async function findCustomer(tx: Tx, partnerId: string, customerId: string): Promise<CustomerRow | undefined> {
  return (await tx.rows(FIND_CUSTOMER, { partnerId, customerId }))[0];
}

export async function findCustomerByReference(
  tx: Tx,
  partnerId: string,
  reference: string,
): Promise<CustomerRow | undefined> {
  return (await tx.rows(FIND_BY_REFERENCE, { partnerId, reference }))[0];
}

/** The id of the partner's customer with that reference. */
export async function findReferenceOwner(tx: Tx, partnerId: string, reference: string): Promise<string | undefined> {
  return (await tx.rows(FIND_REFERENCE_OWNER, { partnerId, reference }))[0]?.customerId;
}

/** Whether any partner has a customer with that id. Reveals nothing else about other partners. */
export async function customerExists(tx: Tx, customerId: string): Promise<boolean> {
  return (await tx.rows(CUSTOMER_EXISTS, { customerId }))[0]?.known === true;
}
