// Decisions about packages, verdicts on people and documents, and notes between analysts.
import { z } from 'zod';
import { verificationStatusSchema } from '../partner/verification-status.ts';
import type { ErrorCode } from '../shared/errors.ts';
import { oneOf, optionalText, text, uuid } from '../shared/fields.ts';
import { REASON_CODES } from '../shared/review-reasons.ts';
import {
  DECISION_OUTCOMES,
  DECISION_STATES,
  VERDICT_SUBJECTS,
  VERDICTS,
  VERIFICATION_STATUSES,
} from '../shared/vocabularies.ts';

export const DECISION_LIMITS = {
  reasons: 20,
  message: 500,
  pointer: 200,
  note: 4000,
} as const;

export const decisionReasonSchema = z
  .object({
    code: oneOf(REASON_CODES).meta({ description: 'A code from the catalogue of reasons.' }),
    message: optionalText(DECISION_LIMITS.message, 'prose').meta({
      description: 'Your message to the partner; defaults to that of the catalogue. Never name a colleague.',
    }),
    pointer: optionalText(DECISION_LIMITS.pointer)
      .refine((value) => value === undefined || value === null || value === '' || value.startsWith('/'), {
        error: 'must be a JSON pointer, which starts with /',
      })
      .meta({ description: 'The field concerned.', example: '/registrationNumber' }),
    uboId: uuid.nullish().meta({ description: 'The person concerned; required for reasons about a person.' }),
    documentId: uuid.nullish().meta({ description: 'The document concerned; required for reasons about a document.' }),
  })
  .meta({ id: 'DecisionReason' });

const seenVersion = text(100).meta({
  description:
    'The evidenceVersion of the package as you read it. If the evidence has changed since then, nothing is decided.',
  example: 'q0cYI9ZbJ1dQ2mK3sYyZ5wvN7tR4xE8uB6hL0aPfGjk',
});

export const decisionSchema = z.object({
  seenVersion,
  outcome: oneOf(DECISION_OUTCOMES).meta({
    description: 'RequestChanges takes effect immediately; the others are proposals that another analyst must confirm.',
  }),
  reasons: z
    .array(decisionReasonSchema)
    .max(DECISION_LIMITS.reasons, { error: `must have at most ${DECISION_LIMITS.reasons} entries` })
    .nullish()
    .meta({ description: 'At least one to reject or request changes, none to approve.' }),
});
export type Decision = z.output<typeof decisionSchema>;

export const confirmationSchema = z.object({ seenVersion });
export type Confirmation = z.output<typeof confirmationSchema>;

/** What can block a decision that is otherwise complete. */
const BLOCKERS = [
  'Review.DecisionOpen',
  'Review.EvidenceChanged',
  'Review.VerdictOpen',
  'Review.ScreeningPending',
  'Review.HitOpen',
  'Review.DocumentMissing',
  'Review.DocumentUnopened',
  'Review.CountryProhibited',
] as const satisfies readonly ErrorCode[];

export const blockerSchema = z
  .object({
    code: z.enum(BLOCKERS).meta({ description: 'The error with which the decision would be refused.' }),
    message: z.string().meta({ description: 'What prevents the decision, and what to do about it.' }),
    uboId: z.uuid().nullable().meta({ description: 'The person concerned, if any.' }),
    documentId: z.uuid().nullable().meta({ description: 'The document concerned, if any.' }),
  })
  .meta({ id: 'DecisionBlocker' });
export type Blocker = z.infer<typeof blockerSchema>;

export const decisionPreviewSchema = z
  .object({
    blockers: z.array(blockerSchema).meta({ description: 'Empty if the decision would be accepted now.' }),
    verificationStatus: verificationStatusSchema,
  })
  .meta({
    id: 'DecisionPreview',
    description:
      'What the partner would read in its verification status once the decision has taken effect. The ids of the reasons, and the times, are those of this preview.',
  });
export type DecisionPreview = z.infer<typeof decisionPreviewSchema>;

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
  reasonCode: oneOf(REASON_CODES).nullish().meta({ description: 'The reason, if the verdict is not Approved.' }),
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
    description: 'For colleagues only; partners never see it.',
  }),
});
export type Note = z.output<typeof noteSchema>;

export const noteAnswerSchema = z
  .object({ noteId: z.uuid(), writtenBy: z.uuid(), writtenAt: z.iso.datetime() })
  .meta({ id: 'PackageNoteWritten' });
export type NoteAnswer = z.infer<typeof noteAnswerSchema>;
