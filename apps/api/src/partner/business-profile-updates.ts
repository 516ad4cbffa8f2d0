import { documentsHandedIn, type UpdateOutcome, updateBusiness } from '@onboarding/domain/profiles';
import type { Handler, Reply, TokenRoute } from '../http/route.ts';

export const putBusinessProfile: Handler = async (tx, { context, actor, catalogue, params, ifMatch, body }) => {
  const request = { kind: 'PUT', customerId: params.businessProfileId ?? '', ifMatch, body } as const;
  return withETag(await updateBusiness(tx, context, actor, catalogue, request));
};

/** A file that was uploaded a moment ago is looked for here: nobody waits for a worker to notice it. */
export const lookForHandedIn: NonNullable<TokenRoute['prepare']> = async (
  { actor, params, body },
  lookForDocuments,
) => {
  const { partnerId } = actor;
  const documentIds = documentsHandedIn(body);
  return { lookedFor: await lookForDocuments({ partnerId, customerId: params.customerId ?? '', documentIds }) };
};

export const patchBusinessProfile: Handler = async (tx, call) => {
  const { context, actor, catalogue, params, ifMatch, body, lookedFor } = call;
  const request = { kind: 'PATCH', customerId: params.customerId ?? '', ifMatch, body, lookedFor } as const;
  return withETag(await updateBusiness(tx, context, actor, catalogue, request));
};

function withETag({ answer, warnings }: UpdateOutcome): Reply {
  return { value: answer, warnings, headers: { etag: `"${answer.version}"` } };
}
