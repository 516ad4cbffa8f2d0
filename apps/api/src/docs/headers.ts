// The headers that a request may carry and those that an answer does, as the documents describe them.
import type { ErrorCode } from '@onboarding/contract';
import { z } from 'zod';
import { USUAL_LIMITS } from '../config.ts';
import { limitClassOf } from '../http/limits.ts';
import type { Route } from '../http/route.ts';

const said = (description: string, example?: string) =>
  z.string().meta({ description, ...(example === undefined ? {} : { example }) });

const requestId = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,64}$/)
  .optional()
  .meta({ description: 'Your own id for the request; it comes back in the answer and is in our logs.' });

const idempotencyKey = z.string().min(1).max(255).optional().meta({
  description:
    'Makes a retry safe: within 24 hours the same key with the same body gives the same answer and changes nothing again.',
});

// What is optional is described behind that, or the description stands in the schema alone.
const ifMatch = z.string().optional().meta({
  description: 'The ETag of what you have read. If the customer has changed since, nothing is saved.',
  example: '"3"',
});

const ifNoneMatch = z.string().optional().meta({
  description: 'The ETag of the answer that you hold. If it is still the right one, you get 304 without a body.',
});

/** What a machine may send. */
export function requestHeadersOf(route: Route): Record<string, z.ZodType> {
  return {
    'X-Request-Id': requestId,
    ...(route.conditional === true ? { 'If-None-Match': ifNoneMatch } : {}),
    ...('scope' in route ? tokenHeaders(route) : sessionHeaders(route)),
  };
}

function tokenHeaders(route: Extract<Route, { scope: unknown }>): Record<string, z.ZodType> {
  return {
    ...(route.idempotent ? { 'Idempotency-Key': idempotencyKey } : {}),
    ...(takesVersion(route) ? { 'If-Match': ifMatch } : {}),
  };
}

function sessionHeaders(route: Route): Record<string, z.ZodType> {
  if (route.method === 'GET') return {};
  return {
    // A list of one word and no constant: generators of clients leave out operations with a constant in a header.
    'X-CSRF': z.enum(['1']).meta({ description: 'Shows that our own site sends the request.' }),
    Origin: said("The site's own origin; browsers send it by themselves."),
  };
}

const takesVersion = (route: Route) => route.errors.includes('Customer.VersionMismatch');

/** The id of the request in every example. */
export const REQUEST_ID = '0193a2b4-7c11-7d3e-9f53-2a6b8c0d1e2f';
const answeredId = said(
  'The id of the request: yours, if you sent a proper one, or ours. Quote it when you ask us.',
  REQUEST_ID,
);
export const EVERY_ANSWER = { 'X-Request-Id': answeredId };

const etag = said('Names this answer; send it in If-None-Match when you ask again.', '"3"');
const version = said('The version from now on; send it in If-Match with the next change.', '"3"');
const replayed = z
  .literal('true')
  .optional()
  .meta({ description: 'Only there when this is the answer to an earlier request with the same Idempotency-Key.' });

/** What a success carries. */
export function successHeadersOf(route: Route): Record<string, z.ZodType> {
  return {
    ...EVERY_ANSWER,
    ...limitHeadersOf(route),
    ...(route.conditional === true ? { ETag: etag } : {}),
    ...(takesVersion(route) ? { ETag: version } : {}),
    ...('scope' in route && route.idempotent ? { 'Idempotent-Replayed': replayed } : {}),
  };
}

/** What 304 carries. */
export const unchangedHeadersOf = (route: Route) => ({ ...EVERY_ANSWER, ...limitHeadersOf(route), ETag: etag });

/** What is over by itself, so that it is said when to come back. */
const PASSING: readonly ErrorCode[] = [
  'RateLimit.Exceeded',
  'Idempotency.InProgress',
  'Sandbox.NotReady',
  'Webhook.DispatcherUnavailable',
  'Service.Unavailable',
  'Service.OutcomeUnknown',
];
const isPassing = (code: ErrorCode) => PASSING.includes(code);
const retryAfter = said('How many seconds to wait.', '1');
const challenge = said(
  'Bearer, and invalid_token where a token was sent and refused (RFC 6750).',
  'Bearer error="invalid_token"',
);

/** What a failure carries. Whoever was refused before it was known has no limit to be told of. */
export function failureHeadersOf(route: Route, codes: readonly ErrorCode[]): Record<string, z.ZodType> {
  const limits = Object.entries(limitHeadersOf(route)).map(([name, header]) => [name, header.optional()] as const);
  return {
    ...EVERY_ANSWER,
    ...Object.fromEntries(limits),
    ...(codes.includes('Partner.NotAuthenticated') && 'scope' in route ? { 'WWW-Authenticate': challenge } : {}),
    ...(codes.some(isPassing) ? { 'Retry-After': codes.every(isPassing) ? retryAfter : retryAfter.optional() } : {}),
  };
}

function limitHeadersOf(route: Route): Record<string, z.ZodType> {
  const name = 'scope' in route ? limitClassOf(route) : 'session';
  const quota = USUAL_LIMITS[name];
  return {
    'RateLimit-Policy': said(
      'Which limit counts here: its name, how many requests, in how many seconds.',
      `"${name}";q=${quota};w=1`,
    ),
    RateLimit: said('What is left of it, and in how many seconds it is whole again.', `"${name}";r=${quota - 1};t=1`),
  };
}

export const ALLOW = said('The methods that this path knows.', 'GET, PUT, PATCH');
export const SUCCESSOR = said(
  'Where the operation that takes its place is, if that has an address.',
  '</api/partner/v1/business-profiles>; rel="successor-version"',
).optional();
