import { simulateOutcome } from '@onboarding/domain/sandbox';
import type { Handler } from '../http/route.ts';

export const simulate: Handler = async (tx, { context, actor, params, body }) => {
  const request = { customerId: params.customerId ?? '', body };
  const { answer, warnings } = await simulateOutcome(tx, context, actor, request);
  return { value: answer, warnings };
};
