import type { BusinessProfileRecord } from '@onboarding/contract';
import {
  checkCreate,
  getProfile,
  getProfileByReference,
  prepareCreate,
  refuseTakenReference,
} from '@onboarding/domain/profiles';
import type { Handler, Reply } from '../http/route.ts';

export const createBusinessProfile: Handler = async (tx, { context, actor, catalogue, body }) => {
  const { input, warnings } = checkCreate(body, catalogue, context.clock.now());
  return { value: await prepareCreate(context, actor, catalogue, input)(tx), warnings };
};

export const validateBusinessProfile: Handler = async (tx, { context, actor, catalogue, body }) => {
  const { input, warnings } = checkCreate(body, catalogue, context.clock.now());
  await refuseTakenReference(tx, actor, input);
  return { value: { valid: true }, warnings };
};

export const readBusinessProfile: Handler = async (tx, { actor, params }) =>
  withETag(await getProfile(tx, actor, params.customerId ?? ''));

export const readBusinessProfileByReference: Handler = async (tx, { actor, params }) =>
  withETag(await getProfileByReference(tx, actor, params.partnerCustomerId ?? ''));

function withETag(value: BusinessProfileRecord): Reply {
  return { value, headers: { etag: `"${value.version}"` } };
}
