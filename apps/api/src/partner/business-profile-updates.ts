import { type UpdateOutcome, updateBusiness } from '@onboarding/domain/profiles';
import type { Handler, Reply } from '../http/route.ts';

export const putBusinessProfile: Handler = async (tx, { context, actor, catalogue, params, ifMatch, body }) => {
  const request = { kind: 'PUT', customerId: params.businessProfileId ?? '', ifMatch, body } as const;
  return withETag(await updateBusiness(tx, context, actor, catalogue, request));
};

export const patchBusinessProfile: Handler = async (tx, { context, actor, catalogue, params, ifMatch, body }) => {
  const request = { kind: 'PATCH', customerId: params.customerId ?? '', ifMatch, body } as const;
  return withETag(await updateBusiness(tx, context, actor, catalogue, request));
};

function withETag({ answer, warnings }: UpdateOutcome): Reply {
  return { value: answer, warnings, headers: { etag: `"${answer.version}"` } };
}
