import { businessProfileListQuerySchema } from '@onboarding/contract';
import { listProfiles } from '@onboarding/domain/profiles';
import { readQuery, unknownParameters } from '../http/query.ts';
import type { Handler } from '../http/route.ts';

export const listBusinessProfiles: Handler = async (tx, { context, actor, catalogue, query }) => {
  const asked = readQuery(businessProfileListQuerySchema, query);
  return {
    value: await listProfiles(tx, context.keys, actor, catalogue, asked),
    warnings: unknownParameters(businessProfileListQuerySchema, query),
  };
};
