// Customers as other modules read them, each with the few fields that it needs.

import { SANDBOX_NUMBERS } from '@onboarding/contract';
import type { CustomersRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';
import { LOWEST_ID } from '../../cursors.ts';
import { type CustomerKey, type CustomerKeys, keysOf, NAMED_CUSTOMERS } from '../../customer-keys.ts';
import { CUSTOMER_COLUMNS, type CustomerRow } from '../record/profile-store.ts';

export type BusinessBrief = Pick<
  CustomersRow,
  'customerId' | 'partnerCustomerId' | 'companyName' | 'attempt' | 'erasedAt'
>;
const NAMED = `from ${NAMED_CUSTOMERS}
   join customers c on c.partner_id = w.partner_id and c.customer_id = w.customer_id`;

const BRIEFS = statement<BusinessBrief, CustomerKeys>(
  'customer_briefs',
  `select c.customer_id, c.partner_customer_id, c.company_name, c.attempt, c.erased_at ${NAMED}`,
);

export async function listBusinessBriefs(tx: Tx, keys: readonly CustomerKey[]): Promise<Map<string, BusinessBrief>> {
  const rows = await tx.rows(BRIEFS, keysOf(keys));
  return new Map(rows.map((row) => [row.customerId, row]));
}

// A profile that was never resubmitted counts as submitted at its creation.
const SUBMISSIONS = statement<{ customerId: string; submittedAt: Date }, CustomerKeys>(
  'customer_submissions',
  `select c.customer_id, coalesce(c.submitted_at, c.created_at) as submitted_at ${NAMED}`,
);

/** When each business was last submitted. */
export async function listSubmissions(tx: Tx, keys: readonly CustomerKey[]): Promise<Map<string, Date>> {
  const rows = await tx.rows(SUBMISSIONS, keysOf(keys));
  return new Map(rows.map((row) => [row.customerId, row.submittedAt]));
}

/** The fields by which businesses are compared and flagged. */
export type ComparedBusiness = CustomerKey &
  Pick<
    CustomersRow,
    'companyName' | 'incorporationCountry' | 'registrationNumber' | 'phoneNumber' | 'industry' | 'financials'
  > & { addressCountries: string[]; erased: boolean };

const LIST_COMPARED = statement<ComparedBusiness, CustomerKeys>(
  'customers_list_compared',
  `select c.partner_id, c.customer_id, c.company_name, c.incorporation_country, c.registration_number, c.phone_number,
     c.industry, c.financials, c.data_key is null as erased,
     array(select a.value->>'countryCode' from jsonb_array_elements(c.addresses) with ordinality a order by a.ordinality)
       as address_countries
   from ${NAMED_CUSTOMERS}
   join customers c on c.partner_id = w.partner_id and c.customer_id = w.customer_id`,
);

/** Reads businesses of all partners: for processes that may see all. */
export function listComparedBusinesses(tx: Tx, businesses: readonly CustomerKey[]): Promise<ComparedBusiness[]> {
  return tx.rows(LIST_COMPARED, keysOf(businesses));
}

export type ReviewedCustomer = CustomerRow &
  Pick<CustomersRow, 'attempt' | 'submittedAt' | 'statusChangedAt' | 'decidedAt' | 'dataKey' | 'dataKeyId'>;

const FIND_REVIEWED = statement<ReviewedCustomer, CustomerKey>(
  'customer_find_reviewed',
  `select ${CUSTOMER_COLUMNS}, attempt, submitted_at, status_changed_at, decided_at, data_key, data_key_id
   from customers where partner_id = :partnerId and customer_id = :customerId`,
);

/** The business with its verification state and the key that encrypts the analysts' notes. */
export async function findReviewedCustomer(
  tx: Tx,
  partnerId: string,
  customerId: string,
): Promise<ReviewedCustomer | undefined> {
  return (await tx.rows(FIND_REVIEWED, { partnerId, customerId }))[0];
}

const HAS_CUSTOMERS = statement<{ found: boolean }, { partnerId: string }>(
  'customer_first',
  'select exists (select from customers where partner_id = :partnerId) as found',
);

/** Whether the partner has created any customer. */
export async function hasCustomers(tx: Tx, partnerId: string): Promise<boolean> {
  return (await tx.rows(HAS_CUSTOMERS, { partnerId }))[0]?.found === true;
}

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

/** The time is null if an earlier release erased it but kept names and addresses: it must be erased again. */
export type ErasedCustomer = Pick<CustomersRow, 'partnerId' | 'customerId' | 'erasedAt'>;

const LIST_ERASED = statement<ErasedCustomer, { erasedAt: Date | null; customerId: string; limit: number }>(
  'customers_list_erased',
  `select partner_id, customer_id, erased_at from customers
   where data_key is null
     and (coalesce(erased_at, '-infinity'), customer_id) > (coalesce(:erasedAt::timestamptz, '-infinity'), :customerId::uuid)
   order by coalesce(erased_at, '-infinity'), customer_id limit :limit`,
);

/** Erased customers of all partners after a given one, in the order of erasure. For the owner role, which sees them all. */
export function listErased(tx: Tx, after: ErasedCustomer | undefined, limit: number): Promise<ErasedCustomer[]> {
  return tx.rows(LIST_ERASED, {
    erasedAt: after?.erasedAt ?? null,
    customerId: after?.customerId ?? LOWEST_ID,
    limit,
  });
}

const LIST_KEYS = statement<CustomerKey, CustomerKey & { limit: number }>(
  'customer_list_keys',
  `select partner_id, customer_id from customers where (partner_id, customer_id) > (:partnerId, :customerId)
   order by partner_id, customer_id limit :limit`,
);

/**
 * The customers of all partners after a given one, in the order of the primary key. For the owner role, which sees them all.
 */
export function listCustomerKeys(tx: Tx, after: CustomerKey, limit: number): Promise<CustomerKey[]> {
  return tx.rows(LIST_KEYS, { ...after, limit });
}

const LIST_MISSING = statement<CustomerKey, CustomerKeys>(
  'customer_list_missing',
  `select w.partner_id, w.customer_id from ${NAMED_CUSTOMERS}
   where not exists (select from customers c where c.partner_id = w.partner_id and c.customer_id = w.customer_id)`,
);

/** Returns those of these customers that do not exist. For the owner role, which sees them all. */
export function listMissing(tx: Tx, keys: readonly CustomerKey[]): Promise<CustomerKey[]> {
  return tx.rows(LIST_MISSING, keysOf(keys));
}
