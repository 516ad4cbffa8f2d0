// Analysts' verdicts and decisions.
import {
  CONSOLE_PATH,
  claimAnswerSchema,
  confirmationSchema,
  decisionAnswerSchema,
  decisionPreviewSchema,
  decisionSchema,
  noteAnswerSchema,
  noteSchema,
  verdictAnswerSchema,
  verdictSchema,
} from '@onboarding/contract';
import {
  confirmDecision,
  decideOnPackage,
  judgeDocument,
  judgePerson,
  previewDecision,
  reopenPackage,
  sendDecisionBack,
  withdrawDecision,
  writeNote,
} from '@onboarding/domain/review-work';
import { checkedBody, parsedBody } from '../http/body.ts';
import { complianceRoute } from '../http/declare.ts';
import type { SessionRoute } from '../http/route.ts';
import {
  confirmationExample,
  confirmedExample,
  decidedExample,
  decisionExample,
  documentJudgedExample,
  documentVerdictExample,
  notedExample,
  noteExample,
  personJudgedExample,
  personVerdictExample,
  previewExample,
  reopenedExample,
  sentBackExample,
  withdrawnExample,
} from './examples.ts';
import { PACKAGE, REVIEWERS } from './paths.ts';

const malformed = 'ValidationControl.Error';
const DECISION = `${PACKAGE}/decisions/{decisionId}` as const;

/** Errors of every operation on a package. */
const ON_PACKAGE = ['Customer.NotFound', 'Customer.Closed'] as const;
const ON_OWN_PACKAGE = [...ON_PACKAGE, 'Review.StateConflict', 'Review.NotYours', malformed] as const;
const ON_DECISION = [
  'Review.EvidenceChanged',
  'Review.VerdictOpen',
  'Review.ScreeningPending',
  'Review.HitOpen',
  'Review.DocumentMissing',
  'Review.DocumentUnopened',
  'Review.CountryProhibited',
] as const;
const ON_PROPOSAL = [...ON_PACKAGE, 'Review.DecisionNotFound', 'Review.DecisionSettled'] as const;

