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
  reassignSchema,
} from '@onboarding/contract';
import {
  claimNext,
  listColleagues,
  listQueue,
  readQueueChoices,
  readQueueCounts,
  reassignPackage,
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
  searchExample,
} from './queue-examples.ts';

const malformed = 'ValidationControl.Error';

export const queueRoutes: readonly SessionRoute[] = [
  complianceRoute({
    method: 'GET',
    path: `${COMPLIANCE}/queue`,
    operationId: 'listQueue',
    summary: 'List the packages waiting for an analyst',
    description:
      'In the order in which packages are to be claimed: by priority, then by age. With claimedBy, the packages that this analyst or all others have claimed; with awaiting, those whose proposed decision you can confirm.',
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
    summary: 'Count the packages of the queue',
    description:
      'How many wait, and how many are for you: counted now, without filters, and each only up to a bound, so that it can be asked often.',
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
    summary: 'What the queue can be filtered by',
    description:
      'Countries, business types and partners, to choose from. Reasons and flags are listed in this document.',
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
      'Finds the businesses of all partners, in any state, by the beginnings of words of their names, reference or registration number.',
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
    summary: 'List who reviews packages',
    description:
      'The analysts and supervisors who can sign in: those to whom a package can be reassigned. With include=auditors, everyone who can read one.',
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
      'The first package that matches the filters, all of which are optional. The value is null when none waits. Analysts who call this at the same time get different packages.',
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
    summary: 'Hand a package to another analyst',
    description: 'Only for a claimed package. Its state stays the same; a proposed decision about it becomes void.',
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
];
