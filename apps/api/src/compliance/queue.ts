import { checkBody, claimNextSchema, queueQuerySchema, reassignSchema } from '@onboarding/contract';
import { refuse } from '@onboarding/domain';
import { claimNext, listQueue, readStatistics, reassignPackage } from '@onboarding/domain/verification';
import type { z } from 'zod';
import { readQuery, unknownParameters } from '../http/query.ts';
import type { Handler, SessionCall } from '../http/route.ts';
import { readerOf, staffOf } from './staff-person.ts';

export const readQueue: Handler<SessionCall> = async (tx, call) => ({
  value: await listQueue(tx, call.context, readerOf(call), readQuery(queueQuerySchema, call.query)),
  warnings: unknownParameters(queueQuerySchema, call.query),
});

export const claimTheNext: Handler<SessionCall> = async (tx, call) => {
  // Without any filter there is nothing to send.
  const { value, warnings } = readBody(claimNextSchema, call.body === undefined ? {} : call.body);
  return { value: await claimNext(tx, call.context, staffOf(call), value), warnings };
};

export const reassignOne: Handler<SessionCall> = async (tx, call) => {
  const { value, warnings } = readBody(reassignSchema, call.body);
  const { customerId = '' } = call.params;
  return { value: await reassignPackage(tx, call.context, staffOf(call), customerId, value.accountId), warnings };
};

export const readReviewStatistics: Handler<SessionCall> = async (tx) => ({ value: await readStatistics(tx) });

function readBody<S extends z.ZodType>(schema: S, body: unknown) {
  const { problems, warnings, value } = checkBody(schema, body, 'ValidationControl.Error');
  const [first, ...others] = problems;
  if (first !== undefined) throw refuse([first, ...others]);
  if (value === undefined) throw new Error('A body without problems has no value');
  return { value, warnings };
}
