// The analysts' queue: its packages, and claiming the next one.
import {
  businessSearchPageSchema,
  businessSearchQuerySchema,
  claimAnswerSchema,
  claimNextAnswerSchema,
  claimNextSchema,
  colleagueListSchema,
  colleagueQuerySchema,
  queueCountsSchema,
  queueFiltersSchema,
  queuePageSchema,
  queueQuerySchema,
  REASSIGNED_AT_ONCE,
  reassignedManySchema,
  reassignManySchema,
  reassignSchema,
} from '@onboarding/contract';
import {
  claimNext,
  listColleagues,
  listQueue,
  readQueueChoices,
  readQueueCounts,
  reassignPackage,
  reassignPackages,
  searchBusinesses,
} from '@onboarding/domain/review-work';
import { parsedBody } from '../http/body.ts';
import { complianceRoute } from '../http/declare.ts';
import type { SessionRoute } from '../http/route.ts';
import { claimedExample } from './examples.ts';
import { COMPLIANCE, PACKAGE, READERS, REVIEWERS } from './paths.ts';
import {
  claimNextExample,
  colleaguesExample,
  queueCountsExample,
  queueExample,
  queueFiltersExample,
  reassignExample,
  reassignedManyExample,
  reassignManyExample,
  searchExample,
} from './queue-examples.ts';

const malformed = 'ValidationControl.Error';

export const queueRoutes: readonly SessionRoute[] = [
  complianceRoute({
    method: 'GET',
    path: `${COMPLIANCE}/queue`,
    operationId: 'listQueue',
    summary: 'List the queue',
    description:
      'The packages waiting for an analyst, in the order in which they should be claimed: by priority, then by age. Use claimedBy to list claimed packages instead, or awaiting to list packages whose proposed decision you can confirm.',
    roles: READERS,
    writes: false,
    query: queueQuerySchema,
    answer: { schema: queuePageSchema, example: queueExample },
    errors: ['ValidationControl.Error'],
    handler: async (tx, { context, reader, query }) => ({ value: await listQueue(tx, context, reader, query) }),
  }),
  complianceRoute({
    method: 'GET',
    path: `${COMPLIANCE}/queue/counts`,
    operationId: 'readQueueCounts',
    summary: 'Count packages in the queue',
    description:
      'How many packages are waiting, and how many need you. Counts are current, ignore filters and stop at a maximum, so you can poll often.',
    roles: READERS,
    writes: false,
    answer: { schema: queueCountsSchema, example: queueCountsExample },
    errors: [],
    handler: async (tx, { person }) => ({ value: await readQueueCounts(tx, person) }),
  }),
  complianceRoute({
    method: 'GET',
    path: `${COMPLIANCE}/queue/filters`,
    operationId: 'readQueueFilters',
    summary: 'List queue filters',
    description:
      'The countries, business types and partners to choose from. Reasons and flags are listed in this document.',
    roles: READERS,
    writes: false,
    answer: { schema: queueFiltersSchema, example: queueFiltersExample },
    errors: [],
    handler: async (tx, { context }) => ({ value: await readQueueChoices(tx, context) }),
  }),
  complianceRoute({
    method: 'GET',
    path: `${COMPLIANCE}/search`,
    operationId: 'searchBusinesses',
    summary: 'Search all businesses',
    description:
      'Finds businesses of all partners, in any state, by the start of any word in their names, reference or registration number.',
    roles: READERS,
    writes: false,
    query: businessSearchQuerySchema,
    answer: { schema: businessSearchPageSchema, example: searchExample },
    errors: ['ValidationControl.Error'],
    handler: async (tx, { context, reader, query }) => ({
      value: await searchBusinesses(tx, context, reader, query),
    }),
  }),
  complianceRoute({
    method: 'GET',
    path: `${COMPLIANCE}/colleagues`,
    operationId: 'listColleagues',
    summary: 'List colleagues',
    description:
      'The analysts and supervisors who can sign in, so a package can be reassigned to them. With include=auditors, everyone who can read packages.',
    roles: READERS,
    writes: false,
    query: colleagueQuerySchema,
    answer: { schema: colleagueListSchema, example: colleaguesExample },
    errors: ['ValidationControl.Error'],
    handler: async (tx, { query }) => ({ value: await listColleagues(tx, query) }),
  }),
  complianceRoute({
    method: 'POST',
    path: `${COMPLIANCE}/queue/claim-next`,
    operationId: 'claimNextPackage',
    summary: 'Claim the next package',
    description:
      'Claims the first package that matches the filters, which are all optional. The value is null if none is waiting. Analysts who call this at the same time get different packages.',
    roles: REVIEWERS,
    writes: true,
    body: parsedBody({ schema: claimNextSchema, example: claimNextExample, malformed, missing: {} }),
    answer: { schema: claimNextAnswerSchema, example: claimedExample },
    errors: ['ValidationControl.Error', 'Review.QueueBusy'],
    handler: async (tx, { context, person, body }) => ({ value: await claimNext(tx, context, person, body) }),
  }),
  complianceRoute({
    method: 'POST',
    path: `${PACKAGE}/reassign`,
    operationId: 'reassignPackage',
    summary: 'Reassign a package',
    description:
      'Gives a claimed package to another analyst. Its state does not change. A proposed decision is voided.',
    roles: ['supervisor'],
    writes: true,
    body: parsedBody({ schema: reassignSchema, example: reassignExample, malformed }),
    answer: { schema: claimAnswerSchema, example: claimedExample },
    errors: [
      'ValidationControl.Error',
      'Customer.NotFound',
      'Customer.Closed',
      'Review.StateConflict',
      'Review.AssigneeUnsuitable',
    ],
    handler: async (tx, { context, person, params, body }) => ({
      value: await reassignPackage(tx, context, person, params.customerId, body.accountId),
    }),
  }),
  complianceRoute({
    method: 'POST',
    path: `${COMPLIANCE}/queue/reassign`,
    operationId: 'reassignPackages',
    summary: 'Reassign several packages',
    description: `Gives up to ${REASSIGNED_AT_ONCE} claimed packages to another analyst, or returns them to the queue. Proposed decisions are voided. The others are reassigned even if one is refused, for example because a colleague has claimed it meanwhile.`,
    roles: ['supervisor'],
    writes: true,
    body: parsedBody({ schema: reassignManySchema, example: reassignManyExample, malformed }),
    answer: { schema: reassignedManySchema, example: reassignedManyExample },
    errors: ['ValidationControl.Error', 'Review.AssigneeUnsuitable'],
    handler: async (tx, { context, person, body }) => ({ value: await reassignPackages(tx, context, person, body) }),
  }),
];
