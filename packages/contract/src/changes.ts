// The change feed: the partner's own events, to be followed by a cursor.
import { z } from 'zod';
import { eventEnvelopeSchema } from './events.ts';
import { moment } from './query-fields.ts';

const LIMIT = 'must be a whole number from 1 to 200';
const CURSOR = 'must be the nextCursor of an earlier answer, unchanged, or be left out';

export const changesQuerySchema = z.object({
  cursor: z
    .string({ error: CURSOR })
    .max(100, { error: CURSOR })
    .optional()
    .meta({ description: 'nextCursor of the answer before; left out, the feed begins at since, or 30 days ago.' }),
  since: moment(
    'Where to begin without a cursor: at events that occurred then or later. With a cursor it is not heard.',
  ),
  limit: z.coerce
    .number({ error: LIMIT })
    .int({ error: LIMIT })
    .min(1, { error: LIMIT })
    .max(200, { error: LIMIT })
    .default(50)
    .meta({ description: 'How many at most.' }),
});
export type ChangesQuery = z.infer<typeof changesQuerySchema>;

export const changesPageSchema = z
  .object({
    items: z.array(eventEnvelopeSchema).meta({ description: 'Exactly what webhooks carry; oldest commit first.' }),
    nextCursor: z.string().meta({ description: 'Always there, also after an empty page: go on from here.' }),
    hasMore: z.boolean().meta({ description: 'Whether it is worth asking again at once.' }),
  })
  .meta({ id: 'ChangesPage' });
export type ChangesPage = z.infer<typeof changesPageSchema>;
