// Requests generated from an OpenAPI document: every operation, every parameter, example bodies and arbitrary changes of them.
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { toJsonText, written } from '../../harness/cases/json-text.ts';
import { mutated, oddText } from '../../harness/cases/odd-json.ts';

export interface OpenApiDocument {
  paths: Record<string, Record<string, DescribedOperation>>;
}

interface DescribedOperation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { example: unknown }> };
  responses: Record<string, { content?: object; headers?: Record<string, { required?: boolean }> }>;
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: { enum?: string[]; type?: string; items?: { enum?: string[] }; minimum?: number; maximum?: number };
}

export interface Operation {
  operationId: string;
  method: string;
  path: string;
  parameters: Parameter[];
  bodies: unknown[];
  responses: DescribedOperation['responses'];
}

/** The operations of a document. `bodies` replaces an operation's example where that could not succeed. */
export function operationsOf(document: OpenApiDocument, bodies: Record<string, unknown[]> = {}): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [], requestBody, responses }]) => {
      const example = requestBody?.content['application/json']?.example;
      const shown = example === undefined ? [] : [example];
      return { operationId, method, path, parameters, bodies: bodies[operationId] ?? shown, responses };
    }),
  );
}

/** A request whose placeholders (`@customerId@`) are filled in when it is sent, so that a seed gives the same requests again. */
export interface Template {
  operationId: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | undefined;
  /** Chooses the caller, and the customer the request is about. */
  who: number;
  about: number;
}

const texts = fc.oneof(
  oddText,
  fc.constantFrom('0', '1', '-1', '200', '201', '1e9', 'NGA', 'nga', 'LLC', '2026-01-01', '2026-11-15T00:00:00Z'),
);
const segment = oddText
  .map((text) => text.toWellFormed())
  .filter((text) => !/^\.{0,2}$/.test(text))
  .map(encodeURIComponent);

/** Mostly a value that the schema allows. */
function valueFor({ schema, name }: Parameter): fc.Arbitrary<string> {
  const words = schema.enum ?? schema.items?.enum;
  const fitting =
    words !== undefined
      ? fc.constantFrom(...words)
      : schema.type === 'integer'
        ? fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 300, 300) }).map(String)
        : fc.oneof(texts, fc.constant(`@${name}@`));
  return fc.oneof({ weight: 3, arbitrary: fitting }, { weight: 1, arbitrary: texts });
}

function queryOf(parameter: Parameter): fc.Arbitrary<[string, string][]> {
  // Mostly omitted if optional: with many parameters, a wrong one would hide what the others do.
  const required = parameter.required === true;
  return fc
    .oneof(
      { weight: required ? 1 : 6, arbitrary: fc.constant([]) },
      { weight: required ? 6 : 1, arbitrary: fc.array(valueFor(parameter), { minLength: 1, maxLength: 2 }) },
    )
    .map((values) => values.map((value) => [parameter.name, value.toWellFormed()]));
}

const pathValue = (name: string) =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constant(`@${name}@`) },
    { weight: 1, arbitrary: fc.uuid() },
    { weight: 1, arbitrary: segment },
  );

function bodyOf({ bodies }: Operation): fc.Arbitrary<string | undefined> {
  if (bodies.length === 0) return fc.constant(undefined);
  const shown = fc.constantFrom(...bodies);
  return fc.oneof(
    mutated(shown),
    shown.map((body) => written(toJsonText(body))),
  );
}

/** Present in only a few requests. */
export function seldom<T>(arbitrary: fc.Arbitrary<T>, once = 4): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: once - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
}

const headers = fc
  .record({
    condition: seldom(fc.constantFrom('"1"', '"2"', '*', 'W/"1"', '"x"', '', '"1", "2"')),
    key: seldom(fc.constantFrom('a', 'b', 'c', ' ', 'k'.repeat(300))),
    requestId: seldom(fc.constantFrom('r-1', 'x'.repeat(65), 'a b', '"'), 9),
  })
  .map(
    ({ condition, key, requestId }): Record<string, string> => ({
      ...(condition === undefined ? {} : { 'if-match': condition, 'if-none-match': condition }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(requestId === undefined ? {} : { 'x-request-id': requestId }),
    }),
  );

export function requestsOf(operation: Operation): fc.Arbitrary<Template> {
  const named = (place: Parameter['in']) => operation.parameters.filter((parameter) => parameter.in === place);
  return fc
    .record({
      path: fc.tuple(...named('path').map(({ name }) => pathValue(name))),
      query: fc.tuple(...named('query').map(queryOf)),
      headers,
      body: bodyOf(operation),
      who: fc.nat(),
      about: fc.nat(),
    })
    .map(({ path, query, body, ...rest }) => {
      const values = [...path];
      const filled = operation.path.replaceAll(/\{\w+\}/g, () => values.shift() ?? 'x');
      const asked = query
        .flat()
        .map(([name, value]) => `${name}=${value.startsWith('@') ? value : encodeURIComponent(value)}`);
      const { operationId, method } = operation;
      return { operationId, method, url: asked.length === 0 ? filled : `${filled}?${asked.join('&')}`, body, ...rest };
    });
}

const PLACEHOLDER = /@(\w+)@/g;

/** The request itself. A placeholder without a value yet gets a random id. */
export function fill(
  template: Template,
  place: Record<string, string>,
  who: Record<string, string>,
): InjectOptions & { url: string } {
  const value = (name: string) => place[name] ?? crypto.randomUUID();
  const body = template.body?.replaceAll(PLACEHOLDER, (_, name) => JSON.stringify(value(name)).slice(1, -1));
  return {
    method: template.method.toUpperCase() as 'GET',
    url: template.url.replaceAll(PLACEHOLDER, (_, name) => encodeURIComponent(value(name))),
    headers: {
      ...template.headers,
      ...who,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: body }),
  };
}
