// Background jobs: the state of the queues, and jobs that failed permanently.
import {
  type DeadLetterPage,
  deadLetterPageSchema,
  deadLetterQuerySchema,
  type JobHealth,
  jobHealthSchema,
  retryAskedSchema,
} from '@onboarding/contract';
import { askForRetry, listDeadLetters, readJobHealth } from '@onboarding/domain/operations';
import { operationsRoute } from '../http/declare.ts';
import type { SessionRoute } from '../http/route.ts';
import { malformed, OPERATIONS } from './paths.ts';

const LETTERS = `${OPERATIONS}/jobs/dead-letters`;
const jobId = '0193a2b4-7c16-7d3e-9f53-2a6b8c0d1e2f';

const healthExample: JobHealth = {
  queues: [
    {
      queue: 'mail.send',
      waiting: 2,
      delayed: 1,
      running: 1,
      oldestWaitingSince: '2026-11-15T09:29:58.000Z',
      countedAt: '2026-11-15T09:29:50.000Z',
    },
  ],
  deadLetters: 1,
  processes: [{ service: 'worker', processes: 2, lastReadyAt: '2026-11-15T09:29:55.000Z' }],
  dispatchers: [
    {
      dispatcherId: '0193a2b4-7c11-7d40-9b55-6c7d8e9f0a12',
      startedAt: '2026-11-14T21:00:00.000Z',
      lastSeenAt: '2026-11-15T09:29:57.000Z',
      alive: true,
    },
  ],
  webhooks: { due: 0, oldestDueSince: null },
};

const lettersExample: DeadLetterPage = {
  items: [
    {
      jobId,
      queue: 'mail.send',
      failedAt: '2026-11-15T09:30:00.000Z',
      createdAt: '2026-11-14T21:30:00.000Z',
      attempts: 21,
      error: 'Error ECONNREFUSED',
      retryAskedAt: null,
    },
  ],
  nextCursor: null,
};

export const jobRoutes: readonly SessionRoute[] = [
  operationsRoute({
    method: 'GET',
    path: `${OPERATIONS}/jobs/health`,
    operationId: 'readJobHealth',
    summary: 'Read the state of background work',
    description:
      'The queues, with the number of waiting jobs and how long they have waited; the processes; and the webhook dispatchers.',
    answer: { schema: jobHealthSchema, example: healthExample },
    errors: [],
    handler: async (tx, { context }) => ({ value: await readJobHealth(tx, context) }),
  }),
  operationsRoute({
    method: 'GET',
    path: LETTERS,
    operationId: 'listDeadLetters',
    summary: 'List dead letters',
    description:
      'Jobs that ran out of retries, with their queue and the kind of failure. The content of a job is never shown.',
    query: deadLetterQuerySchema,
    answer: { schema: deadLetterPageSchema, example: lettersExample },
    errors: [malformed],
    handler: async (tx, { context, query }) => ({ value: await listDeadLetters(tx, context, query) }),
  }),
  operationsRoute({
    method: 'POST',
    path: `${LETTERS}/{jobId}/retry`,
    operationId: 'retryDeadLetter',
    summary: 'Retry a dead letter',
    description: 'A worker returns the job to its queue within seconds. Fix the cause first, or it will fail again.',
    answer: { schema: retryAskedSchema, example: { jobId } },
    errors: ['Operations.DeadLetterNotFound'],
    handler: async (tx, { context, operator, params }) => ({
      value: await askForRetry(tx, context, operator, params.jobId),
    }),
  }),
];
