// The users of a partner, as their colleagues see them and their admins manage them.
import { z } from 'zod';
import { INVITATION_DAYS } from '../shared/durations-and-limits.ts';
import { email, name, oneOf } from '../shared/fields.ts';
import { idCursor, nextCursor, wholeNumber } from '../shared/query-fields.ts';
import { PARTNER_ROLES } from '../shared/realms-and-roles.ts';
import { ACCOUNT_STATUSES } from '../shared/vocabularies.ts';

const time = z.iso.datetime();

export const userSchema = z
  .object({
    accountId: z.uuid(),
    name: z.string(),
    email: z.string(),
    role: z.enum(PARTNER_ROLES),
    status: z.enum(ACCOUNT_STATUSES).meta({
      description: 'Invited: has not accepted the invitation yet. Disabled: cannot sign in.',
    }),
    factors: z
      .object({ Totp: z.int().min(0), Passkey: z.int().min(0) })
      .meta({ description: 'Number of second factors of each kind: authenticator apps and passkeys.' }),
    invitedAt: time,
    invitationEndsAt: time.nullable().meta({
      description: `When the link in the invitation expires: ${INVITATION_DAYS} days after it was sent. Null once it was accepted.`,
    }),
    lastSignInAt: time.nullable(),
    sessions: z.int().min(0).meta({ description: 'Number of active sessions.' }),
  })
  .meta({ id: 'User' });
export type TeamUser = z.infer<typeof userSchema>;

export const userPageSchema = z
  .object({
    items: z.array(userSchema).meta({ description: 'In the order in which they were first invited.' }),
    nextCursor,
  })
  .meta({ id: 'UserPage' });
export type UserPage = z.infer<typeof userPageSchema>;

export const userDetailSchema = userSchema
  .extend({
    activeSessions: z
      .array(
        z.object({
          sessionId: z.uuid(),
          createdAt: time,
          lastSeenAt: time,
          address: z.string(),
          userAgent: z.string(),
        }),
      )
      .nullable()
      .meta({
        description: 'Most recently used first. Shown to admins and to the person; null for everyone else.',
      }),
  })
  .meta({ id: 'UserDetail' });
export type UserDetail = z.infer<typeof userDetailSchema>;

export const USERS_PER_PAGE = 100;

export const userQuerySchema = z.object({
  limit: wholeNumber(USERS_PER_PAGE, USERS_PER_PAGE, { description: 'Maximum number of items.' }),
  cursor: idCursor,
});
export type UserQuery = z.infer<typeof userQuerySchema>;

const role = oneOf(PARTNER_ROLES).meta({
  description:
    'admin: can do everything, including managing users. developer: can read everything, and send test events and replays. viewer: can read everything.',
});

export const invitationSchema = z.object({ name: name(100), email, role });
export type TeamInvitation = z.infer<typeof invitationSchema>;

export const roleChangeSchema = z.object({ role });

export const notificationsSchema = z
  .object({
    reviewMails: z.boolean().meta({
      description: 'Whether you get a mail when a review ends or asks for changes. On by default for admins.',
    }),
  })
  .meta({ id: 'Notifications' });
export type Notifications = z.infer<typeof notificationsSchema>;

export const notificationsChangeSchema = z.object({ reviewMails: z.boolean() });
