import { identityRequirementsQuerySchema } from '@onboarding/contract';
import { getIdentityRequirements } from '@onboarding/domain/requirements';
import { readQuery } from '../http/query.ts';
import type { Handler } from '../http/route.ts';

/** From memory: the database is asked only whether the partner may ask. */
export const listIdentityRequirements: Handler = async (_tx, { catalogue, query }) => {
  const { countryCode } = readQuery(identityRequirementsQuerySchema, query);
  const { entries, version } = getIdentityRequirements(catalogue, countryCode);
  return {
    value: entries,
    headers: { etag: `"${countryCode}-${version}"`, 'cache-control': 'private, max-age=3600' },
  };
};