export const decisionRoutes: readonly SessionRoute[] = [
  complianceRoute({
    method: 'POST',
    path: `${PACKAGE}/decisions`,
    operationId: 'decideOnPackage',
    summary: 'Decide on a package',
    description:
      'Only for the analyst who has claimed the package. RequestChanges takes effect immediately and voids an open proposal. Approve and Reject are proposals: you keep the package until another analyst confirms.',
    roles: REVIEWERS,
    writes: true,
    body: checkedBody({ schema: decisionSchema, example: decisionExample, malformed }),
    answer: { schema: decisionAnswerSchema, example: decidedExample },
    errors: [...ON_OWN_PACKAGE, 'Review.DecisionOpen', ...ON_DECISION],
    handler: async (tx, { context, person, params, body }) => ({
      value: await decideOnPackage(tx, context, person, params.customerId, body),
    }),
  }),
  complianceRoute({
    method: 'POST',
    path: `${PACKAGE}/decisions/preview`,
    operationId: 'previewDecision',
    summary: 'Preview a decision',
    description:
      'Only for the analyst who has claimed the package. Takes the same body as a decision and saves nothing. The response lists what prevents the decision, and shows what the partner would see.',
    roles: REVIEWERS,
    writes: false,
    body: checkedBody({ schema: decisionSchema, example: decisionExample, malformed }),
    answer: { schema: decisionPreviewSchema, example: previewExample },
    errors: ON_OWN_PACKAGE,
    handler: async (tx, { context, person, params, body }) => ({
      value: await previewDecision(tx, context, person, params.customerId, body),
    }),
  }),
  complianceRoute({
    method: 'POST',
    path: `${DECISION}/confirm`,
    operationId: 'confirmDecision',
    summary: 'Confirm a proposed decision',
    description:
      'For any reviewer except the one who proposed it. People without a verdict are approved together with the business.',
    roles: REVIEWERS,
    writes: true,
    body: parsedBody({ schema: confirmationSchema, example: confirmationExample, malformed }),
    answer: { schema: decisionAnswerSchema, example: confirmedExample },
    errors: [...ON_PROPOSAL, 'Review.FourEyes', ...ON_DECISION, malformed],
    handler: async (tx, { context, person, params: { customerId, decisionId }, body }) => ({
      value: await confirmDecision(tx, context, person, customerId, { ...body, decisionId }),
    }),
  }),
  complianceRoute({
    method: 'POST',
    path: `${DECISION}/withdraw`,
    operationId: 'withdrawDecision',
    summary: 'Withdraw a proposed decision',
    description:
      'For the analyst who proposed the decision, and for supervisors. The analyst who has claimed the package keeps it.',
    roles: REVIEWERS,
    writes: true,
    answer: { schema: decisionAnswerSchema, example: withdrawnExample },
    errors: [...ON_PROPOSAL, 'Review.NotYours'],
    handler: async (tx, { context, person, params }) => ({
      value: await withdrawDecision(tx, context, person, params.customerId, params.decisionId),
    }),
  }),
  complianceRoute({
    method: 'POST',
    path: `${DECISION}/send-back`,
    operationId: 'sendDecisionBack',
    summary: 'Send a proposed decision back',
    description:
      'For any reviewer except the one who proposed it. The proposal is withdrawn, its proposer gets a mail, and the analyst who has claimed the package keeps it. The note says why.',
    roles: REVIEWERS,
    writes: true,
    body: parsedBody({ schema: noteSchema, example: sentBackExample, malformed }),
    answer: { schema: decisionAnswerSchema, example: withdrawnExample },
    errors: [...ON_PROPOSAL, 'Review.FourEyes', malformed],
    handler: async (tx, { context, person, site, params: { customerId, decisionId }, body }) => ({
      value: await sendDecisionBack(tx, context, person, customerId, {
        ...body,
        decisionId,
        link: `${site.origin}${CONSOLE_PATH}/packages/${encodeURIComponent(customerId)}`,
      }),
    }),
  }),
  complianceRoute({
    method: 'POST',
    path: `${PACKAGE}/people/{uboId}/verdict`,
    operationId: 'judgePerson',
    summary: 'Record a verdict on a person',
    description:
      'Only for the analyst who has claimed the package. Voids an open proposal. While a person is Rejected or ChangesRequested, the business cannot be approved. When the partner changes the person, the verdict is removed.',
    roles: REVIEWERS,
    writes: true,
    body: checkedBody({ schema: verdictSchema, example: personVerdictExample, malformed }),
    answer: { schema: verdictAnswerSchema, example: personJudgedExample },
    errors: [...ON_OWN_PACKAGE, 'Review.SubjectNotFound'],
    handler: async (tx, { context, person, params: { customerId, uboId: subjectId }, body }) => ({
      value: await judgePerson(tx, context, person, { customerId, subjectId }, body),
    }),
  }),
  complianceRoute({
    method: 'POST',
    path: `${PACKAGE}/documents/{documentId}/verdict`,
    operationId: 'judgeDocument',
    summary: 'Record a verdict on a document',
    description:
      'Only for the analyst who has claimed the package, and only on a confirmed document. Voids an open proposal.',
    roles: REVIEWERS,
    writes: true,
    body: checkedBody({ schema: verdictSchema, example: documentVerdictExample, malformed }),
    answer: { schema: verdictAnswerSchema, example: documentJudgedExample },
    errors: [...ON_OWN_PACKAGE, 'Review.SubjectNotFound', 'Review.DocumentUnreadable'],
    handler: async (tx, { context, person, params: { customerId, documentId: subjectId }, body }) => ({
      value: await judgeDocument(tx, context, person, { customerId, subjectId }, body),
    }),
  }),
  complianceRoute({
    method: 'POST',
    path: `${PACKAGE}/notes`,
    operationId: 'writeNote',
    summary: 'Add a note for colleagues',
    description: "Partners never see notes. A note is erased together with the customer's data.",
    roles: REVIEWERS,
    writes: true,
    body: parsedBody({ schema: noteSchema, example: noteExample, malformed }),
    answer: { schema: noteAnswerSchema, example: notedExample },
    errors: [...ON_PACKAGE, malformed],
    handler: async (tx, { context, person, params, body }) => ({
      value: await writeNote(tx, context, person, params.customerId, body),
    }),
  }),
  complianceRoute({
    method: 'POST',
    path: `${PACKAGE}/reopen`,
    operationId: 'reopenPackage',
    summary: 'Reopen a rejected business',
    description: 'For supervisors. The package returns to the queue, ahead of new packages.',
    roles: ['supervisor'],
    writes: true,
    answer: { schema: claimAnswerSchema, example: reopenedExample },
    errors: [...ON_PACKAGE, 'Review.StateConflict'],
    handler: async (tx, { context, person, params }) => ({
      value: await reopenPackage(tx, context, person, params.customerId),
    }),
  }),
];
