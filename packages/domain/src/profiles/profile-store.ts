import type { CustomersRow } from '@onboarding/database/tables';
import type { WrappedKey } from '@onboarding/platform/crypto';
import { statement, type Tx } from '@onboarding/platform/postgres';
import { type PreparedAudit, writingAudit } from '../audit/index.ts';
import { appendingEvents } from '../events/index.ts';
import { addingPeople } from '../people/index.ts';
import { queueingReview, queueingValues } from '../reviews/index.ts';
import type { NewProfile } from './profile.ts';

// The whole create is one statement, put together from the parts of the modules that own the tables: one message to the
// database, and nothing but the customer's own row decides whether anything is written.
const CREATE_PROFILE = statement<{ customer_id: string }>(
  'profile_create',
  `with customer as (
     insert into customers (partner_id, customer_id, partner_customer_id, company_name, trading_name, email, phone_number,
       business_type_code, incorporation_country, industry, description, website, registration_number, registration_date,
       addresses, financials, verification_status, version, event_sequence, audit_sequence, audit_hash, data_key, data_key_id,
       created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, 'PendingVerification', 1, $17, $18, $19, $20, $21, $22, $22)
     on conflict on constraint customers_reference do nothing
     returning partner_id, customer_id
   ), ${addingPeople('customer', 23)}, ${appendingEvents('customer', 26)}, ${writingAudit('customer', 28)},
   ${queueingReview('customer', 38)}
   select customer_id from customer`,
);

export interface ProfileParts {
  eventSequence: number;
  audit: PreparedAudit;
  dataKey: WrappedKey;
  people: unknown[];
  events: unknown[];
}

/** False when the partner already has a customer of that reference; nothing is written then. */
export async function insertProfile(
  tx: Tx,
  partnerId: string,
  profile: NewProfile,
  parts: ProfileParts,
  now: Date,
): Promise<boolean> {
  const rows = await tx.rows(CREATE_PROFILE, [
    partnerId,
    profile.customerId,
    profile.partnerCustomerId,
    profile.companyName,
    profile.tradingName,
    profile.email,
    profile.phoneNumber,
    profile.businessTypeCode,
    profile.incorporationCountry,
    profile.industry,
    profile.description,
    profile.website,
    profile.registrationNumber,
    profile.registrationDate,
    JSON.stringify(profile.addresses),
    profile.financials === null ? null : JSON.stringify(profile.financials),
    parts.eventSequence,
    parts.audit.head.sequence,
    parts.audit.head.hash,
    parts.dataKey.wrapped,
    parts.dataKey.keyId,
    now,
    ...parts.people,
    ...parts.events,
    ...parts.audit.values,
    ...queueingValues({ country: profile.incorporationCountry, businessTypeCode: profile.businessTypeCode }, now),
  ]);
  return rows.length === 1;
}

export type CustomerRow = Omit<
  CustomersRow,
  | 'partner_id'
  | 'event_sequence'
  | 'audit_sequence'
  | 'audit_hash'
  | 'data_key'
  | 'data_key_id'
  | 'attempt'
  | 'submitted_at'
  | 'status_changed_at'
  | 'decided_at'
> & {
  /** Its data key is gone, and with it what it had encrypted. */
  erased: boolean;
};

export const CUSTOMER_COLUMNS = `customer_id, partner_customer_id, company_name, trading_name, email, phone_number, business_type_code,
  incorporation_country, industry, description, website, registration_number, registration_date, addresses, financials,
  verification_status, monitoring, version, created_at, updated_at, erased_at, data_key is null as erased`;

const FIND_CUSTOMER = statement<CustomerRow>(
  'customer_find',
  `select ${CUSTOMER_COLUMNS} from customers where partner_id = $1 and customer_id = $2`,
);

const FIND_BY_REFERENCE = statement<CustomerRow>(
  'customer_find_by_reference',
  `select ${CUSTOMER_COLUMNS} from customers where partner_id = $1 and partner_customer_id = $2`,
);

const FIND_REFERENCE_OWNER = statement<{ customer_id: string }>(
  'customer_find_reference_owner',
  'select customer_id from customers where partner_id = $1 and partner_customer_id = $2',
);

const CUSTOMER_EXISTS = statement<{ known: boolean }>('customer_exists', 'select customer_exists($1) as known');

export async function findCustomer(tx: Tx, partnerId: string, customerId: string): Promise<CustomerRow | undefined> {
  return (await tx.rows(FIND_CUSTOMER, [partnerId, customerId]))[0];
}

export async function findCustomerByReference(
  tx: Tx,
  partnerId: string,
  reference: string,
): Promise<CustomerRow | undefined> {
  return (await tx.rows(FIND_BY_REFERENCE, [partnerId, reference]))[0];
}

/** The id of the partner's customer of that reference. */
export async function findReferenceOwner(tx: Tx, partnerId: string, reference: string): Promise<string | undefined> {
  return (await tx.rows(FIND_REFERENCE_OWNER, [partnerId, reference]))[0]?.customer_id;
}

/** Whether any partner has a customer of that id. Nothing else can be learnt across partners. */
export async function customerExists(tx: Tx, customerId: string): Promise<boolean> {
  return (await tx.rows(CUSTOMER_EXISTS, [customerId]))[0]?.known === true;
}
