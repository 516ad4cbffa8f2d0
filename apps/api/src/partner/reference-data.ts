import { createHash } from 'node:crypto';
import { getBusinessTypes, getCountries } from '@onboarding/domain/requirements';
import type { Handler, Reply } from '../http/route.ts';

// Both from memory: the database is asked only whether the partner may ask.
export const listCountries: Handler = async (_tx, { catalogue }) => kept(getCountries(catalogue));

export const listBusinessTypes: Handler = async (_tx, { catalogue }) => kept(getBusinessTypes(catalogue));

/** Such a list has no version of its own, so its content makes the tag. */
function kept(value: unknown): Reply {
  const hash = createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22);
  return { value, headers: { etag: `"${hash}"`, 'cache-control': 'private, max-age=3600' } };
}
