// The OpenAPI document, from the same tables and schemas that serve the requests.
import {
  dashboardFailureSchema,
  dashboardSuccessSchema,
  ERRORS,
  type ErrorCode,
  failureSchema,
  type Realm,
  successSchema,
} from '@onboarding/contract';
import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { bodyTypesOf } from '../http/json-body.ts';
import { limitClassOf } from '../http/limits.ts';
import { PREFIX, shapeOf } from '../http/mount.ts';
import type { Route, SessionRoute, TokenRoute } from '../http/route.ts';
import { errorsOf, statusOf } from '../http/route-errors.ts';
import { sessionCookie } from '../session/cookies.ts';
import {
  CODES_OF,
  COMPLIANCE_INTRODUCTION,
  DASHBOARD_INTRODUCTION,
  INTRODUCTION,
  SANDBOX_INTRODUCTION,
} from './introductions.ts';

const VERSION = '1.0.0';
const LICENSE = { name: 'Apache-2.0', identifier: 'Apache-2.0' };

/** A document that names only the codes which its readers can meet, although the schemas behind it know all of them. */
function describing(isMet: (code: string) => boolean, parts: Parameters<typeof createDocument>[0]) {
  const document = createDocument(parts);
  const listsCodes = (list: unknown[]) => list.includes('Internal.Error');
  // Written and read again it is what it was, but for those lists.
  return JSON.parse(JSON.stringify(document), (name, value: unknown) =>
    name === 'enum' && Array.isArray(value) && listsCodes(value) ? value.filter(isMet) : value,
  ) as typeof document;
}

/** The Partner API, for machines. */
export function createOpenApi(routes: readonly TokenRoute[]) {
  return describing(CODES_OF.partner, {
    openapi: '3.1.0',
    info: {
      title: 'Partner Business Onboarding API',
      version: VERSION,
      description: INTRODUCTION,
      license: LICENSE,
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    paths: toPaths(routes, (route) => ({ ...tokenParticulars(route), tag: tagOf(route.path) })),
    components: { securitySchemes: { bearer } },
  });
}

function tagOf(path: string): string {
  if (path.startsWith('/customer/')) return 'Reference data';
  return path.includes('/changes') ? 'Changes' : 'Business profiles';
}

/** What a sandbox has beside the Partner API. */
export function createSandboxOpenApi(routes: readonly TokenRoute[]) {
  return describing(CODES_OF.sandbox, {
    openapi: '3.1.0',
    info: { title: 'Sandbox API', version: VERSION, description: SANDBOX_INTRODUCTION, license: LICENSE },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    paths: toPaths(routes, (route) => ({ ...tokenParticulars(route), tag: 'Sandbox' })),
    components: { securitySchemes: { bearer } },
  });
}

const bearer = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'JWT',
  description: 'An access token from the token endpoint; it lasts 300 seconds.',
} as const;

function tokenParticulars(route: TokenRoute): Omit<Particulars, 'tag'> {
  return {
    access: `Needs the scope \`${route.scope}\`.`,
    headers: {
      ...(route.idempotent ? { 'Idempotency-Key': idempotencyHeader } : {}),
      ...(route.errors.includes('Customer.VersionMismatch') ? { 'If-Match': ifMatchHeader } : {}),
    },
  };
}

/** What our own sites use, for people. Not part of what integrators are promised. */
export function createDashboardOpenApi(routes: readonly SessionRoute[]) {
  return describing(CODES_OF.dashboard, {
    openapi: '3.1.0',
    info: {
      title: 'Dashboard API',
      version: VERSION,
      description: DASHBOARD_INTRODUCTION,
      license: LICENSE,
    },
    servers: [{ url: '/' }],
    paths: toPaths(routes, (route) => ({
      ...sessionParticulars(route),
      tag: dashboardTagOf(route.path),
      security: [{ [route.realm]: [] }],
    })),
    components: { securitySchemes: { partner: cookie('partner'), staff: cookie('staff') } },
  });
}

