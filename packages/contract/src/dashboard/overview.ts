// The state of an integration in one response: the content of the portal's first page, and its checklist.
import { z } from 'zod';
import { WEBHOOK_STATUSES } from '../shared/vocabularies.ts';
import { certificateSchema, EXPIRY_WARNING_DAYS, tokenRequestSchema } from './api-credentials.ts';

export const overviewSchema = z
  .object({
    credential: z.object({
      active: z.int().meta({ description: 'Number of active certificates.' }),
      expiring: z.array(certificateSchema).meta({
        description: `Active certificates that expire within ${EXPIRY_WARNING_DAYS[0]} days, earliest expiry first.`,
      }),
    }),
    token: z.object({
      lastIssuedAt: z.iso.datetime().nullable().meta({
        description: 'When a token was last issued, to the minute; null if none has been issued yet.',
      }),
      lastRefusal: tokenRequestSchema.nullable().meta({
        description: 'The latest refused token request in the log.',
      }),
    }),
    business: z.object({
      exists: z.boolean().meta({ description: 'Whether at least one business profile was created.' }),
    }),
    webhook: z.object({
      status: z.enum(WEBHOOK_STATUSES),
      lastSuccessAt: z.iso.datetime().nullable().meta({
        description: 'When the receiver last accepted a delivery, for example a test event.',
      }),
    }),
    team: z.object({ admins: z.int().meta({ description: 'Number of admins who can sign in.' }) }),
  })
  .meta({ id: 'Overview' });
export type Overview = z.infer<typeof overviewSchema>;
