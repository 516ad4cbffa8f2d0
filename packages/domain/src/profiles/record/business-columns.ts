// The columns of the business itself, used by every statement and representation.
import { type BusinessProfileRecord, ERASED_NAME } from '@onboarding/contract';
import type { CustomersRow } from '@onboarding/database/tables';
import { columns, type FieldsOf } from '@onboarding/platform/postgres';

type Ids = 'partnerId' | 'customerId' | 'partnerCustomerId';
type Review = 'verificationStatus' | 'monitoring' | 'attempt' | 'submittedAt' | 'statusChangedAt' | 'decidedAt';
type Trail = 'version' | 'eventSequence' | 'auditSequence' | 'auditHash' | 'dataKey' | 'dataKeyId';
type Times = 'createdAt' | 'updatedAt' | 'erasedAt';

/** In the order of the create body, which is also the order in which changes are reported. */
export const BUSINESS = columns<Omit<CustomersRow, Ids | Review | Trail | Times>>()({
  email: { type: 'text', erased: `''` },
  phoneNumber: { type: 'text', erased: 'null' },
  companyName: { type: 'text', erased: `'${ERASED_NAME}'` },
  tradingName: { type: 'text', erased: 'null' },
  businessTypeCode: { type: 'text' },
  incorporationCountry: { type: 'text', name: 'incorporationCountryIso3Code' },
  industry: { type: 'text' },
  description: { type: 'text', erased: 'null' },
  website: { type: 'text', erased: `''` },
  registrationNumber: { type: 'text', erased: `''` },
  registrationDate: { type: 'date', erased: 'null' },
  addresses: { type: 'jsonb', erased: `'[]'` },
  financials: { type: 'jsonb' },
});

/** Excludes the fields that are too large for a list. */
export const SUMMARY = BUSINESS.without('addresses', 'financials');

/** The stored business, with the field names of the contract. */
export type BusinessFields = Pick<BusinessProfileRecord, keyof FieldsOf<typeof BUSINESS>>;
