import { type BusinessPersonRecord, businessPersonRecordSchema } from '@onboarding/contract';
import { PERSON, SENT_IDENTITY } from './person-columns.ts';
import type { PersonRow } from './person-store.ts';

export function toPersonRecord(row: PersonRow): BusinessPersonRecord {
  return businessPersonRecordSchema.parse({
    uboId: row.ubo_id,
    ...PERSON.toFields(row),
    identities: row.identities.map((identity) => ({
      identityId: identity.identity_id,
      identityValueMasked: identity.value_masked,
      ...SENT_IDENTITY.toFields(identity),
    })),
    verificationStatus: row.verification_status,
  });
}
