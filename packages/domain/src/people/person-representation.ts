import { type BusinessPersonRecord, businessPersonRecordSchema } from '@onboarding/contract';
import { PERSON, SENT_IDENTITY } from './person-columns.ts';
import type { PersonRow } from './person-store.ts';

export function toPersonRecord(row: PersonRow): BusinessPersonRecord {
  return businessPersonRecordSchema.parse({
    uboId: row.uboId,
    ...PERSON.toFields(row),
    identities: row.identities.map((identity) => ({
      identityId: identity.identityId,
      identityValueMasked: identity.valueMasked,
      ...SENT_IDENTITY.toFields(identity),
    })),
    verificationStatus: row.verificationStatus,
  });
}
