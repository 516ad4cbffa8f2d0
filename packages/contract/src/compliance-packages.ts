// Everything about one business, as the analyst who reviews it sees it.
import { z } from 'zod';
import { reviewAuditEntrySchema } from './audit-trail.ts';
import { businessProfileRecordSchema } from './business-profile.ts';
import { queueReasonSchema } from './compliance-queue.ts';
import { documentRecordSchema } from './documents.ts';
import type { ReasonTarget } from './review-reasons.ts';
import { REASON_CODES } from './review-reasons.ts';
import {
  DECISION_OUTCOMES,
  DECISION_STATES,
  DOCUMENT_CATEGORIES,
  DOCUMENT_CONTENT_TYPES,
  NEXT_ACTIONS,
  REVIEW_FLAGS,
  SCREENING_OUTCOMES,
  VERDICTS,
  VERIFICATION_STATUSES,
  VOIDED_BY,
} from './vocabularies.ts';

export const PACKAGE_LIMITS = { notes: 100, auditEntries: 20 } as const;

const moment = z.iso.datetime();

const colleagueSchema = z
  .object({ accountId: z.uuid(), name: z.string().nullable().meta({ description: 'Null if the account is gone.' }) })
  .meta({ id: 'Colleague' });
export type Colleague = z.infer<typeof colleagueSchema>;

const flagSchema = z
  .object({
    code: z.enum(REVIEW_FLAGS),
    explanation: z.string().meta({ description: 'What was found, in a sentence.' }),
    facts: z
      .record(z.string(), z.unknown())
      .meta({ description: 'What it points at: pointers, uboIds, identityIds, figures.' }),
    matches: z
      .array(
        z.object({
          customerId: z.uuid(),
          partnerId: z.uuid(),
          partnerName: z.string().nullable(),
          companyName: z.string().nullable(),
          why: z.string(),
        }),
      )
      .meta({ description: 'Other businesses that it points at, of whatever partner.' }),
  })
  .meta({ id: 'PackageFlagExplained' });
export type ExplainedFlag = z.infer<typeof flagSchema>;

export const screeningHitSchema = z
  .object({
    listName: z.string(),
    entityId: z.string(),
    name: z.string(),
    score: z.number(),
    url: z.string().optional(),
  })
  .meta({ id: 'ScreeningHit', description: 'An entry of a list that may be the subject.' });

const screeningSchema = z
  .object({
    uboId: z.uuid().nullable().meta({ description: 'Null for the business itself.' }),
    outcome: z.enum(SCREENING_OUTCOMES),
    provider: z.string(),
    screenedAt: moment,
    hitCount: z.int(),
    hits: z.array(screeningHitSchema).nullable().meta({ description: 'Null once the data were erased.' }),
  })
  .meta({ id: 'PackageScreening' });
export type PackageScreening = z.infer<typeof screeningSchema>;

const verdictSchema = z
  .object({
    verdict: z.enum(VERDICTS),
    reasonCode: z.string().nullable(),
    givenBy: colleagueSchema,
    givenAt: moment,
  })
  .meta({ id: 'GivenVerdict' });
export type GivenVerdict = z.infer<typeof verdictSchema>;

const decisionReasonSchema = z.object({
  reasonId: z.uuid(),
  code: z.string(),
  message: z.string().meta({ description: 'As the partner reads it.' }),
  pointer: z.string().nullable(),
  uboId: z.uuid().nullable(),
  documentId: z.uuid().nullable(),
});

const decisionSchema = z
  .object({
    decisionId: z.uuid(),
    outcome: z.enum(DECISION_OUTCOMES),
    state: z.enum(DECISION_STATES),
    attempt: z.int(),
    proposedBy: colleagueSchema,
    proposedAt: moment,
    settledBy: colleagueSchema.nullable().meta({
      description: 'Who confirmed or withdrew it; null while it is open, and where it was voided by a change.',
    }),
    settledAt: moment.nullable(),
    voidedBy: z.enum(VOIDED_BY).nullable().meta({
      description:
        'What has voided it: a document that was confirmed or a screening hit (approvals only), a verdict, a handover to somebody else, the transition of the package, an erasure. Null if it was not voided, or long ago.',
    }),
    reasons: z.array(decisionReasonSchema),
  })
  .meta({ id: 'PackageDecisionRecord' });
export type PackageDecisionRecord = z.infer<typeof decisionSchema>;

