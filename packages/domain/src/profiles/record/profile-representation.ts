import {
  type BusinessProfileRecord,
  type BusinessProfileSummary,
  businessProfileRecordSchema,
  type CreateAnswer,
} from '@onboarding/contract';
import { type DocumentRow, toDocumentRecord } from '../../documents/index.ts';
import { type PersonRow, toPersonRecord } from '../../people/index.ts';
import { BUSINESS, type BusinessFields, SUMMARY } from './business-columns.ts';
import { canUpdate, type NewProfile } from './profile.ts';
import type { CustomerRow, SummaryRow } from './profile-store.ts';

const stored = businessProfileRecordSchema.pick({ addresses: true, financials: true });

export function toProfileRecord(
  row: CustomerRow,
  people: readonly PersonRow[],
  documents: readonly DocumentRow[],
): BusinessProfileRecord {
  // Parses stored JSON back into the contract's types.
  const { addresses, financials } = stored.parse({ addresses: row.addresses, financials: row.financials });
  return {
    ...toProfileSummary(row),
    addresses,
    financials,
    businessPersonList: people.map(toPersonRecord),
    documents: documents.map(toDocumentRecord),
  };
}

export function toProfileSummary(row: SummaryRow): BusinessProfileSummary {
  const { verificationStatus } = row;
  return {
    customerId: row.customerId,
    partnerCustomerId: row.partnerCustomerId,
    ...SUMMARY.toFields(row),
    verificationStatus,
    canUpdate: !row.erased && canUpdate(verificationStatus, row.monitoring),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    erasedAt: row.erasedAt?.toISOString() ?? null,
    version: row.version,
  };
}

/** The stored business, for comparison with the result of an update. */
export function storedFields(row: CustomerRow): BusinessFields {
  return { ...BUSINESS.toFields(row), ...stored.parse(row) };
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
