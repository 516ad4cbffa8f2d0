// Claiming and releasing packages.
import { z } from 'zod';
import { saying } from '../shared/query-fields.ts';
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

// The other members of staff who review packages.

/** More than any team has; an unpaged list needs a limit. */
export const MOST_COLLEAGUES = 1_000;

export const colleagueQuerySchema = z.object({
  include: z
    .enum(['auditors'], saying('must be auditors'))
    .optional()
    .meta({ description: 'Includes auditors, who only read.' }),
});
export type ColleagueQuery = z.output<typeof colleagueQuerySchema>;

export const colleagueListSchema = z
  .object({
    items: z
      .array(
        z.object({
          accountId: z.uuid(),
          name: z.string(),
          role: z.enum(['analyst', 'supervisor', 'auditor']),
        }),
      )
      .meta({ description: `Sorted by name, at most ${MOST_COLLEAGUES}.` }),
  })
  .meta({ id: 'ColleagueList' });
export type ColleagueList = z.infer<typeof colleagueListSchema>;
