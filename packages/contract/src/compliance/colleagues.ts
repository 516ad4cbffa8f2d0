// Who else reviews packages.
import { z } from 'zod';

/** More than any team has; a list without pages must end somewhere. */
export const MOST_COLLEAGUES = 1_000;

export const colleagueListSchema = z
  .object({
    items: z
      .array(
        z.object({
          accountId: z.uuid(),
          name: z.string(),
          role: z.enum(['analyst', 'supervisor']),
        }),
      )
      .meta({ description: `By name, at most ${MOST_COLLEAGUES}.` }),
  })
  .meta({ id: 'ColleagueList' });
export type ColleagueList = z.infer<typeof colleagueListSchema>;
