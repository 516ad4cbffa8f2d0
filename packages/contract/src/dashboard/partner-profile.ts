// A partner as its own users see it.
import { z } from 'zod';
import { PARTNER_ONBOARDING_STATUSES, PARTNER_STATUSES } from '../shared/vocabularies.ts';

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