/** What the site for our analysts uses. For our own people alone, and in no document that partners see. */
export function createComplianceOpenApi(routes: readonly SessionRoute[]) {
  return describing(CODES_OF.compliance, {
    openapi: '3.1.0',
    info: {
      title: 'Compliance API',
      version: VERSION,
      description: COMPLIANCE_INTRODUCTION,
      license: LICENSE,
    },
    servers: [{ url: '/' }],
    security: [{ staff: [] }],
    paths: toPaths(routes, (route) => ({ ...sessionParticulars(route), tag: complianceTagOf(route.path) })),
    components: { securitySchemes: { staff: cookie('staff') } },
  });
}

function complianceTagOf(path: string): string {
  const [, , , area = '', , operation = ''] = path.split('/');
  if (area !== 'packages') return area === 'queue' ? 'Queue' : 'Catalogue and figures';
  return ['claim', 'release', 'reassign'].includes(operation) ? 'Queue' : 'Packages';
}

function sessionParticulars(route: SessionRoute): Omit<Particulars, 'tag'> {
  return {
    access: `For the roles ${route.roles.join(', ')}.${route.stepUp === true ? ' Needs a second factor shown within the last 5 minutes.' : ''}`,
    headers: route.method === 'GET' ? {} : { 'X-CSRF': csrfHeader, Origin: originHeader },
  };
}

const cookie = (realm: Realm) => ({ type: 'apiKey', in: 'cookie', name: sessionCookie(realm) }) as const;

function dashboardTagOf(path: string): string {
  if (path.startsWith('/session/')) return 'Sessions';
  return path.includes('/webhooks') ? 'Webhooks' : 'API credentials';
}

interface Particulars {
  access: string;
  tag: string;
  headers: Record<string, z.ZodType>;
  security?: Record<string, string[]>[];
}

function toPaths<R extends Route>(routes: readonly R[], tell: (route: R) => Particulars): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const route of routes) {
    const path = documentedPath(route, routes);
    const operation = toOperation({ ...route, path }, tell(route));
    paths[PREFIX + path] = { ...paths[PREFIX + path], [route.method.toLowerCase()]: operation };
  }
  return paths;
}

/** OpenAPI knows a path once, whatever its parameters are called: the name that is used first stands for all. */
export function documentedPath(route: Route, routes: readonly Route[]): string {
  const first = routes.find((one) => shapeOf(one.path) === shapeOf(route.path));
  return first?.path ?? route.path;
}

function toOperation(route: Route, { access, tag, headers, security }: Particulars): ZodOpenApiOperationObject {
  const parameters = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, z.string()] as const);
  const operation: ZodOpenApiOperationObject = {
    operationId: route.operationId,
    summary: route.summary,
    description: `${route.description}\n\n${access}${sunsetOf(route)}`,
    ...(route.deprecated === undefined ? {} : { deprecated: true }),
    tags: [tag],
    ...(security === undefined ? {} : { security }),
    responses: toResponses(route),
  };
  operation.requestParams = {
    ...(parameters.length === 0 ? {} : { path: z.object(Object.fromEntries(parameters)) }),
    ...(route.query === undefined ? {} : { query: route.query }),
    header: z.object({
      'X-Request-Id': requestIdHeader,
      ...(route.conditional === true ? { 'If-None-Match': ifNoneMatchHeader } : {}),
      ...headers,
    }),
  };
  if (route.body !== undefined) {
    const { schema, example } = route.body;
    operation.requestBody = {
      required: true,
      content: Object.fromEntries(bodyTypesOf(route.method).map((type) => [type, { schema, example }])),
    };
  }
  return operation;
}

function sunsetOf({ deprecated }: Route): string {
  if (deprecated === undefined) return '';
  const { since, sunset, successor } = deprecated;
  return `\n\n**Deprecated** since ${since}; withdrawn on ${sunset}. Use \`${PREFIX}${successor}\`.`;
}

