// The accounts of our own staff, which operators manage.
import { z } from 'zod';
import { USERS_PER_PAGE, userDetailSchema } from '../dashboard/users.ts';
import { email, name, oneOf } from '../shared/fields.ts';
import { idCursor, nextCursor, wholeNumber } from '../shared/query-fields.ts';
import { STAFF_ROLES } from '../shared/realms-and-roles.ts';
import { ACCOUNT_ACTIONS } from '../shared/vocabularies.ts';

const staffAccountSchema = userDetailSchema
  .omit({ activeSessions: true })
  .extend({ role: z.enum(STAFF_ROLES) })
  .meta({ id: 'StaffAccount' });
export type StaffAccount = z.infer<typeof staffAccountSchema>;

export const staffAccountPageSchema = z
  .object({
    items: z.array(staffAccountSchema).meta({ description: 'In the order in which they were first invited.' }),
    nextCursor,
  })
  .meta({ id: 'StaffAccountPage' });
export type StaffAccountPage = z.infer<typeof staffAccountPageSchema>;

export const staffAccountDetailSchema = userDetailSchema
  .extend({
    role: z.enum(STAFF_ROLES),
    activeSessions: userDetailSchema.shape.activeSessions.unwrap().meta({ description: 'Most recently used first.' }),
    changes: z
      .array(
        z.object({
          changeId: z.uuid(),
          occurredAt: z.iso.datetime(),
          action: z.enum(ACCOUNT_ACTIONS),
          role: z.enum(STAFF_ROLES).nullable().meta({ description: 'The role that was given, if one was.' }),
          actor: z
            .string()
            .nullable()
            .meta({ description: 'The name of the colleague who did it; null for a command.' }),
        }),
      )
      .meta({ description: 'The latest changes to the account, newest first.' }),
  })
  .meta({ id: 'StaffAccountDetail' });
export type StaffAccountDetail = z.infer<typeof staffAccountDetailSchema>;

export const staffAccountQuerySchema = z.object({
  limit: wholeNumber(USERS_PER_PAGE, USERS_PER_PAGE, { description: 'Maximum number of items.' }),
  cursor: idCursor,
});
export type StaffAccountQuery = z.infer<typeof staffAccountQuerySchema>;

const role = oneOf(STAFF_ROLES).meta({
  description:
    'analyst: reviews businesses. supervisor: also reassigns and reopens. auditor: only reads. operator: manages partners, our own staff, reference data and jobs, and sees no business.',
});

export const staffInvitationSchema = z.object({ name: name(100), email, role });
export type StaffInvitation = z.infer<typeof staffInvitationSchema>;

export const staffRoleChangeSchema = z.object({ role });
