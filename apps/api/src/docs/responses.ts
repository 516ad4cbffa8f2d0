// The responses of an operation in the OpenAPI documents: its success, every error status, and an example of every code.
import {
  dashboardFailureSchema,
  dashboardSuccessSchema,
  ERRORS,
  type ErrorCode,
  failureSchema,
  successSchema,
} from '@onboarding/contract';
import { z } from 'zod';
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import type { ExportRoute, FileRoute, Route } from '../http/route.ts';
import { errorsOf, statusOf } from '../http/route-errors.ts';
import { exampleOf } from './error-examples.ts';
import {
  CONTENT_RANGE,
  EVERY_ANSWER,
  EXPORT_HEADERS,
  FILE_HEADERS,
  failureHeadersOf,
  REQUEST_ID,
  SUCCESSOR,
  successHeadersOf,
  unchangedHeadersOf,
} from './headers.ts';

export function toResponses(route: Route): ZodOpenApiResponsesObject {
  const responses: ZodOpenApiResponsesObject = {
    ...successResponses(route),
    ...(route.conditional === true
      ? {
          304: {
            description: 'Nothing has changed: you already have the current response.',
            headers: z.object(unchangedHeadersOf(route)),
          },
        }
      : {}),
  };
  for (const [status, codes] of Map.groupBy(errorsOf(route), (code) => statusOf(route, code))) {
    responses[`${status}` as '400'] = failing(route, codes, failureHeadersOf(route, codes));
  }
  return route.deprecated === undefined ? responses : { ...responses, 410: withdrawn(route) };
}

function successResponses(route: Route): ZodOpenApiResponsesObject {
  if ('file' in route) return fileResponses(route);
  if ('export' in route) return { 200: exportResponse(route) };
  return { 200: jsonResponse(route) };
}

function exportResponse(route: ExportRoute): ZodOpenApiResponseObject {
  return {
    description: 'The list',
    headers: z.object({ ...successHeadersOf(route), ...EXPORT_HEADERS }),
    content: { 'text/csv': { schema: route.answer.schema } },
  };
}

function jsonResponse(route: Route): ZodOpenApiResponseObject {
  const { value, success } = successOf(route);
  return {
    description: 'Success',
    headers: z.object(successHeadersOf(route)),
    content: { 'application/json': { schema: success, example: value } },
  };
}

/** The whole file, and one part of it. */
function fileResponses(route: FileRoute): ZodOpenApiResponsesObject {
  const content = Object.fromEntries(route.file.types.map((type) => [type, { schema: route.answer.schema }]));
  const headers = { ...successHeadersOf(route), ...FILE_HEADERS };
  return {
    200: { description: 'The whole file', headers: z.object(headers), content },
    206: { description: 'The range of it', headers: z.object({ ...headers, 'Content-Range': CONTENT_RANGE }), content },
  };
}

function failing(route: Route, codes: ErrorCode[], headers: Record<string, z.ZodType>): ZodOpenApiResponseObject {
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].cause}`).join('\n\n'),
    headers: z.object(headers),
    content: {
      'application/json': {
        schema: isPartners(route) ? failureSchema : dashboardFailureSchema,
        examples: Object.fromEntries(codes.map((code) => [code, { value: failureOf(route, code) }])),
      },
    },
  };
}

/** What an operation answers after its sunset. */
function withdrawn(route: Route): ZodOpenApiResponseObject {
  const gone = failing(route, ['Route.Withdrawn'], { ...EVERY_ANSWER, Link: SUCCESSOR });
  return { ...gone, description: `${gone.description}\n\nReturned from ${route.deprecated?.sunset} on.` };
}

const isPartners = ({ surface }: Route) => surface.envelope === 'partner';

/** Machines and users get the same data in different envelopes. */
function successOf(route: Route) {
  const { schema, example } = route.answer;
  if (isPartners(route)) return { value: { isSuccess: true, value: example }, success: successSchema(schema) };
  return { value: { value: example, isSuccess: true, error: null }, success: dashboardSuccessSchema(schema) };
}

function failureOf(route: Route, code: ErrorCode): object {
  const { message, ...details } = exampleOf(route, code);
  if (isPartners(route)) return { isSuccess: false, error: { code, message, ...details, requestId: REQUEST_ID } };
  const error = { code, description: message, ...details, requestId: REQUEST_ID };
  return { value: null, isSuccess: false, error };
}
