// The change feed: the partner's own events, read by cursor.
import { z } from 'zod';
import { EVENT_DAYS } from '../shared/durations-and-limits.ts';
import { moment } from '../shared/query-fields.ts';
import { webhookEventSchema } from './event-bodies.ts';

const LIMIT = 'must be a whole number from 1 to 200';
const CURSOR = 'must be the unchanged nextCursor of an earlier response, or be omitted';

export const changesQuerySchema = z.object({
  cursor: z
    .string({ error: CURSOR })
    .max(100, { error: CURSOR })
    .optional()
    .meta({
      description: `nextCursor of the previous response. If omitted, the feed starts at since, or ${EVENT_DAYS} days ago.`,
    }),
  since: moment(
    'Where to start without a cursor: at events that occurred at or after this time. Ignored if a cursor is sent.',
  ),
  limit: z.coerce
    .number({ error: LIMIT })
    .int({ error: LIMIT })
    .min(1, { error: LIMIT })
    .max(200, { error: LIMIT })
    .default(50)
    .meta({ description: 'Maximum number of items.' }),
});
export type ChangesQuery = z.infer<typeof changesQuerySchema>;

export const changesPageSchema = z
  .object({
    items: z
      .array(webhookEventSchema)
      .meta({ description: 'The same envelopes that webhooks carry, in the order in which they were committed.' }),
    nextCursor: z.string().meta({ description: 'Always present, even on an empty page: continue from here.' }),
    hasMore: z.boolean().meta({ description: 'Whether more events are available right now.' }),
  })
  .meta({ id: 'ChangesPage', description: 'A part of the feed of your events.' });
export type ChangesPage = z.infer<typeof changesPageSchema>;
