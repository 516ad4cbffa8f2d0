// How answers are written: always through their schema, so that nothing undeclared can leave.
import { ERRORS, type ErrorCode, failureSchema, type Problem, successSchema } from '@onboarding/contract';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import type { Reply } from './route.ts';

export function serialiseSuccess(value: z.ZodType): (reply: Reply) => string {
  const schema = successSchema(value);
  return (reply) => {
    const warnings = reply.warnings?.length ? { warnings: reply.warnings } : {};
    return JSON.stringify(schema.parse({ isSuccess: true, value: reply.value, ...warnings }));
  };
}

export interface Failure {
  code: ErrorCode;
  message?: string | undefined;
  details?: Problem[] | undefined;
  headers?: Record<string, string> | undefined;
}

export function failureBody(failure: Failure, requestId: string): string {
  const entry = ERRORS[failure.code];
  const error = {
    code: failure.code,
    message: failure.message ?? `${entry.cause} ${entry.remedy}`,
    ...(failure.details === undefined ? {} : { details: failure.details }),
    requestId,
  };
  return JSON.stringify(failureSchema.parse({ isSuccess: false, error }));
}

export function sendFailure(reply: FastifyReply, failure: Failure): FastifyReply {
  return reply
    .status(ERRORS[failure.code].status)
    .headers(failure.headers ?? {})
    .type(JSON_TYPE)
    .send(failureBody(failure, reply.request.id));
}

export const JSON_TYPE = 'application/json; charset=utf-8';
