import { z } from 'zod';
import { known } from '../shared/fields.ts';
import { REASON_CODES } from '../shared/review-reasons.ts';
import {
  DOCUMENT_CATEGORIES,
  DOCUMENT_REFUSALS,
  DOCUMENT_STATUSES,
  NEXT_ACTIONS,
  VERIFICATION_STATUSES,
} from '../shared/vocabularies.ts';
import { VERDICT_ON_PERSON } from './business-person.ts';

const verificationReasonSchema = z
  .object({
    reasonId: z.uuid().describe('Identifies this reason; a later decision has reasons of its own.'),
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
    remediation: z
      .object({
        action: z.enum(NEXT_ACTIONS).meta({ description: 'What you can do about it; None if nothing.' }),
        fields: z.array(z.string()).optional().meta({ description: 'Fields of the profile to check.' }),
        documentCategories: z
          .array(z.enum(DOCUMENT_CATEGORIES))
          .optional()
          .meta({ description: 'Documents that would help; request an upload link for one of these categories.' }),
      })
      .describe('What can be done about it.'),
  })
  .meta({
    id: 'VerificationReason',
    description: 'The reason for the outcome of a review, and what can be done about it.',
  });

export type VerificationReason = z.infer<typeof verificationReasonSchema>;

export const verificationStatusSchema = z
  .object({
    customerId: known.customerId,
    partnerCustomerId: known.partnerCustomerId,
    verificationStatus: known.verificationStatus,
    statusChangedAt: z.iso.datetime().describe('When the business reached this status, in UTC.'),
    submittedAt: z.iso.datetime().meta({ description: 'When the current attempt was submitted.' }),
    decidedAt: z.iso
      .datetime()
      .nullable()
      .describe('When the decision was made; null unless the status is Approved, Rejected or ChangesRequested.'),
    attempt: z.int().meta({ description: 'Increases by one with every answer to ChangesRequested.' }),
    canUpdate: z.boolean().meta({ description: 'Whether an update would be accepted in this state.' }),
    nextAction: z
      .enum(NEXT_ACTIONS)
      .meta({ description: 'What you are expected to do now: the action of the first reason.' }),
    reasons: z.array(verificationReasonSchema).meta({
      description:
        'The reasons of the last decision while the status is ChangesRequested or Rejected; otherwise empty.',
    }),
    people: z
      .array(
        z.object({ uboId: known.uboId, verificationStatus: z.enum(VERIFICATION_STATUSES).describe(VERDICT_ON_PERSON) }),
      )
      .meta({
        description:
          'The verdict on each person; NotStarted until there is one. A reason can name a person who has no verdict yet.',
      }),
    documents: z
      .array(
        z.object({
          documentId: known.documentId,
          documentCategory: known.documentCategory,
          status: z.enum(DOCUMENT_STATUSES).describe('The outcome of the checks of the file.'),
          refusal: z.enum(DOCUMENT_REFUSALS).nullable().meta({ description: 'Why it is Rejected or Quarantined.' }),
          uboId: z.uuid().nullable().meta({ description: 'The person whom it concerns, if any.' }),
        }),
      )
      .meta({ description: 'Documents with an outcome: Confirmed, Quarantined or Rejected.' }),
    version: z.int().meta({ description: 'The version of the business, for If-Match.' }),
    sequence: z.int().meta({ description: 'The number of the last event of this customer.' }),
  })
  .meta({
    id: 'VerificationStatus',
    description: 'Where the review of a business stands, and what is expected of you.',
  });
export type VerificationStatusRecord = z.infer<typeof verificationStatusSchema>;
