import {
  type BusinessProfileRecord,
  type BusinessProfileSummary,
  businessProfileRecordSchema,
  type CreateAnswer,
} from '@onboarding/contract';
import { type DocumentRow, toDocumentRecord } from '../documents/index.ts';
import { type PersonRow, toPersonRecord } from '../people/index.ts';
import { type BusinessFields, canUpdate, type NewProfile } from './profile.ts';
import type { SummaryRow } from './profile-list-store.ts';
import type { CustomerRow } from './profile-store.ts';

const stored = businessProfileRecordSchema.pick({ addresses: true, financials: true });
const statusOf = businessProfileRecordSchema.shape.verificationStatus;

export function toProfileRecord(
  row: CustomerRow,
  people: readonly PersonRow[],
  documents: readonly DocumentRow[],
): BusinessProfileRecord {
  // What the database holds as JSON or text has the contract's types again from here on.
  const { addresses, financials } = stored.parse({ addresses: row.addresses, financials: row.financials });
  return {
    ...toProfileSummary(row),
    addresses,
    financials,
    businessPersonList: people.map(toPersonRecord),
    documents: documents.map(toDocumentRecord),
  };
}

export function toProfileSummary(row: Omit<SummaryRow, 'updated_position'>): BusinessProfileSummary {
  const verificationStatus = statusOf.parse(row.verification_status);
  return {
    customerId: row.customer_id,
    partnerCustomerId: row.partner_customer_id,
    companyName: row.company_name,
    tradingName: row.trading_name,
    email: row.email,
    phoneNumber: row.phone_number,
    businessTypeCode: row.business_type_code,
    incorporationCountryIso3Code: row.incorporation_country,
    industry: row.industry,
    description: row.description,
    website: row.website,
    registrationNumber: row.registration_number,
    registrationDate: row.registration_date,
    verificationStatus,
    canUpdate: !row.erased && canUpdate(verificationStatus, row.monitoring),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    erasedAt: row.erased_at?.toISOString() ?? null,
    version: row.version,
  };
}

/** The business as it is stored, for comparing it with what an update makes of it. */
export function storedFields(row: CustomerRow): BusinessFields {
  const { addresses, financials } = stored.parse(row);
  return {
    companyName: row.company_name,
    tradingName: row.trading_name,
    email: row.email,
    phoneNumber: row.phone_number,
    businessTypeCode: row.business_type_code,
    incorporationCountry: row.incorporation_country,
    industry: row.industry,
    description: row.description,
    website: row.website,
    registrationNumber: row.registration_number,
    registrationDate: row.registration_date,
    addresses,
    financials,
  };
}

export function toCreateAnswer(profile: NewProfile): CreateAnswer {
  return {
    customerId: profile.customerId,
    partnerCustomerId: profile.partnerCustomerId,
    verificationStatus: 'PendingVerification',
    version: 1,
    ubos: profile.people.map(({ uboId, email, firstName, lastName }) => ({ uboId, email, firstName, lastName })),
  };
}