const requestedDocumentSchema = z
  .object({
    reasonId: z.uuid(),
    category: z.enum(DOCUMENT_CATEGORIES),
    uboId: z.uuid().nullable(),
    documentIds: z
      .array(z.uuid())
      .meta({ description: 'Documents of that category and person that were confirmed since.' }),
  })
  .meta({ id: 'RequestedDocument' });
export type RequestedDocument = z.infer<typeof requestedDocumentSchema>;

export const packageSchema = z
  .object({
    partner: z.object({ partnerId: z.uuid(), name: z.string() }),
    // Without a description of its own, or it would be written down as closed, whatever is said of answers.
    business: businessProfileRecordSchema,
    verification: z.object({
      status: z.enum(VERIFICATION_STATUSES),
      attempt: z.int(),
      submittedAt: moment,
      statusChangedAt: moment,
      decidedAt: moment.nullable(),
      version: z.int(),
    }),
    claim: colleagueSchema
      .extend({ claimedAt: moment, endsAt: moment })
      .nullable()
      .meta({ id: 'PackageClaimant', description: 'Who has the package, and until when without a further sign.' }),
    queue: z.object({
      priority: z.int(),
      reason: queueReasonSchema.nullable(),
      queuedAt: moment.nullable().meta({ description: 'Since when it is in our hands; null while it is not.' }),
    }),
    flags: z.array(flagSchema),
    flagsPending: z.boolean().meta({ description: 'Whether flags are still to be computed anew.' }),
    screenings: z
      .array(screeningSchema)
      .meta({ description: 'The last of each provider about the business and each of its people.' }),
    screeningPending: z
      .boolean()
      .meta({ description: 'Whether somebody is still to be screened; until then it cannot be approved.' }),
    people: z.array(
      z.object({
        uboId: z.uuid(),
        verificationStatus: z.enum(VERIFICATION_STATUSES),
        verdict: verdictSchema.nullable().meta({
          description: 'The last one given. A person who was changed since is NotStarted all the same.',
        }),
      }),
    ),
    documents: z.array(
      documentRecordSchema.extend({
        verdict: verdictSchema.nullable(),
        requestedBy: z
          .array(z.uuid())
          .meta({ description: 'Reasons of the last request for changes that it is an answer to.' }),
      }),
    ),
    requestedDocuments: z
      .array(requestedDocumentSchema)
      .meta({ description: 'What the last request for changes asked for, and what of it has arrived.' }),
    decisions: z.array(decisionSchema).meta({ description: 'Newest first, whatever became of them.' }),
    notes: z
      .array(
        z.object({
          noteId: z.uuid(),
          text: z.string().nullable().meta({ description: 'Null once the data were erased.' }),
          writtenBy: colleagueSchema,
          writtenAt: moment,
        }),
      )
      .max(PACKAGE_LIMITS.notes)
      .meta({ description: 'Newest first. Partners never see them.' }),
    audit: z
      .array(reviewAuditEntrySchema)
      .max(PACKAGE_LIMITS.auditEntries)
      .meta({ description: 'The newest entries of the trail.' }),
  })
  .meta({
    id: 'Package',
    description: 'The business is as its partner reads it; identity numbers are masked.',
  });
export type PackageRecord = z.infer<typeof packageSchema>;

export const documentViewSchema = z
  .object({
    url: z
      .url()
      .meta({ description: 'Whoever has it can read the document; it is a secret for as long as it is valid.' }),
    expiresAt: moment.meta({ description: 'When reading must have begun, within a minute.' }),
    contentType: z.enum(DOCUMENT_CONTENT_TYPES),
  })
  .meta({ id: 'DocumentView' });
export type DocumentView = z.infer<typeof documentViewSchema>;

const REASON_TARGETS = ['Business', 'Person', 'Document'] as const satisfies readonly ReasonTarget[];

export const reasonCatalogueSchema = z.array(
  z
    .object({
      code: z.enum(REASON_CODES),
      target: z.enum(REASON_TARGETS).meta({ description: 'What the reason must point at.' }),
      outcomes: z.array(z.enum(DECISION_OUTCOMES)).meta({ description: 'Decisions for which it can be given.' }),
      message: z.string().meta({ description: 'What the partner reads unless you say it in your own words.' }),
      remediation: z.object({
        action: z.enum(NEXT_ACTIONS),
        fields: z.array(z.string()).optional(),
        documentCategories: z.array(z.enum(DOCUMENT_CATEGORIES)).optional(),
      }),
    })
    .meta({ id: 'CatalogueReason' }),
);
