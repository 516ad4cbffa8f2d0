// A business as it was when a decision took effect. It contains only what the partner could read then, so identity numbers
// are masked. It is encrypted with the customer's data key, like everything that is stored about a business outside its own
// rows. Pure.
import type { KeyObject } from 'node:crypto';
import type { BusinessProfileRecord } from '@onboarding/contract';
import { decrypt, encrypt } from '@onboarding/platform/crypto';
import { z } from 'zod';

/** The compared fields. Fields that a later release adds or removes must not make an earlier snapshot unreadable. */
const contentSchema = z.object({
  business: z.record(z.string(), z.unknown()),
  people: z.array(
    z.looseObject({
      uboId: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      identities: z.array(
        z.looseObject({
          identityId: z.string(),
          identityTypeCode: z.string(),
          issuingCountry: z.string(),
        }),
      ),
    }),
  ),
  documents: z.array(z.object({ documentId: z.string(), status: z.string() })),
});
export type SnapshotContent = z.output<typeof contentSchema>;

export function toContent({
  // Omits states and times of the record, which are not data of the business.
  customerId: _customerId,
  partnerCustomerId: _reference,
  verificationStatus: _status,
  canUpdate: _canUpdate,
  createdAt: _createdAt,
  updatedAt: _updatedAt,
  erasedAt: _erasedAt,
  version: _version,
  businessPersonList,
  documents,
  ...business
}: BusinessProfileRecord): SnapshotContent {
  return {
    business,
    people: businessPersonList,
    documents: documents.map(({ documentId, status }) => ({ documentId, status })),
  };
}

export function sealSnapshot(dataKey: KeyObject, decisionId: string, content: SnapshotContent): Buffer {
  return encrypt(dataKey, JSON.stringify(content), decisionId);
}

export function unsealSnapshot(dataKey: KeyObject, decisionId: string, sealed: Buffer): SnapshotContent {
  return contentSchema.parse(JSON.parse(decrypt(dataKey, sealed, decisionId).toString('utf8')));
}
