// What analysts decide: about a package, about one person or document of it, and what they note for each other.
import { z } from 'zod';
import { oneOf, optionalText, text } from './fields.ts';
import { REASON_CODES } from './review-reasons.ts';
import {
  DECISION_OUTCOMES,
  DECISION_STATES,
  VERDICT_SUBJECTS,
  VERDICTS,
  VERIFICATION_STATUSES,
} from './vocabularies.ts';

export const DECISION_LIMITS = {
  reasons: 20,
  message: 500,
  pointer: 200,
  note: 4000,
} as const;

const id = z.uuid({ error: 'must be a UUID' });

export const decisionReasonSchema = z
  .object({
    code: oneOf(REASON_CODES).meta({ description: 'One of the catalogue of reasons.' }),
    message: optionalText(DECISION_LIMITS.message, 'prose').meta({
      description:
        "Your own words to the partner; those of the catalogue where there are none. Never a colleague's name.",
    }),
    pointer: optionalText(DECISION_LIMITS.pointer)
      .refine((value) => value === undefined || value === null || value === '' || value.startsWith('/'), {
        error: 'must be a JSON pointer, which begins with /',
      })
      .meta({ description: 'The field that is meant.', example: '/registrationNumber' }),
    uboId: id.nullish().meta({ description: 'The person who is meant; needed by reasons about a person.' }),
    documentId: id.nullish().meta({ description: 'The document that is meant; needed by reasons about a document.' }),
  })
  .meta({ id: 'DecisionReason' });

export const decisionSchema = z.object({
  outcome: oneOf(DECISION_OUTCOMES).meta({
    description: 'RequestChanges takes effect at once; the others are proposed, and confirmed by another analyst.',
  }),
  reasons: z
    .array(decisionReasonSchema)
    .max(DECISION_LIMITS.reasons, { error: `must have at most ${DECISION_LIMITS.reasons} entries` })
    .nullish()
    .meta({ description: 'At least one to reject or to request changes, none to approve.' }),
});
export type Decision = z.output<typeof decisionSchema>;

export const decisionAnswerSchema = z
  .object({
    decisionId: z.uuid(),
    state: z.enum(DECISION_STATES),
    verificationStatus: z.enum(VERIFICATION_STATUSES),
    version: z.int(),
  })
  .meta({ id: 'PackageDecision' });
export type DecisionAnswer = z.infer<typeof decisionAnswerSchema>;

export const verdictSchema = z.object({
  verdict: oneOf(VERDICTS),
  reasonCode: oneOf(REASON_CODES).nullish().meta({ description: 'Why, unless the verdict is Approved.' }),
});
export type VerdictInput = z.output<typeof verdictSchema>;

export const verdictAnswerSchema = z
  .object({
    customerId: z.uuid(),
    subjectKind: z.enum(VERDICT_SUBJECTS),
    subjectId: z.uuid(),
    verdict: z.enum(VERDICTS),
    reasonCode: z.enum(REASON_CODES).nullable(),
    version: z.int(),
  })
  .meta({ id: 'PackageVerdict' });
export type VerdictAnswer = z.infer<typeof verdictAnswerSchema>;

export const noteSchema = z.object({
  text: text(DECISION_LIMITS.note, { holds: 'prose' }).meta({
    description: 'For colleagues only; a partner never sees it.',
  }),
});

export const noteAnswerSchema = z
  .object({ noteId: z.uuid(), writtenBy: z.uuid(), writtenAt: z.iso.datetime() })
  .meta({ id: 'PackageNoteWritten' });
export type NoteAnswer = z.infer<typeof noteAnswerSchema>;
