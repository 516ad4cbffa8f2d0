// Packages as analysts take them up and give them back.
import { z } from 'zod';
import { VERIFICATION_STATUSES } from './vocabularies.ts';

export const claimAnswerSchema = z
  .object({
    customerId: z.uuid(),
    verificationStatus: z.enum(VERIFICATION_STATUSES),
    version: z.int(),
    claimedBy: z.uuid().nullable().meta({ description: 'The account that has the package now.' }),
    claimEndsAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Until then it stays theirs; everything that they do with it puts this off.' }),
  })
  .meta({ id: 'PackageClaim' });
export type ClaimAnswer = z.infer<typeof claimAnswerSchema>;
