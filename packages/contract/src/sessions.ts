// What a signed-in person learns about their own session.
import { z } from 'zod';
import { PARTNER_ONBOARDING_STATUSES, PARTNER_ROLES, PARTNER_STATUSES, REALMS, STAFF_ROLES } from './vocabularies.ts';

const moment = z.iso.datetime();

export const sessionSchema = z
  .object({
    accountId: z.uuid(),
    name: z.string(),
    email: z.string(),
    role: z.enum([...PARTNER_ROLES, ...STAFF_ROLES]),
    realm: z.enum(REALMS),
    partner: z
      .object({
        partnerId: z.uuid(),
        name: z.string(),
        status: z.enum(PARTNER_STATUSES),
        onboardingStatus: z.enum(PARTNER_ONBOARDING_STATUSES),
      })
      .nullable(),
    secondFactorAt: moment,
    expiresAt: moment.meta({
      description:
        'When the session ends however much it is used: 12 hours after password and second factor were last both shown. Unused it ends after 30 minutes.',
    }),
    stepUpUntil: moment.meta({ description: 'Until when operations that want a recent second factor are allowed.' }),
  })
  .meta({ id: 'Session' });
export type SessionView = z.infer<typeof sessionSchema>;

export const sessionListSchema = z
  .object({
    items: z.array(
      z.object({
        sessionId: z.uuid(),
        createdAt: moment,
        lastSeenAt: moment,
        address: z.string(),
        userAgent: z.string(),
        current: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'SessionList' });
export type SessionList = z.infer<typeof sessionListSchema>;

export const signedOutSchema = z
  .object({
    continueAt: z.string().meta({ description: 'Where to send the browser, so that the provider forgets it as well.' }),
  })
  .meta({ id: 'SignedOut' });

export const signedOutEverywhereSchema = z
  .object({
    ended: z.int().meta({ description: 'How many sessions have ended, this one included.' }),
    continueAt: z.string(),
  })
  .meta({ id: 'SignedOutEverywhere' });
