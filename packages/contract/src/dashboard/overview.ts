// The state of an integration in one response: the content of the portal's first page, and its checklist.
import { z } from 'zod';
import { PARTNER_ONBOARDING_STATUSES, PARTNER_STATUSES, WEBHOOK_STATUSES } from '../shared/vocabularies.ts';
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

// A partner as its own users see it.

export const partnerProfileSchema = z
  .object({
    partnerId: z.uuid(),
    name: z.string(),
    clientId: z.string().meta({ description: 'The client id of your systems at the token endpoint.' }),
    status: z.enum(PARTNER_STATUSES),
    onboardingStatus: z.enum(PARTNER_ONBOARDING_STATUSES),
    limits: z
      .object({ readsPerSecond: z.int(), writesPerSecond: z.int(), uploadLinksPerSecond: z.int() })
      .meta({ description: 'How many requests from your systems are accepted.' }),
  })
  .meta({ id: 'PartnerProfile' });
export type PartnerProfile = z.infer<typeof partnerProfileSchema>;
