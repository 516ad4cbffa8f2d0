import { type BusinessPersonRecord, businessPersonRecordSchema } from '@onboarding/contract';
import type { PersonRow } from './person-store.ts';

export function toPersonRecord(row: PersonRow): BusinessPersonRecord {
  return businessPersonRecordSchema.parse({
    uboId: row.ubo_id,
    firstName: row.first_name,
    lastName: row.last_name,
    birthDate: row.birth_date,
    taxResidenceCountry: row.tax_residence_country,
    nationality: row.nationality,
    email: row.email,
    phone: row.phone,
    ownershipType: row.ownership_type,
    percentageShare: row.percentage_share,
    address: row.address,
    identities: row.identities.map((identity) => ({
      identityId: identity.identity_id,
      identityTypeCode: identity.identity_type_code,
      issuingCountry: identity.issuing_country,
      identityValueMasked: identity.value_masked,
      issueDate: identity.issue_date,
      expiryDate: identity.expiry_date,
      documentUploadId: identity.document_id,
    })),
    verificationStatus: row.verification_status,
  });
}
