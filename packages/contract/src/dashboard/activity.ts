// The activity log of a partner: changes of users, webhook and certificates, and exports of lists.
import { z } from 'zod';
import { EXPORT_ROWS } from '../shared/durations-and-limits.ts';
import { idCursor, moment, nextCursor, saying, sayingOneOf, wholeNumber } from '../shared/query-fields.ts';
import {
  ACCOUNT_ACTIONS,
  ACTIVITY_ACTOR_KINDS,
  ACTIVITY_KINDS,
  CERTIFICATE_ACTIONS,
  EXPORT_ACTIONS,
  WEBHOOK_ACTIONS,
} from '../shared/vocabularies.ts';

const activitySchema = z
  .object({
    activityId: z.uuid(),
    occurredAt: z.iso.datetime(),
    kind: z.enum(ACTIVITY_KINDS),
    action: z
      .enum([...new Set([...ACCOUNT_ACTIONS, ...WEBHOOK_ACTIONS, ...CERTIFICATE_ACTIONS, ...EXPORT_ACTIONS])])
      .meta({ description: 'What was done; its meaning depends on kind.' }),
    actor: z.object({
      kind: z.enum(ACTIVITY_ACTOR_KINDS).meta({
        description:
          'Person: one of your users. Operator: a member of our staff. Service: an automatic rule of the service.',
      }),
      accountId: z.uuid().nullable(),
      name: z.string().nullable(),
    }),
    subject: z
      .object({ id: z.uuid(), name: z.string() })
      .nullable()
      .meta({ description: 'The person or certificate that was changed; null for the webhook and for an export.' }),
    detail: z.string().nullable().meta({
      description:
        'The role that a person was given, the host of a webhook, or the rows and filters of an export; null for everything else.',
    }),
  })
  .meta({ id: 'Activity' });
export type Activity = z.infer<typeof activitySchema>;

export const activityPageSchema = z
  .object({
    items: z.array(activitySchema).meta({ description: 'Newest first.' }),
    nextCursor,
  })
  .meta({ id: 'ActivityPage' });
export type ActivityPage = z.infer<typeof activityPageSchema>;

export const activityQuerySchema = z.object({
  kind: z.enum(ACTIVITY_KINDS, sayingOneOf(ACTIVITY_KINDS)).optional().meta({ description: 'What was changed.' }),
  person: z
    .uuid(saying('must be the accountId of one of your users'))
    .optional()
    .meta({ description: 'The accountId of the person who did it.' }),
  from: moment('Changes at or after this time. A date means its start in UTC.'),
  limit: wholeNumber(200, 50, { description: 'Maximum number of items.' }),
  cursor: idCursor,
});
export type ActivityQuery = z.infer<typeof activityQuerySchema>;

const { limit: _limit, cursor: _cursor, ...filters } = activityQuerySchema.shape;
export const activityExportQuerySchema = z.object(filters);

/** Any of the lists that can be exported. */
export const listFileSchema = z.custom<File>().meta({
  id: 'ListFile',
  description: `The list as CSV (RFC 4180) in UTF-8 with a byte order mark. The first row has the names of the columns; times are in UTC. At most ${EXPORT_ROWS.toLocaleString('en')} rows; if the list has more, the last row says so. A text that a spreadsheet would run as a formula starts with an apostrophe.`,
  override: { type: 'string' },
});
