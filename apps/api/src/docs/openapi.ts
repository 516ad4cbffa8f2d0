// The OpenAPI document, from the same tables and schemas that serve the requests.
import { ERRORS, type ErrorCode, failureSchema, successSchema, WARNINGS } from '@onboarding/contract';
import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { PREFIX } from '../http/mount.ts';
import type { Route } from '../http/route.ts';
import { errorsOf } from '../http/route-errors.ts';

export function createOpenApi(routes: readonly Route[]) {
  const paths: ZodOpenApiPathsObject = {};
  for (const route of routes) {
    const path = PREFIX + route.path;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: toOperation(route) };
  }
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Partner Business Onboarding API',
      version: '1.0.0',
      description: INTRODUCTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'An access token from the token endpoint; it lasts 300 seconds.',
        },
      },
    },
  });
}

function toOperation(route: Route): ZodOpenApiOperationObject {
  const parameters = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, z.string()] as const);
  const operation: ZodOpenApiOperationObject = {
    operationId: route.operationId,
    summary: route.summary,
    description: `${route.description}\n\nNeeds the scope \`${route.scope}\`.`,
    tags: ['Business profiles'],
    responses: toResponses(route),
  };
  operation.requestParams = {
    ...(parameters.length === 0 ? {} : { path: z.object(Object.fromEntries(parameters)) }),
    header: z.object(
      route.idempotent
        ? { 'X-Request-Id': requestIdHeader, 'Idempotency-Key': idempotencyHeader }
        : { 'X-Request-Id': requestIdHeader },
    ),
  };
  if (route.body !== undefined) {
    operation.requestBody = {
      required: true,
      content: { 'application/json': { schema: route.body.schema, example: route.body.example } },
    };
  }
  return operation;
}

const requestIdHeader = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,64}$/)
  .optional()
  .meta({ description: 'Your own id for the request; it comes back in the answer and is in our logs.' });

const idempotencyHeader = z.string().min(1).max(255).optional().meta({
  description:
    'Makes a retry safe: within 24 hours the same key with the same body gives the same answer and changes nothing again.',
});

function toResponses(route: Route): ZodOpenApiResponsesObject {
  const example = { isSuccess: true, value: route.answer.example };
  const responses: ZodOpenApiResponsesObject = {
    200: {
      description: 'Success',
      content: { 'application/json': { schema: successSchema(route.answer.schema), example } },
    },
  };
  for (const [status, codes] of Map.groupBy(errorsOf(route), (code) => ERRORS[code].status)) {
    responses[`${status}` as '400'] = {
      description: codes.map((code) => `\`${code}\`: ${ERRORS[code].cause}`).join('\n\n'),
      content: {
        'application/json': {
          schema: failureSchema,
          examples: Object.fromEntries(codes.map((code) => [code, { value: exampleFailure(code) }])),
        },
      },
    };
  }
  return responses;
}

function exampleFailure(code: ErrorCode) {
  const message = `${ERRORS[code].cause} ${ERRORS[code].remedy}`;
  return { isSuccess: false, error: { code, message, requestId: '0193a2b4-7c11-7d3e-9f53-2a6b8c0d1e2f' } };
}

/** The error and warning catalogue as Markdown, for the reference and for docs/errors.md. A list, because the reference's
 * column is too narrow for a table. */
export function errorCatalogue(): string {
  const errors = Object.entries(ERRORS).map(
    ([code, { status, cause, remedy }]) => `- **\`${code}\`** (${status}) ${cause}\n  _What to do:_ ${remedy}`,
  );
  const warnings = Object.entries(WARNINGS).map(([code, meaning]) => `- **\`${code}\`** ${meaning}`);
  return `${errors.join('\n')}\n\n## Warnings\n\nThey come with a success and change nothing.\n\n${warnings.join('\n')}\n`;
}

const INTRODUCTION = `Onboard business customers by machine: create a business together with its owners, directors and
shareholders in one call, and follow its verification.

**Answers.** Success is HTTP 200 with \`{ "isSuccess": true, "value": ... }\`, sometimes with \`warnings\`. An error is
\`{ "isSuccess": false, "error": { "code", "message", "details", "requestId" } }\`: \`details\` lists every problem of the
request with a JSON pointer to its field. Unknown fields are ignored and named in a warning.

**Retries.** Send an \`Idempotency-Key\` with every create. After a time-out or a 503 send the same request with the same
key again: it takes effect once.

## Errors

${errorCatalogue()}`;
