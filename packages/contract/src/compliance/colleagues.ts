// The other members of staff who review packages.
import { z } from 'zod';
import { saying } from '../shared/query-fields.ts';

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
