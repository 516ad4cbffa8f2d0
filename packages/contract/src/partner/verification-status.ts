import { z } from 'zod';
import { REASON_CODES } from '../shared/review-reasons.ts';
import {
  DOCUMENT_CATEGORIES,
  DOCUMENT_REFUSALS,
  DOCUMENT_STATUSES,
  NEXT_ACTIONS,
  VERIFICATION_STATUSES,
} from '../shared/vocabularies.ts';

const verificationReasonSchema = z
  .object({
    reasonId: z.uuid(),
    code: z.string().meta({
      description: 'From our catalogue; new codes may be added.',
      'x-extensible-enum': REASON_CODES,
      example: 'Person.IdentityExpired',
    }),
    message: z.string().meta({ description: 'What was found, worded so that you can show it to the business.' }),
    retryable: z
      .boolean()
      .meta({ description: 'Whether an update can resolve the reason; always false once Rejected.' }),
    pointer: z.string().optional().meta({ description: 'A JSON pointer to the field, if any.' }),
    uboId: z.uuid().optional().meta({ description: 'The person concerned.' }),
    documentId: z.uuid().optional().meta({ description: 'The document concerned.' }),
    remediation: z.object({
      action: z.enum(NEXT_ACTIONS).meta({ description: 'What you can do about it; None if nothing.' }),
      fields: z.array(z.string()).optional().meta({ description: 'Fields of the profile to check.' }),
      documentCategories: z
        .array(z.enum(DOCUMENT_CATEGORIES))
        .optional()
        .meta({ description: 'Documents that would help; request an upload link for one of these categories.' }),
    }),
  })
  .meta({
    id: 'VerificationReason',
    description: 'The reason for the outcome of a review, and what can be done about it.',
  });

export type VerificationReason = z.infer<typeof verificationReasonSchema>;

export const verificationStatusSchema = z
  .object({
    customerId: z.uuid(),
    partnerCustomerId: z.string(),
    verificationStatus: z.enum(VERIFICATION_STATUSES),
    statusChangedAt: z.iso.datetime(),
    submittedAt: z.iso.datetime().meta({ description: 'When the current attempt was submitted.' }),
    decidedAt: z.iso.datetime().nullable(),
    attempt: z.int().meta({ description: 'Increases by one with every answer to ChangesRequested.' }),
    canUpdate: z.boolean().meta({ description: 'Whether an update would be accepted in this state.' }),
    nextAction: z
      .enum(NEXT_ACTIONS)
      .meta({ description: 'What you are expected to do now: the action of the first reason.' }),
    reasons: z.array(verificationReasonSchema).meta({
      description:
        'The reasons of the last decision while the status is ChangesRequested or Rejected; otherwise empty.',
    }),
    people: z.array(z.object({ uboId: z.uuid(), verificationStatus: z.enum(VERIFICATION_STATUSES) })).meta({
      description:
        'The verdict on each person; NotStarted until there is one. A reason can name a person who has no verdict yet.',
    }),
    documents: z
      .array(
        z.object({
          documentId: z.uuid(),
          documentCategory: z.enum(DOCUMENT_CATEGORIES),
          status: z.enum(DOCUMENT_STATUSES),
          refusal: z.enum(DOCUMENT_REFUSALS).nullable().meta({ description: 'Why it is Rejected or Quarantined.' }),
          uboId: z.uuid().nullable().meta({ description: 'The person whom it concerns, if any.' }),
        }),
      )
      .meta({ description: 'Documents with an outcome: Confirmed, Quarantined or Rejected.' }),
    version: z.int().meta({ description: 'The version of the business, for If-Match.' }),
    sequence: z.int().meta({ description: 'The number of the last event of this customer.' }),
  })
  .meta({ id: 'VerificationStatus' });
export type VerificationStatusRecord = z.infer<typeof verificationStatusSchema>;
