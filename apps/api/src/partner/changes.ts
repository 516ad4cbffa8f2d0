import { changesQuerySchema } from '@onboarding/contract';
import { listChanges } from '@onboarding/domain/events';
import { readQuery } from '../http/query.ts';
import type { Handler } from '../http/route.ts';

export const readChanges: Handler = async (tx, { context, actor, query }) => ({
  value: await listChanges(tx, actor, readQuery(changesQuerySchema, query), context.clock.now()),
});
