// The columns of the business itself, used by every statement and representation.
import { type BusinessProfileRecord, ERASED_NAME } from '@onboarding/contract';
import type { CustomersRow } from '@onboarding/database/tables';
import { columns, type FieldsOf } from '@onboarding/platform/postgres';

type Ids = 'partner_id' | 'customer_id' | 'partner_customer_id';
type Review = 'verification_status' | 'monitoring' | 'attempt' | 'submitted_at' | 'status_changed_at' | 'decided_at';
type Trail = 'version' | 'event_sequence' | 'audit_sequence' | 'audit_hash' | 'data_key' | 'data_key_id';
type Times = 'created_at' | 'updated_at' | 'erased_at';

/** In the order of the create body, which is also the order in which changes are reported. */
export const BUSINESS = columns<Omit<CustomersRow, Ids | Review | Trail | Times>>()({
  email: { type: 'text', erased: `''` },
  phone_number: { type: 'text', erased: 'null' },
  company_name: { type: 'text', erased: `'${ERASED_NAME}'` },
  trading_name: { type: 'text', erased: 'null' },
  business_type_code: { type: 'text' },
  incorporation_country: { type: 'text', name: 'incorporationCountryIso3Code' },
  industry: { type: 'text' },
  description: { type: 'text', erased: 'null' },
  website: { type: 'text', erased: `''` },
  registration_number: { type: 'text', erased: `''` },
  registration_date: { type: 'date', erased: 'null' },
  addresses: { type: 'jsonb', erased: `'[]'` },
  financials: { type: 'jsonb' },
});

/** Excludes the fields that are too large for a list. */
export const SUMMARY = BUSINESS.without('addresses', 'financials');

/** The stored business, with the field names of the contract. */
export type BusinessFields = Pick<BusinessProfileRecord, keyof FieldsOf<typeof BUSINESS>>;
