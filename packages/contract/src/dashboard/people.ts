// The users of a partner, as their colleagues see them and their admins manage them.
import { z } from 'zod';
import { email, name, oneOf } from '../shared/fields.ts';
import { INVITATION_DAYS } from '../shared/limits.ts';
import { CURSOR, saying, wholeNumber } from '../shared/query-fields.ts';
import { ACCOUNT_STATUSES, PARTNER_ROLES } from '../shared/vocabularies.ts';

const time = z.iso.datetime();

export const personSchema = z
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
  .meta({ id: 'Person' });
export type TeamPerson = z.infer<typeof personSchema>;

export const personPageSchema = z
  .object({
    items: z.array(personSchema).meta({ description: 'In the order in which they were first invited.' }),
    nextCursor: z
      .string()
      .nullable()
      .meta({ description: 'Send it as cursor to get the next page; null on the last page.' }),
  })
  .meta({ id: 'PersonPage' });
export type PersonPage = z.infer<typeof personPageSchema>;

export const personDetailSchema = personSchema
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
  .meta({ id: 'PersonDetail' });
export type PersonDetail = z.infer<typeof personDetailSchema>;

/** The cursor of a list sorted by UUID: the sixteen bytes of the last one. */
export const idCursor = z
  .string(saying(CURSOR))
  .regex(/^[A-Za-z0-9_-]{22}$/, { error: CURSOR })
  .optional()
  .meta({ description: 'nextCursor of the previous page.' });

export const PEOPLE_PER_PAGE = 100;

export const personQuerySchema = z.object({
  limit: wholeNumber(PEOPLE_PER_PAGE, PEOPLE_PER_PAGE, { description: 'Maximum number of items.' }),
  cursor: idCursor,
});
export type PersonQuery = z.infer<typeof personQuerySchema>;

const role = oneOf(PARTNER_ROLES).meta({
  description:
    'admin: can do everything, including managing people. developer: can read everything, and send test events and replays. viewer: can read everything.',
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
