// The work of each analyst, for supervisors.
import { z } from 'zod';
import { ANALYST_WORK_DAYS, STATISTICS_DAYS } from '../shared/limits.ts';
import { moment } from '../shared/query-fields.ts';

/** The maximum number listed, those with the most work first. */
export const ANALYST_WORK_ITEMS = 500;

export const analystWorkQuerySchema = z.object({
  from: moment(`Starts with the UTC day of this time. Defaults to the last ${STATISTICS_DAYS} days.`),
  to: moment(`Days that begin before this time. Defaults to now. At most ${ANALYST_WORK_DAYS} days after from.`),
});
export type AnalystWorkQuery = z.output<typeof analystWorkQuerySchema>;

const analystWorkSchema = z
  .object({
    analyst: z.object({
      accountId: z.uuid(),
      name: z.string().nullable().meta({ description: 'Null if the account no longer exists.' }),
    }),
    claims: z.int().meta({ description: 'Packages claimed. Packages reassigned by a supervisor do not count.' }),
    proposals: z.int().meta({ description: 'Decisions proposed, regardless of their outcome.' }),
    confirmations: z.int().meta({ description: 'Decisions of others that this analyst confirmed.' }),
    changesRequested: z.int().meta({ description: 'Requests for changes, which need no confirmation.' }),
  })
  .meta({ id: 'AnalystWork' });
export type AnalystWork = z.infer<typeof analystWorkSchema>;

export const analystWorkListSchema = z
  .object({
    from: z.iso.date().meta({ description: 'The first day that is counted.' }),
    to: z.iso.date().meta({ description: 'The last.' }),
    items: z.array(analystWorkSchema).meta({
      description: `Those with the most work first, at most ${ANALYST_WORK_ITEMS}. Analysts without any work are not listed.`,
    }),
  })
  .meta({ id: 'AnalystWorkList' });
export type AnalystWorkList = z.infer<typeof analystWorkListSchema>;
