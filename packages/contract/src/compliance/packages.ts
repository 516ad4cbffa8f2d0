// Everything about one business, as shown to the analyst who reviews it.
import { z } from 'zod';
import { reviewAuditEntrySchema } from '../partner/audit-trail.ts';
import { reviewedBusinessSchema } from '../partner/business-profile.ts';
import { documentRecordSchema } from '../partner/documents.ts';
import type { ReasonTarget } from '../shared/review-reasons.ts';
import { REASON_CODES } from '../shared/review-reasons.ts';
import {
  DECISION_OUTCOMES,
  DECISION_STATES,
  DOCUMENT_CATEGORIES,
  HIT_FINDINGS,
  NEXT_ACTIONS,
  REVIEW_FLAGS,
  SCREENING_OUTCOMES,
  VERDICTS,
  VERIFICATION_STATUSES,
  VOIDED_BY,
} from '../shared/vocabularies.ts';
import { blockerSchema } from './decisions.ts';
import { queueReasonSchema } from './queue.ts';

export const PACKAGE_LIMITS = { notes: 100, auditEntries: 20, pages: 10_000 } as const;

const moment = z.iso.datetime();

export const colleagueSchema = z
  .object({
    accountId: z.uuid(),
    name: z.string().nullable().meta({ description: 'Null if the account no longer exists.' }),
  })
  .meta({ id: 'Colleague' });
export type Colleague = z.infer<typeof colleagueSchema>;

const flagSchema = z
  .object({
    code: z.enum(REVIEW_FLAGS),
    explanation: z.string().meta({ description: 'What was found, in one sentence.' }),
    facts: z
      .record(z.string(), z.unknown())
      .meta({ description: 'What the flag refers to: pointers, uboIds, identityIds, numbers.' }),
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
      .meta({ description: 'Other businesses that the flag refers to, of any partner.' }),
  })
  .meta({ id: 'PackageFlagExplained' });
export type ExplainedFlag = z.infer<typeof flagSchema>;

const hitFindingSchema = z
  .object({
    finding: z.enum(HIT_FINDINGS),
    note: z.string().nullable(),
    foundBy: colleagueSchema,
    foundAt: moment,
  })
  .meta({ id: 'HitFinding' });
export type GivenFinding = z.infer<typeof hitFindingSchema>;

const screeningHitSchema = z
  .object({
    listName: z.string(),
    entityId: z.string().meta({ description: 'Unique within its list.' }),
    name: z.string(),
    score: z.number(),
    url: z.string().optional(),
    birthDates: z.array(z.string()).meta({ description: 'As the list writes them; often only a year.' }),
    countries: z
      .array(z.string())
      .meta({ description: 'ISO 3166-1 alpha-3, or the text of the list if it has no such code.' }),
    aliases: z.array(z.string()),
    topics: z.array(z.string()).meta({ description: "Why it is listed, in the provider's words." }),
    finding: hitFindingSchema.nullable().meta({
      description:
        'Null until an analyst has recorded a finding about this entry and this subject in their current form.',
    }),
  })
  .meta({ id: 'ScreeningHit', description: 'A list entry that may refer to the subject.' });
export type PackageHit = z.infer<typeof screeningHitSchema>;

const details = z.array(z.string()).default([]);
/** As stored: without a finding, and without details if the hit is older than their recording. */
export const storedHitSchema = screeningHitSchema
  .omit({ finding: true })
  .extend({ birthDates: details, countries: details, aliases: details, topics: details });
export type StoredHit = z.output<typeof storedHitSchema>;

const screeningSchema = z
  .object({
    screeningId: z.uuid(),
    uboId: z.uuid().nullable().meta({ description: 'Null for the business itself.' }),
    outcome: z.enum(SCREENING_OUTCOMES),
    provider: z.string(),
    screenedAt: moment,
    hitCount: z.int(),
    hits: z.array(screeningHitSchema).nullable().meta({ description: 'Null after the data was erased.' }),
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
  message: z.string().meta({ description: 'The message that the partner sees.' }),
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
      description: 'Who confirmed or withdrew it; null while it is open, or if a change voided it.',
    }),
    settledAt: moment.nullable(),
    voidedBy: z.enum(VOIDED_BY).nullable().meta({
      description:
        'What voided it: a confirmed document or a screening hit (approvals only), a verdict or a finding about a screening hit, a reassignment to another analyst, a transition of the package, or an erasure. Null if it was not voided, or was voided before this was recorded.',
    }),
    evidenceVersion: z.string().nullable().meta({
      description:
        'The evidence on which it was proposed. If it differs from that of the package, the evidence has changed since. Null if it was proposed before this was recorded.',
    }),
    noteId: z.uuid().nullable().meta({
      description:
        'The note of the colleague who sent the proposal back, which is then Withdrawn. Null for any other decision.',
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
    documentIds: z.array(z.uuid()).meta({ description: 'Documents of that category and person confirmed since then.' }),
  })
  .meta({ id: 'RequestedDocument' });
export type RequestedDocument = z.infer<typeof requestedDocumentSchema>;

const comparedSchema = colleagueSchema
  .extend({ identityId: z.uuid(), matches: z.boolean(), comparedAt: moment })
  .meta({ id: 'NumberCompared' });

const openedSchema = colleagueSchema
  .extend({
    openedAt: moment,
    pagesSeen: z
      .int()
      .nullable()
      .meta({ description: 'How many of its pages they have seen; null if they have not reported any.' }),
    pagesTotal: z.int().nullable().meta({ description: 'Null together with pagesSeen.' }),
  })
  .meta({ id: 'DocumentOpened' });

