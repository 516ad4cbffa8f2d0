// The part of the analysts' table of contents that is about what they find and decide.
import {
  claimAnswerSchema,
  decisionAnswerSchema,
  decisionSchema,
  noteAnswerSchema,
  noteSchema,
  verdictAnswerSchema,
  verdictSchema,
} from '@onboarding/contract';
import type { SessionRoute } from '../http/route.ts';
import {
  confirmedExample,
  decidedExample,
  decisionExample,
  documentJudgedExample,
  documentVerdictExample,
  notedExample,
  noteExample,
  personJudgedExample,
  personVerdictExample,
  reopenedExample,
  withdrawnExample,
} from './decision-examples.ts';
import {
  confirmOne,
  decideOne,
  judgeOneDocument,
  judgeOnePerson,
  noteOne,
  reopenOne,
  withdrawOne,
} from './decisions.ts';
import { PACKAGE, REVIEWERS, STAFF } from './terms.ts';

const malformed = 'ValidationControl.Error';
const DECISION = `${PACKAGE}/decisions/{decisionId}`;

/** Of whatever is done to a package that exists. */
const ON_PACKAGE = ['Customer.NotFound', 'Customer.Closed'] as const;
const ON_OWN_PACKAGE = [...ON_PACKAGE, 'Review.StateConflict', 'Review.NotYours', malformed] as const;
const ON_APPROVAL = ['Review.VerdictOpen', 'Review.ScreeningPending'] as const;
const ON_PROPOSAL = [...ON_PACKAGE, 'Review.DecisionNotFound', 'Review.DecisionSettled'] as const;

export const decisionRoutes: readonly SessionRoute[] = [
  {
    ...STAFF,
    method: 'POST',
    path: `${PACKAGE}/decisions`,
    operationId: 'decideOnPackage',
    summary: 'Decide about a package, or propose to',
    description:
      'Only for the analyst who has it. RequestChanges takes effect at once, and voids what is proposed. Approve and Reject are proposals: the package stays with the analyst until another one confirms.',
    roles: REVIEWERS,
    writes: true,
    body: { schema: decisionSchema, example: decisionExample, malformed },
    answer: { schema: decisionAnswerSchema, example: decidedExample },
    errors: [...ON_OWN_PACKAGE, 'Review.DecisionOpen', ...ON_APPROVAL],
    handler: decideOne,
  },
  {
    ...STAFF,
    method: 'POST',
    path: `${DECISION}/confirm`,
    operationId: 'confirmDecision',
    summary: 'Confirm what a colleague has proposed',
    description:
      'For anybody who reviews, but never for the one who proposed. People about whom nothing was said are approved together with the business.',
    roles: REVIEWERS,
    writes: true,
    answer: { schema: decisionAnswerSchema, example: confirmedExample },
    errors: [...ON_PROPOSAL, 'Review.FourEyes', ...ON_APPROVAL],
    handler: confirmOne,
  },
  {
    ...STAFF,
    method: 'POST',
    path: `${DECISION}/withdraw`,
    operationId: 'withdrawDecision',
    summary: 'Take a proposal back',
    description: 'For the one who proposed, and for a supervisor. The package stays with the analyst who has it.',
    roles: REVIEWERS,
    writes: true,
    answer: { schema: decisionAnswerSchema, example: withdrawnExample },
    errors: [...ON_PROPOSAL, 'Review.NotYours'],
    handler: withdrawOne,
  },
  {
    ...STAFF,
    method: 'POST',
    path: `${PACKAGE}/people/{uboId}/verdict`,
    operationId: 'judgePerson',
    summary: 'Say what was found about a person',
    description:
      'Only for the analyst who has the package. It voids what is proposed. While a person is Rejected or ChangesRequested the business cannot be approved; when the partner changes the person, the verdict is gone.',
    roles: REVIEWERS,
    writes: true,
    body: { schema: verdictSchema, example: personVerdictExample, malformed },
    answer: { schema: verdictAnswerSchema, example: personJudgedExample },
    errors: [...ON_OWN_PACKAGE, 'Review.SubjectNotFound'],
    handler: judgeOnePerson,
  },
  {
    ...STAFF,
    method: 'POST',
    path: `${PACKAGE}/documents/{documentId}/verdict`,
    operationId: 'judgeDocument',
    summary: 'Say what was found about a document',
    description:
      'Only for the analyst who has the package, and only about a confirmed document. It voids what is proposed.',
    roles: REVIEWERS,
    writes: true,
    body: { schema: verdictSchema, example: documentVerdictExample, malformed },
    answer: { schema: verdictAnswerSchema, example: documentJudgedExample },
    errors: [...ON_OWN_PACKAGE, 'Review.SubjectNotFound', 'Review.DocumentUnreadable'],
    handler: judgeOneDocument,
  },
  {
    ...STAFF,
    method: 'POST',
    path: `${PACKAGE}/notes`,
    operationId: 'writeNote',
    summary: 'Leave a note for colleagues',
    description: 'No partner ever sees it. It goes when the data of the customer are erased.',
    roles: REVIEWERS,
    writes: true,
    body: { schema: noteSchema, example: noteExample, malformed },
    answer: { schema: noteAnswerSchema, example: notedExample },
    errors: [...ON_PACKAGE, malformed],
    handler: noteOne,
  },
  {
    ...STAFF,
    method: 'POST',
    path: `${PACKAGE}/reopen`,
    operationId: 'reopenPackage',
    summary: 'Have a rejected business looked at once more',
    description: 'For supervisors. The package waits in the queue again, before those that are new.',
    roles: ['supervisor'],
    writes: true,
    answer: { schema: claimAnswerSchema, example: reopenedExample },
    errors: [...ON_PACKAGE, 'Review.StateConflict'],
    handler: reopenOne,
  },
];