const requestIdHeader = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,64}$/)
  .optional()
  .meta({ description: 'Your own id for the request; it comes back in the answer and is in our logs.' });

const ifNoneMatchHeader = z.string().optional().meta({
  description: 'The ETag of the answer that you hold. If it is still the right one, you get 304 without a body.',
});
const etagHeader = z.string().meta({ description: 'Names this answer; send it in If-None-Match when you ask again.' });

const idempotencyHeader = z.string().min(1).max(255).optional().meta({
  description:
    'Makes a retry safe: within 24 hours the same key with the same body gives the same answer and changes nothing again.',
});

const ifMatchHeader = z.string().optional().meta({
  description: 'The ETag of what you have read. If the customer has changed since, nothing is saved.',
  example: '"3"',
});

const csrfHeader = z.literal('1').meta({ description: 'Shows that our own site sends the request.' });
const originHeader = z.string().meta({ description: "The site's own origin; browsers send it by themselves." });

function toResponses(route: Route): ZodOpenApiResponsesObject {
  const { value, success, failure } = 'scope' in route ? partnerEnvelope(route) : dashboardEnvelope(route);
  const responses: ZodOpenApiResponsesObject = {
    200: {
      description: 'Success',
      headers: z.object({ ...limitHeadersOf(route), ...(route.conditional === true ? { ETag: etagHeader } : {}) }),
      content: { 'application/json': { schema: success, example: value } },
    },
    ...(route.conditional === true ? { 304: { description: 'You hold it already: nothing has changed.' } } : {}),
  };
  for (const [status, codes] of Map.groupBy(errorsOf(route), (code) => statusOf(route, code))) {
    responses[`${status}` as '400'] = {
      description: codes.map((code) => `\`${code}\`: ${ERRORS[code].cause}`).join('\n\n'),
      headers: z
        .object({
          ...limitHeadersOf(route),
          ...(status === 429 || status === 503 ? { 'Retry-After': retryAfterHeader } : {}),
        })
        // Whoever was refused before it was known has no limit to be told of.
        .partial(),
      content: {
        'application/json': {
          schema: failure.schema,
          examples: Object.fromEntries(codes.map((code) => [code, { value: failure.example(code) }])),
        },
      },
    };
  }
  return responses;
}

const retryAfterHeader = z.string().meta({ description: 'How many seconds to wait.', example: '1' });

function limitHeadersOf(route: Route): Record<string, z.ZodType> {
  const name = 'scope' in route ? limitClassOf(route) : 'session';
  const quota = { reads: 100, writes: 25, 'upload-links': 10, session: 20 }[name];
  return {
    'RateLimit-Policy': z.string().meta({
      description: 'Which limit counts here: its name, how many requests, in how many seconds.',
      example: `"${name}";q=${quota};w=1`,
    }),
    RateLimit: z.string().meta({
      description: 'What is left of it, and in how many seconds it is whole again.',
      example: `"${name}";r=${quota - 1};t=1`,
    }),
  };
}

const REQUEST_ID = '0193a2b4-7c11-7d3e-9f53-2a6b8c0d1e2f';
const messageOf = (code: ErrorCode) => `${ERRORS[code].cause} ${ERRORS[code].remedy}`;

function partnerEnvelope({ answer }: Route) {
  return {
    value: { isSuccess: true, value: answer.example },
    success: successSchema(answer.schema),
    failure: {
      schema: failureSchema,
      example: (code: ErrorCode) => ({
        isSuccess: false,
        error: { code, message: messageOf(code), requestId: REQUEST_ID },
      }),
    },
  };
}

function dashboardEnvelope({ answer }: Route) {
  return {
    value: { value: answer.example, isSuccess: true, error: null },
    success: dashboardSuccessSchema(answer.schema),
    failure: {
      schema: dashboardFailureSchema,
      example: (code: ErrorCode) => ({
        value: null,
        isSuccess: false,
        error: { code, description: messageOf(code), requestId: REQUEST_ID },
      }),
    },
  };
}
