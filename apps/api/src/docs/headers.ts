// The headers of requests and answers in the OpenAPI documents.
import { AUTHENTICATION_FAULTS, type ErrorCode, IDEMPOTENCY_HOURS, REQUESTS_PER_SECOND } from '@onboarding/contract';
import { z } from 'zod';
import { limitClassOf } from '../http/limits.ts';
import type { Route } from '../http/route.ts';

const header = (description: string, example?: string) =>
  z.string().meta({ description, ...(example === undefined ? {} : { example }) });

const requestId = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,64}$/)
  .optional()
  .meta({ description: 'Your own id for the request. We return it in the response and log it.' });

const idempotencyKey = z
  .string()
  .min(1)
  .max(255)
  .optional()
  .meta({
    description: `Makes a retry safe: for ${IDEMPOTENCY_HOURS} hours, the same key with the same body returns the stored response and changes nothing.`,
  });

// The description must follow optional(), or it would appear only in the schema.
const ifMatch = z.string().optional().meta({
  description: 'The ETag of the version that you have read. If the customer has changed since then, nothing is saved.',
  example: '"3"',
});

const ifNoneMatch = z.string().optional().meta({
  description: 'The ETag of the response that you have. If it is still current, you get 304 without a body.',
});

/** Request headers for machines. */
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

const background = z.enum(['1']).optional().meta({
  description:
    'Send it with requests that no user triggered, such as polling, so that they do not keep an idle session alive.',
});

const range = z.string().optional().meta({
  description: 'One range of bytes. Several, or one that cannot be read, get the whole file.',
  example: 'bytes=1048576-',
});
const ifRange = z.string().optional().meta({
  description: 'The ETag of the file that the range belongs to. If it is another one, you get the whole file.',
});

function sessionHeaders(route: Route): Record<string, z.ZodType> {
  // An enum of one value, not a constant: client generators omit operations with a constant in a header.
  const csrf = z.enum(['1']).meta({ description: 'Proves that our own site sends the request.' });
  if ('file' in route) return { 'X-CSRF': csrf, Range: range, 'If-Range': ifRange };
  if ('export' in route) return { 'X-CSRF': csrf };
  if (route.method === 'GET') return { 'X-Background': background };
  return {
    'X-CSRF': csrf,
    Origin: header('The origin of the site; browsers add it.'),
  };
}

const takesVersion = (route: Route) => route.errors.includes('Customer.VersionMismatch');

/** The id of the request in every example. */
export const REQUEST_ID = '0193a2b4-7c11-7d3e-9f53-2a6b8c0d1e2f';
const answeredId = header(
  'The id of the request: yours if you sent a valid one, otherwise ours. Quote it when you contact us.',
  REQUEST_ID,
);
export const EVERY_ANSWER = { 'X-Request-Id': answeredId };

const etag = header('Identifies this response. Send it in If-None-Match when you poll.', '"3"');
const version = header('The new version. Send it in If-Match with the next change.', '"3"');
const replayed = z.literal('true').optional().meta({
  description: 'Only present if this is the stored response to an earlier request with the same Idempotency-Key.',
});

/** The headers of a success. */
export function successHeadersOf(route: Route): Record<string, z.ZodType> {
  return {
    ...EVERY_ANSWER,
    ...limitHeadersOf(route),
    ...siteHeadersOf(route),
    ...(route.conditional === true ? { ETag: etag } : {}),
    ...(takesVersion(route) ? { ETag: version } : {}),
    ...('scope' in route && route.idempotent ? { 'Idempotent-Replayed': replayed } : {}),
  };
}

/** Additional headers of a file. */
export const FILE_HEADERS = {
  ETag: header(
    'Identifies the file by its SHA-256. Send it in If-Range with the range of a file that you have in part.',
  ),
  'Accept-Ranges': header('Ranges are given in bytes.', 'bytes'),
  'Content-Disposition': header('The name of the file.', 'inline; filename="BankStatement-0193a2b4.pdf"'),
};
/** Additional headers of an export. */
export const EXPORT_HEADERS = {
  'Content-Disposition': header('The name of the file.', 'attachment; filename="customers-2026-11-15.csv"'),
};
export const CONTENT_RANGE = header('The range, and the size of the whole file.', 'bytes 1048576-2097151/2097152');

/** The headers of 304. */
export const unchangedHeadersOf = (route: Route) => ({ ...EVERY_ANSWER, ...limitHeadersOf(route), ETag: etag });

/** Transient errors, whose answer says when to retry. */
const TRANSIENT: readonly ErrorCode[] = [
  'RateLimit.Exceeded',
  'Idempotency.InProgress',
  'Sandbox.NotReady',
  'Review.ComparisonLimit',
  'Webhook.DispatcherUnavailable',
  'Service.Unavailable',
  'Service.OutcomeUnknown',
];
const isTransient = (code: ErrorCode) => TRANSIENT.includes(code);
const retryAfter = header('Seconds to wait before the next attempt.', '1');
const challenge = header(
  'Bearer, with invalid_token and the message of the error if a token was sent and refused (RFC 6750).',
  `Bearer error="invalid_token", error_description="${AUTHENTICATION_FAULTS.Expired}"`,
);

/** The headers of an error. A caller who was not identified gets no limit headers. */
export function failureHeadersOf(route: Route, codes: readonly ErrorCode[]): Record<string, z.ZodType> {
  const limits = Object.entries(limitHeadersOf(route)).map(([name, one]) => [name, one.optional()] as const);
  return {
    ...EVERY_ANSWER,
    ...Object.fromEntries(limits),
    ...siteHeadersOf(route),
    ...(codes.includes('Partner.NotAuthenticated') && 'scope' in route ? { 'WWW-Authenticate': challenge } : {}),
    ...(codes.includes('Request.RangeNotSatisfiable')
      ? { 'Content-Range': header('The size of the file.', 'bytes */2097152') }
      : {}),
    ...(codes.some(isTransient)
      ? { 'Retry-After': codes.every(isTransient) ? retryAfter : retryAfter.optional() }
      : {}),
  };
}

const build = header('The current build of the site. A page from another build offers to reload.').optional();

function siteHeadersOf(route: Route): Record<string, z.ZodType> {
  return 'scope' in route ? {} : { 'X-Build': build };
}

function limitHeadersOf(route: Route): Record<string, z.ZodType> {
  const name = 'scope' in route ? limitClassOf(route) : 'session';
  const quota = REQUESTS_PER_SECOND[name];
  return {
    'RateLimit-Policy': header(
      'The limit that applies: its name, its quota of requests and its window in seconds.',
      `"${name}";q=${quota};w=1`,
    ),
    RateLimit: header('The remaining quota, and the seconds until it resets.', `"${name}";r=${quota - 1};t=1`),
  };
}

export const SUCCESSOR = header(
  'The URL of the successor, if there is one.',
  '</api/partner/v1/business-profiles>; rel="successor-version"',
).optional();
