// Serialises answers, always through their schema, so that no undeclared field can leak.
import {
  type CurrentState,
  dashboardFailureSchema,
  dashboardSuccessSchema,
  ERRORS,
  type ErrorCode,
  failureSchema,
  type Problem,
  successSchema,
} from '@onboarding/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Reply } from './route.ts';
import { type Envelope, surfaceAt } from './surface.ts';

export function serialiseSuccess(value: z.ZodType): (reply: Reply) => string {
  const schema = successSchema(value);
  return (reply) => JSON.stringify(schema.parse({ isSuccess: true, value: reply.value, ...warningsOf(reply) }));
}

export function dashboardSuccess(value: z.ZodType): (reply: Reply) => string {
  const schema = dashboardSuccessSchema(value);
  return (reply) =>
    JSON.stringify(schema.parse({ value: reply.value, isSuccess: true, error: null, ...warningsOf(reply) }));
}

function warningsOf(reply: Reply) {
  return reply.warnings?.length ? { warnings: reply.warnings } : {};
}

export interface Failure {
  code: ErrorCode;
  message?: string | undefined;
  details?: Problem[] | undefined;
  /** Only partners get it. */
  current?: CurrentState | undefined;
  /** Overrides the status of the error catalogue. */
  status?: number | undefined;
  headers?: Record<string, string> | undefined;
}

export function failureBody(failure: Failure, requestId: string, envelope: Envelope = 'partner'): string {
  const { code } = failure;
  const message = failure.message ?? `${ERRORS[code].cause} ${ERRORS[code].remedy}`;
  const details = failure.details === undefined ? {} : { details: failure.details };
  if (envelope === 'dashboard') {
    const error = { code, description: message, ...details, requestId };
    return JSON.stringify(dashboardFailureSchema.parse({ value: null, isSuccess: false, error }));
  }
  const { current } = failure;
  const error = { code, message, ...details, ...(current !== undefined && { current }), requestId };
  return JSON.stringify(failureSchema.parse({ isSuccess: false, error }));
}

export function sendFailure(reply: FastifyReply, failure: Failure): FastifyReply {
  reply.request.errorCode = failure.code;
  reply.request.problems = failure.details;
  return reply
    .status(failure.status ?? ERRORS[failure.code].status)
    .headers(failure.headers ?? {})
    .type(JSON_TYPE)
    .send(failureBody(failure, reply.request.id, envelopeOf(reply.request)));
}

/** The envelope of the route's surface, or without a route, of the surface that the path would belong to. */
export function envelopeOf(request: FastifyRequest): Envelope {
  return request.routeOptions?.config?.envelope ?? surfaceAt(request.raw.url ?? '').envelope;
}

export const JSON_TYPE = 'application/json; charset=utf-8';
