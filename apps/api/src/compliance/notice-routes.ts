// The notices of analysts.
import { noticeCountsSchema, noticeListSchema, noticesSeenSchema } from '@onboarding/contract';
import { listOwnNotices, markNoticesSeen, readNoticeCounts } from '@onboarding/domain/analyst-notices';
import { parsedBody } from '../http/body.ts';
import { complianceRoute } from '../http/declare.ts';
import type { SessionRoute } from '../http/route.ts';
import { COMPLIANCE, REVIEWERS } from './paths.ts';
import { noticeCountsExample, noticesExample, noticesSeenExample } from './queue-examples.ts';

export const noticeRoutes: readonly SessionRoute[] = [
  complianceRoute({
    method: 'GET',
    path: `${COMPLIANCE}/notices`,
    operationId: 'listNotices',
    summary: 'List your notices',
    description:
      'What concerns you now: proposals of yours that were undone, packages of yours that have changed or are close to their target, and proposals that you can confirm. A notice disappears once you have acted on it.',
    roles: REVIEWERS,
    writes: false,
    answer: { schema: noticeListSchema, example: noticesExample },
    errors: [],
    handler: async (tx, { context, reader }) => ({ value: await listOwnNotices(tx, context, reader) }),
  }),
  complianceRoute({
    method: 'GET',
    path: `${COMPLIANCE}/notices/counts`,
    operationId: 'readNoticeCounts',
    summary: 'Count your notices',
    description: 'Counts are current and name no business, so you can poll often.',
    roles: REVIEWERS,
    writes: false,
    answer: { schema: noticeCountsSchema, example: noticeCountsExample },
    errors: [],
    handler: async (tx, { context, person }) => ({ value: await readNoticeCounts(tx, context, person) }),
  }),
  complianceRoute({
    method: 'POST',
    path: `${COMPLIANCE}/notices/seen`,
    operationId: 'markNoticesSeen',
    summary: 'Mark your notices as seen',
    description:
      'Notices up to this time no longer count as unseen. They stay in the list until you have acted on them.',
    roles: REVIEWERS,
    writes: true,
    body: parsedBody({ schema: noticesSeenSchema, example: noticesSeenExample, malformed: 'ValidationControl.Error' }),
    answer: { schema: noticeCountsSchema, example: noticeCountsExample },
    errors: ['ValidationControl.Error'],
    handler: async (tx, { context, person, body }) => ({
      value: await markNoticesSeen(tx, context, person, body.until),
    }),
  }),
];
