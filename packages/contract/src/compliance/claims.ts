// Claiming and releasing packages.
import { z } from 'zod';
import { VERIFICATION_STATUSES } from '../shared/vocabularies.ts';

export const claimAnswerSchema = z
  .object({
    customerId: z.uuid(),
    verificationStatus: z.enum(VERIFICATION_STATUSES),
    version: z.int(),
    claimedBy: z.uuid().nullable().meta({ description: 'The account that currently holds the claim.' }),
    claimEndsAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When the claim expires; every action on the package extends it.' }),
  })
  .meta({ id: 'PackageClaim' });
export type ClaimAnswer = z.infer<typeof claimAnswerSchema>;
