// Partners as our operators see and manage them.
import { z } from 'zod';
import { certificateSchema } from '../dashboard/api-credentials.ts';
import { email, name, text } from '../shared/fields.ts';
import { CURSOR, idCursor, saying, sayingOneOf, wanted, wholeNumber } from '../shared/query-fields.ts';
import {
  OPERATOR_ACTIONS,
  OPERATOR_ACTOR_KINDS,
  PARTNER_ONBOARDING_STATUSES,
  PARTNER_STATUSES,
} from '../shared/vocabularies.ts';

const time = z.iso.datetime();
const nextCursor = z
  .string()
  .nullable()
  .meta({ description: 'Send it as cursor to get the next page; null on the last page.' });

const operatedPartnerSchema = z
  .object({
    partnerId: z.uuid(),
    name: z.string(),
    clientId: z.string().meta({ description: 'The client id of its systems at the token endpoint.' }),
    status: z.enum(PARTNER_STATUSES).meta({ description: 'Inactive: every request from the partner is refused.' }),
    onboardingStatus: z
      .enum(PARTNER_ONBOARDING_STATUSES)
      .meta({ description: 'Only an approved partner can use the API.' }),
    createdAt: time,
  })
  .meta({ id: 'OperatedPartner' });
export type OperatedPartner = z.infer<typeof operatedPartnerSchema>;

export const operatedPartnerPageSchema = z
  .object({ items: z.array(operatedPartnerSchema).meta({ description: 'Sorted by name.' }), nextCursor })
  .meta({ id: 'OperatedPartnerPage' });
export type OperatedPartnerPage = z.infer<typeof operatedPartnerPageSchema>;

export const PARTNERS_PER_PAGE = 50;

export const operatedPartnerQuerySchema = z.object({
  q: wanted(100).meta({
    description: 'The start of the name, case-insensitive, or a complete partner id or client id.',
  }),
  status: z.enum(PARTNER_STATUSES, sayingOneOf(PARTNER_STATUSES)).optional().meta({ description: 'The status.' }),
  onboardingStatus: z
    .enum(PARTNER_ONBOARDING_STATUSES, sayingOneOf(PARTNER_ONBOARDING_STATUSES))
    .optional()
    .meta({ description: 'The onboarding status.' }),
  limit: wholeNumber(PARTNERS_PER_PAGE, PARTNERS_PER_PAGE, { description: 'Maximum number of items.' }),
  cursor: z
    .string(saying(CURSOR))
    .max(1_000, { error: CURSOR })
    .optional()
    .meta({ description: 'nextCursor of the previous page, with the same filters.' }),
});
export type OperatedPartnerQuery = z.infer<typeof operatedPartnerQuerySchema>;

const perSecond = z.int().min(1).nullable();
const limits = z.object({
  readsPerSecond: perSecond,
  writesPerSecond: perSecond,
  uploadLinksPerSecond: perSecond,
});

export const operatedPartnerDetailSchema = operatedPartnerSchema
  .extend({
    limits: limits.meta({ description: 'The limits of this partner; null where the default applies.' }),
    defaultLimits: z
      .object({ readsPerSecond: z.int(), writesPerSecond: z.int(), uploadLinksPerSecond: z.int() })
      .meta({ description: 'The limits that apply to a partner without its own.' }),
    certificates: z.array(certificateSchema).meta({
      description: 'The certificates with which its systems get tokens, newest first.',
    }),
  })
  .meta({ id: 'OperatedPartnerDetail' });
export type OperatedPartnerDetail = z.infer<typeof operatedPartnerDetailSchema>;

export const partnerCreationSchema = z.object({
  name: name(200).meta({ description: 'The name of the business; the client id is derived from it.' }),
});
export type PartnerCreation = z.infer<typeof partnerCreationSchema>;

const REASON_LENGTH = 500;
const reason = text(REASON_LENGTH, { holds: 'prose' }).meta({
  description: 'The reason, recorded in the log of changes.',
});
export const reasonSchema = z.object({ reason });
export type Reason = z.infer<typeof reasonSchema>;

const MOST_PER_SECOND = 100_000;
const BOUNDS = `must be a whole number from 1 to ${MOST_PER_SECOND}, or null for the default`;
const newLimit = z
  .int({ error: BOUNDS })
  .min(1, { error: BOUNDS })
  .max(MOST_PER_SECOND, { error: BOUNDS })
  .nullable()
  .meta({ description: 'Requests per second; null for the default.' });

export const limitsChangeSchema = z.object({
  readsPerSecond: newLimit,
  writesPerSecond: newLimit,
  uploadLinksPerSecond: newLimit,
  reason,
});
export type LimitsChange = z.infer<typeof limitsChangeSchema>;

export const adminInvitationSchema = z.object({ name: name(100), email });
export type AdminInvitation = z.infer<typeof adminInvitationSchema>;

export const operatorActionPageSchema = z
  .object({
    items: z
      .array(
        z.object({
          actionId: z.uuid(),
          occurredAt: time,
          action: z.enum(OPERATOR_ACTIONS),
          reason: z.string().nullable(),
          details: z
            .record(z.string(), z.union([z.string(), z.number(), z.null()]))
            .meta({ description: 'What was changed, by name.' }),
          actor: z
            .object({
              kind: z.enum(OPERATOR_ACTOR_KINDS),
              name: z.string().meta({ description: 'For a command, the name of the user who ran it.' }),
            })
            .meta({ description: 'Who did it.' }),
        }),
      )
      .meta({ description: 'Newest first.' }),
    nextCursor,
  })
  .meta({ id: 'OperatorActionPage' });
export type OperatorActionPage = z.infer<typeof operatorActionPageSchema>;

export const ACTIONS_PER_PAGE = 20;
export const operatorActionQuerySchema = z.object({
  limit: wholeNumber(100, ACTIONS_PER_PAGE, { description: 'Maximum number of items.' }),
  cursor: idCursor,
});
export type OperatorActionQuery = z.infer<typeof operatorActionQuerySchema>;
