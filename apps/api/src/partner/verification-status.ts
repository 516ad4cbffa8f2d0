import { getVerificationStatus } from '@onboarding/domain/profiles';
import type { Handler } from '../http/route.ts';

export const readVerificationStatus: Handler = async (tx, { actor, params }) => {
  const { record, tag } = await getVerificationStatus(tx, actor, params.customerId ?? '');
  return { value: record, headers: { etag: `"${tag}"` } };
};
