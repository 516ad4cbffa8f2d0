// A user's own session, as the user can read it.
import { z } from 'zod';
import { SESSION_HOURS, SESSION_IDLE_MINUTES } from './durations-and-limits.ts';
import { PARTNER_ROLES, REALMS, STAFF_ROLES } from './realms-and-roles.ts';
import { ENVIRONMENTS, PARTNER_ONBOARDING_STATUSES, PARTNER_STATUSES } from './vocabularies.ts';

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
    idleEndsAt: moment.meta({
      description: `When the session ends unless it is used before then: ${SESSION_IDLE_MINUTES} minutes after its last use, which is recorded to the minute. Requests with the header X-Background do not count as use.`,
    }),
    expiresAt: moment.meta({
      description: `When the session expires even if it is in use: ${SESSION_HOURS} hours after the last sign-in with password and second factor. An idle session expires after ${SESSION_IDLE_MINUTES} minutes.`,
    }),
    stepUpUntil: moment.meta({
      description: 'Operations that require a recent second factor are allowed until this time.',
    }),
    environment: z.enum(ENVIRONMENTS),
    accountUrl: z.url().meta({ description: 'Where the person changes their password and second factors.' }),
    otherEnvironmentUrl: z.url().nullable().meta({
      description:
        'The portal of the other environment: in production that of the sandbox, in the sandbox that of production.',
    }),
    handbookUrl: z.url().nullable().meta({
      description: "The operators' guide, for our own staff; null if it is turned off.",
    }),
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
    continueAt: z
      .string()
      .meta({ description: 'Where to send the browser to sign out of the OpenID provider as well.' }),
  })
  .meta({ id: 'SignedOut' });

export const signedOutEverywhereSchema = z
  .object({
    ended: z.int().meta({ description: 'Number of sessions ended, including this one.' }),
    continueAt: z.string(),
  })
  .meta({ id: 'SignedOutEverywhere' });
