import { giveUploadLink } from '@onboarding/domain/uploads';
import type { Handler } from '../http/route.ts';

export const postUploadLink: Handler = async (tx, { context, actor, params, body }) => {
  const request = { customerId: params.customerId ?? '', body };
  const { answer, warnings } = await giveUploadLink(tx, context, actor, request);
  return { value: answer, warnings };
};
