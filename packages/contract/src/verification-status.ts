import { z } from 'zod';
import { DOCUMENT_CATEGORIES, DOCUMENT_STATUSES, NEXT_ACTIONS, VERIFICATION_STATUSES } from './vocabularies.ts';

export const verificationReasonSchema = z
  .object({
    reasonId: z.uuid(),
    code: z.string().meta({ description: 'From our catalogue, which may grow.', example: 'Person.IdentityExpired' }),
    message: z.string().meta({ description: 'What was found, in words that you can show to the business.' }),
    retryable: z.boolean().meta({ description: 'Whether an update can remove the reason; never once it is Rejected.' }),
    pointer: z.string().optional().meta({ description: 'A JSON pointer to the field, where there is one.' }),
    uboId: z.uuid().optional().meta({ description: 'The person whom it is about.' }),
    documentId: z.uuid().optional().meta({ description: 'The document that it is about.' }),
    remediation: z.object({
      action: z.enum(NEXT_ACTIONS).meta({ description: 'What helps; None where nothing does.' }),
      fields: z.array(z.string()).optional().meta({ description: 'Fields of the profile to look at.' }),
      documentCategories: z
        .array(z.enum(DOCUMENT_CATEGORIES))
        .optional()
        .meta({ description: 'Documents that would help; ask for an upload link of such a category.' }),
    }),
  })
  .meta({ id: 'VerificationReason', description: 'Why a review ended as it did, and what can be done about it.' });

export type VerificationReason = z.infer<typeof verificationReasonSchema>;

export const verificationStatusSchema = z
  .object({
    customerId: z.uuid(),
    partnerCustomerId: z.string(),
    verificationStatus: z.enum(VERIFICATION_STATUSES),
    statusChangedAt: z.iso.datetime(),
    submittedAt: z.iso.datetime().meta({ description: 'When the present attempt was handed in.' }),
    decidedAt: z.iso.datetime().nullable(),
    attempt: z.int().meta({ description: 'One more with every answer to ChangesRequested.' }),
    canUpdate: z.boolean().meta({ description: 'Whether an update would be accepted in this state.' }),
    nextAction: z
      .enum(NEXT_ACTIONS)
      .meta({ description: 'What is expected of you now: what the first reason asks for.' }),
    reasons: z.array(verificationReasonSchema).meta({
      description: 'Those of the last decision, while it is ChangesRequested or Rejected; empty otherwise.',
    }),
    people: z.array(z.object({ uboId: z.uuid(), verificationStatus: z.enum(VERIFICATION_STATUSES) })),
    documents: z
      .array(z.object({ documentId: z.uuid(), status: z.enum(DOCUMENT_STATUSES) }))
      .meta({ description: 'Those with an outcome: Confirmed, Quarantined or Rejected.' }),
    sequence: z.int().meta({ description: 'The number of the last event of this customer.' }),
  })
  .meta({ id: 'VerificationStatus' });
export type VerificationStatusRecord = z.infer<typeof verificationStatusSchema>;
