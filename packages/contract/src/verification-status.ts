import { z } from 'zod';
import { DOCUMENT_STATUSES, NEXT_ACTIONS, VERIFICATION_STATUSES } from './vocabularies.ts';

const reasonSchema = z
  .object({
    reasonId: z.uuid(),
    code: z.string(),
    message: z.string().meta({ description: 'What was found, in words that you can show to the business.' }),
    retryable: z.boolean().meta({ description: 'Whether an update can remove the reason.' }),
    pointer: z.string().optional().meta({ description: 'A JSON pointer to the field, where there is one.' }),
    uboId: z.uuid().optional(),
    documentId: z.uuid().optional(),
    remediation: z.object({
      action: z.enum(NEXT_ACTIONS),
      fields: z.array(z.string()).optional(),
      documentCategories: z.array(z.string()).optional(),
    }),
  })
  .meta({ id: 'VerificationReason', description: 'Why a review ended as it did, and what can be done about it.' });

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
    nextAction: z.enum(NEXT_ACTIONS).meta({ description: 'What is expected of you now.' }),
    reasons: z.array(reasonSchema),
    people: z.array(z.object({ uboId: z.uuid(), verificationStatus: z.enum(VERIFICATION_STATUSES) })),
    documents: z
      .array(z.object({ documentId: z.uuid(), status: z.enum(DOCUMENT_STATUSES) }))
      .meta({ description: 'Those with an outcome: Confirmed, Quarantined or Rejected.' }),
    sequence: z.int().meta({ description: 'The number of the last event of this customer.' }),
  })
  .meta({ id: 'VerificationStatus' });
export type VerificationStatusRecord = z.infer<typeof verificationStatusSchema>;
