import { changesPageSchema, changesQuerySchema, EVENT_DAYS } from '@onboarding/contract';
import { listChanges } from '@onboarding/domain/events';
import { changesExample } from '../examples/business.ts';
import { tokenRoute } from '../http/declare.ts';

export const readChanges = tokenRoute({
  method: 'GET',
  path: '/partner/v1/changes',
  operationId: 'readChanges',
  summary: 'Follow changes to your customers',
  description: `Your events of the last ${EVENT_DAYS} days, the same ones that webhooks deliver. Their order guarantees that a cursor never skips one, even if an event is committed late. Keep nextCursor and poll with it; when hasMore is false, wait a little before you poll again. To order the events of one customer, use sequence.`,
  scope: 'partner.read',
  writes: false,
  query: changesQuerySchema,
  silentAboutParameters: true,
  answer: { schema: changesPageSchema, example: changesExample },
  errors: [],
  handler: async (tx, { context, actor, query }) => ({
    value: await listChanges(tx, actor, query, context.clock.now()),
  }),
});
