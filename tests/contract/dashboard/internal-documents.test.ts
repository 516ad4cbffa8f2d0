// The documents of the surfaces for people say what the service sends and demands. Only the document for partners is also a
// generated file, in which a change is seen.
import { checkBody, dashboardSuccessSchema } from '@onboarding/contract';
import { describe, expect, test } from 'vitest';
import { complianceRoutes } from '../../../apps/api/src/compliance/routes.ts';
import { dashboardRoutes } from '../../../apps/api/src/dashboard/routes.ts';
import {
  createComplianceOpenApi,
  createDashboardOpenApi,
  createOperationsOpenApi,
} from '../../../apps/api/src/docs/openapi.ts';
import type { SessionRoute } from '../../../apps/api/src/http/route.ts';
import { operationsRoutes } from '../../../apps/api/src/operations/routes.ts';
import { sessionRoutes } from '../../../apps/api/src/session/routes.ts';

type Json = Record<string, unknown>;
interface Header {
  description?: string;
  required?: boolean;
  schema?: Json;
}
interface Parameter extends Header {
  name: string;
  in: string;
}
interface Media {
  schema: Json;
  example?: unknown;
}
interface Operation {
  summary: string;
  description: string;
  parameters: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, Media> };
  responses: Record<string, { description: string; headers: Record<string, Header>; content: Record<string, Media> }>;
}

const SURFACES: [string, unknown, readonly SessionRoute[]][] = [
  ['dashboard', createDashboardOpenApi([...sessionRoutes, ...dashboardRoutes]), [...sessionRoutes, ...dashboardRoutes]],
  ['compliance', createComplianceOpenApi(complianceRoutes), complianceRoutes],
  ['operations', createOperationsOpenApi(operationsRoutes), operationsRoutes],
];

const OPERATIONS = SURFACES.flatMap(([, made, routes]) => {
  const { paths } = JSON.parse(JSON.stringify(made)) as { paths: Record<string, Record<string, Operation>> };
  return routes.map((route) => {
    const operation = paths[`/api${route.path}`]?.[route.method.toLowerCase()];
    if (operation === undefined) throw new Error(`There is no ${route.operationId}`);
    return [route.operationId, route, operation] as const;
  });
});

const headersOf = ({ parameters }: Operation) => parameters.filter((parameter) => parameter.in === 'header');
/** That of an optional header is in its schema. */
const meaningOf = ({ description, schema }: Header) => String(description ?? schema?.description ?? '');
const namesIn = (headers: Record<string, unknown> | undefined) => Object.keys(headers ?? {});

/** What a request of each kind must and may have in its header. */
function demanded(route: SessionRoute): Record<string, boolean> {
  const always = { 'X-Request-Id': false };
  if ('file' in route) return { ...always, 'X-CSRF': true, Range: false, 'If-Range': false };
  if ('export' in route) return { ...always, 'X-CSRF': true };
  return route.method === 'GET' ? { ...always, 'X-Background': false } : { ...always, 'X-CSRF': true, Origin: true };
}

test('every operation of the three surfaces is tested', () => {
  expect(OPERATIONS.length).toBeGreaterThan(100);
});

describe.each(OPERATIONS)('%s', (_id, route, operation) => {
  test('names exactly the request headers that it reads, and those that it demands as required', () => {
    const named = headersOf(operation).map(({ name, required = false }) => [name, required]);
    expect(Object.fromEntries(named)).toEqual(demanded(route));
  });

  test('says what each parameter and each header is for, and who may call it', () => {
    const sent = Object.values(operation.responses).flatMap(({ headers }) => Object.entries(headers));
    const named = operation.parameters.map((parameter) => [parameter.name, parameter] as const);
    for (const [name, header] of [...named, ...sent]) expect(meaningOf(header).length, name).toBeGreaterThan(8);
    expect(operation.description).toContain(`For the roles ${route.roles.join(', ')}.`);
    expect(operation.description.includes('second factor used within')).toBe(route.stepUp === true);
  });

  test('has a body exactly if it reads one, with an example', () => {
    expect(operation.requestBody !== undefined).toBe(route.body !== undefined);
    if (operation.requestBody === undefined) return;
    const { required, content } = operation.requestBody;
    expect([required, namesIn(content)]).toEqual([true, ['application/json']]);
    expect(content['application/json']?.example).toEqual(route.body?.example);
  });

  test('tells the limit and the build with every answer, and when to retry', () => {
    for (const [status, { headers, description }] of Object.entries(operation.responses)) {
      expect(namesIn(headers), status).toEqual(
        expect.arrayContaining(['X-Request-Id', 'RateLimit-Policy', 'RateLimit', 'X-Build']),
      );
      expect(description.length, status).toBeGreaterThan(3);
      expect(namesIn(headers).includes('WWW-Authenticate'), status).toBe(false);
      if (['429', '503'].includes(status)) expect(namesIn(headers), status).toContain('Retry-After');
    }
  });
});

const answering = OPERATIONS.filter(([, route]) => !('file' in route || 'export' in route));
const files = OPERATIONS.filter(([, route]) => 'file' in route);
const lists = OPERATIONS.filter(([, route]) => 'export' in route);

/** The schema of the value that a success contains. */
function sentBy({ responses }: Operation): Json {
  const { properties } = responses[200]?.content['application/json']?.schema ?? {};
  return (properties as Record<'value', Json>).value;
}

test.each(answering)(
  'the value that %s returns has a name, alone, in a list or if it can be null',
  (_id, _route, operation) => {
    const value = sentBy(operation);
    const [choice = value] = (value.anyOf ?? []) as Json[];
    const named = value.type === 'array' ? (value.items as Json) : choice;
    expect(named.$ref, JSON.stringify(value).slice(0, 200)).toMatch(/^#\/components\/schemas\/\w+$/);
  },
);

test.each(answering)('the example of what %s returns has exactly the declared shape', (_id, route, { responses }) => {
  const example = responses[200]?.content['application/json']?.example;
  expect(dashboardSuccessSchema(route.answer.schema).strict().parse(example)).toEqual(example);
  expect(Object.keys(Object(example))).toEqual(['value', 'isSuccess', 'error']);
});

test.each(answering.filter(([, route]) => route.body !== undefined))(
  'the example of what %s takes is accepted as it is',
  (_id, route) => {
    const { schema, example, malformed } = route.body ?? expect.fail('It takes no body');
    const { problems, warnings } = checkBody(schema, example, malformed);
    expect([problems, warnings]).toEqual([[], []]);
  },
);

test.each(files)(
  '%s is described as a whole file and as a part of it, in each of its types',
  (_id, route, { responses }) => {
    const FILE = ['ETag', 'Accept-Ranges', 'Content-Disposition'];
    const types = 'file' in route ? route.file.types : [];
    expect(types.length).toBeGreaterThan(2);
    for (const status of [200, 206]) {
      expect(namesIn(responses[status]?.headers), String(status)).toEqual(expect.arrayContaining(FILE));
      expect(namesIn(responses[status]?.content)).toEqual(types);
    }
    const ranged = Object.keys(responses).filter((status) =>
      namesIn(responses[status]?.headers).includes('Content-Range'),
    );
    expect(ranged).toEqual(['206', '416']);
  },
);

test.each(lists)('%s is described as a CSV file with a name', (_id, _route, { responses }) => {
  expect(namesIn(responses[200]?.content)).toEqual(['text/csv']);
  expect(namesIn(responses[200]?.headers)).toContain('Content-Disposition');
});