const PAGES = `must be a whole number from 1 to ${PACKAGE_LIMITS.pages}`;
const pageCount = z.int({ error: PAGES }).min(1, { error: PAGES }).max(PACKAGE_LIMITS.pages, { error: PAGES });

export const pagesSeenSchema = z
  .object({
    pagesSeen: pageCount.meta({
      description: 'The number of different pages that were visible long enough to be read.',
    }),
    pagesTotal: pageCount.meta({ description: 'The number of pages of the document; 1 for an image.' }),
  })
  .refine(({ pagesSeen, pagesTotal }) => pagesSeen <= pagesTotal, {
    error: 'must not be more than pagesTotal',
    path: ['pagesSeen'],
  });
export type PagesSeen = z.output<typeof pagesSeenSchema>;

export const pagesSeenAnswerSchema = z
  .object({ documentId: z.uuid(), pagesSeen: z.int(), pagesTotal: z.int() })
  .meta({ id: 'PagesSeen', description: 'What is recorded now; never less than before in the same review.' });
export type PagesSeenAnswer = z.infer<typeof pagesSeenAnswerSchema>;

export const packageSchema = z
  .object({
    evidenceVersion: z.string().meta({
      description:
        'Changes with the data, the documents, the verdicts, the flags and the results of the screenings. Send it as seenVersion with a decision.',
    }),
    blockers: z.array(blockerSchema).meta({
      description: 'What currently prevents you from approving.',
    }),
    partner: z.object({ partnerId: z.uuid(), name: z.string() }),
    // Without a description, because the generated schema would then be closed, unlike other responses.
    business: reviewedBusinessSchema,
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
      .meta({ id: 'PackageClaimant', description: 'Who has claimed the package, and when the claim expires.' }),
    queue: z.object({
      priority: z.int(),
      reason: queueReasonSchema.nullable(),
      queuedAt: moment
        .nullable()
        .meta({ description: 'When it entered our queue; null while it is with the partner.' }),
    }),
    flags: z.array(flagSchema),
    flagsPending: z.boolean().meta({ description: 'Whether flags still have to be recomputed.' }),
    screenings: z
      .array(screeningSchema)
      .meta({ description: 'The latest result of each provider for the business and each of its people.' }),
    screeningPending: z.boolean().meta({
      description: 'Whether a screening is still pending; until it is done, the business cannot be approved.',
    }),
    people: z.array(
      z.object({
        uboId: z.uuid(),
        verificationStatus: z.enum(VERIFICATION_STATUSES),
        verdict: verdictSchema.nullable().meta({
          description: 'The latest verdict. A person changed since then is NotStarted regardless.',
        }),
      }),
    ),
    documents: z.array(
      documentRecordSchema.extend({
        verdict: verdictSchema.nullable(),
        requestedBy: z
          .array(z.uuid())
          .meta({ description: 'Reasons in the last request for changes that this document answers.' }),
        openedBy: z.array(openedSchema).meta({
          description:
            'Which of our staff have opened it since the package was last queued, and when most recently. Empty while the package is with the partner.',
        }),
      }),
    ),
    requestedDocuments: z
      .array(requestedDocumentSchema)
      .meta({ description: 'What the last request for changes asked for, and what has arrived so far.' }),
    comparisons: z.array(comparedSchema).meta({
      description:
        'The last comparison of each identity number by each of our staff since the package was last queued. Empty while the package is with the partner.',
    }),
    decisions: z
      .array(decisionSchema)
      .meta({ description: 'All decisions, newest first, regardless of their outcome.' }),
    notes: z
      .array(
        z.object({
          noteId: z.uuid(),
          text: z.string().nullable().meta({ description: 'Null after the data was erased.' }),
          writtenBy: colleagueSchema,
          writtenAt: moment,
        }),
      )
      .max(PACKAGE_LIMITS.notes)
      .meta({ description: 'Newest first. Partners never see them.' }),
    audit: z
      .array(reviewAuditEntrySchema)
      .max(PACKAGE_LIMITS.auditEntries)
      .meta({ description: 'The latest entries of the audit trail.' }),
  })
  .meta({
    id: 'Package',
    description: 'The business as its partner sees it; identity numbers are masked.',
  });
export type PackageRecord = z.infer<typeof packageSchema>;

export const packageStateSchema = z
  .object({
    evidenceVersion: z.string().meta({ description: 'As in the package: if it differs, read the package again.' }),
    claimedBy: z.uuid().nullable().meta({ description: 'The account that currently holds the claim.' }),
    proposalId: z.uuid().nullable().meta({ description: 'The decisionId of the open proposal.' }),
  })
  .meta({ id: 'PackageState' });
export type PackageState = z.infer<typeof packageStateSchema>;

const REASON_TARGETS = ['Business', 'Person', 'Document'] as const satisfies readonly ReasonTarget[];

export const reasonCatalogueSchema = z.array(
  z
    .object({
      code: z.enum(REASON_CODES),
      target: z.enum(REASON_TARGETS).meta({ description: 'What the reason must refer to.' }),
      outcomes: z.array(z.enum(DECISION_OUTCOMES)).meta({ description: 'Decisions that accept this reason.' }),
      message: z.string().meta({ description: 'What the partner sees if you do not write your own message.' }),
      remediation: z.object({
        action: z.enum(NEXT_ACTIONS),
        fields: z.array(z.string()).optional(),
        documentCategories: z.array(z.enum(DOCUMENT_CATEGORIES)).optional(),
      }),
    })
    .meta({ id: 'CatalogueReason' }),
);
export type CatalogueReason = z.infer<typeof reasonCatalogueSchema>[number];
