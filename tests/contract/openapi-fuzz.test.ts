// Thirty thousand requests made from the OpenAPI document itself: every operation, every parameter, bodies as shown and with
// anything anywhere. Whoever writes a client from the document meets nothing that it does not say.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import { type TestApi, useTestApi } from '../harness/api.ts';
import { newReference, validBody } from '../harness/bodies.ts';
import type { TestDatabase } from '../harness/database.ts';
import { toJsonText, written } from './json-text.ts';
import { mutated, oddText } from './odd-json.ts';

const REQUESTS = 30_000;
const AT_ONCE = 16;
const LIMIT_MS = 400_000;
/** Fixed, so that a failure can be had again. */
const SEED = 20_261_115;

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: { enum?: string[]; type?: string; items?: { enum?: string[] }; minimum?: number; maximum?: number };
}

interface Operation {
  operationId: string;
  method: string;
  path: string;
  parameters: Parameter[];
  example: unknown;
}

interface Customer {
  customerId: string;
  reference: string;
}

let api: TestApi;
let database: TestDatabase;
useTestApi((made) => {
  ({ api, database } = made);
});

let operations: Operation[];
const customers: Customer[] = [];
let tokens: string[];
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);

beforeAll(async () => {
  const document = (await api.app.inject('/api/openapi.json')).json();
  ajv.addSchema(document, 'document');
  operations = Object.entries<Record<string, never>>(document.paths).flatMap(([path, methods]) =>
    Object.entries<{
      operationId: string;
      parameters?: Parameter[];
      requestBody?: { content: Record<string, { example: unknown }> };
    }>(methods).map(([method, operation]) => ({
      operationId: operation.operationId,
      method,
      path,
      parameters: operation.parameters ?? [],
      example: operation.requestBody?.content['application/json']?.example,
    })),
  );
  const stranger = await api.issuer.token(await database.addPartner());
  for (let made = 0; made < 40; made++) {
    const token = made % 8 === 7 ? stranger : api.token;
    const reference = newReference();
    const path = '/partner/v1/business-profiles';
    const answer = await api.call('POST', path, { token, body: validBody({ partnerCustomerId: reference }) });
    customers.push({ customerId: answer.json().value.customerId, reference });
  }
  tokens = [api.token, api.token, api.token, api.token, stranger, 'no-token'];
});

/** Compiled once for each operation and status; an answer that the document does not list has none. */
const validators = new Map<string, ValidateFunction | undefined>();
function validatorOf({ path, method }: Operation, status: number): ValidateFunction | undefined {
  const escaped = path.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D');
  const pointer = `document#/paths/${escaped}/${method}/responses/${status}/content/application~1json/schema`;
  if (!validators.has(pointer)) {
    try {
      validators.set(pointer, ajv.compile({ $ref: pointer }));
    } catch {
      validators.set(pointer, undefined);
    }
  }
  return validators.get(pointer);
}

const texts = fc.oneof(
  oddText,
  fc.constantFrom('0', '1', '-1', '200', '201', '1e9', 'NGA', 'nga', 'LLC', '2026-01-01'),
);
const segment = oddText.map((text) => text.toWellFormed()).filter((text) => !/^\.{0,2}$/.test(text));

/** One of what the schema allows, mostly. */
function valueFor({ schema }: Parameter): fc.Arbitrary<string> {
  const words = schema.enum ?? schema.items?.enum;
  const fitting =
    words !== undefined
      ? fc.constantFrom(...words)
      : schema.type === 'integer'
        ? fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 300, 300) }).map(String)
        : texts;
  return fc.oneof({ weight: 3, arbitrary: fitting }, { weight: 1, arbitrary: texts });
}

interface Sent {
  operation: Operation;
  request: InjectOptions & { url: string };
}

function requestOf(operation: Operation): fc.Arbitrary<Sent> {
  // The path and the body of an update must mean the same customer, or nothing would ever be updated.
  return fc.constantFrom(...customers).chain((customer) => requestFor(operation, customer));
}

function requestFor(operation: Operation, customer: Customer): fc.Arbitrary<Sent> {
  const named = (place: Parameter['in']) => operation.parameters.filter((parameter) => parameter.in === place);
  const ids = fc.oneof(
    { weight: 3, arbitrary: fc.constant(customer.customerId) },
    { weight: 1, arbitrary: fc.constantFrom(...customers.map((one) => one.customerId)) },
    { weight: 1, arbitrary: fc.uuid() },
    { weight: 1, arbitrary: segment },
  );
  const references = fc.oneof(fc.constant(customer.reference), segment);
  const bodies =
    operation.example === undefined
      ? fc.constant(undefined)
      : fc.oneof(
          mutated(bodyLike(operation, customer)),
          bodyLike(operation, customer).map((body) => written(toJsonText(body))),
        );
  return fc
    .record({
      path: fc.tuple(...named('path').map(({ name }) => (name === 'partnerCustomerId' ? references : ids))),
      query: fc.tuple(
        ...named('query').map((parameter) =>
          // Mostly left out where it may be: with many parameters, one that is wrong would hide what the others do.
          fc
            .oneof(
              { weight: parameter.required === true ? 1 : 6, arbitrary: fc.constant([]) },
              {
                weight: parameter.required === true ? 6 : 1,
                arbitrary: fc.array(valueFor(parameter), { minLength: 1, maxLength: 2 }),
              },
            )
            .map((values) => values.map((value) => [parameter.name, value.toWellFormed()] as const)),
        ),
      ),
      ifMatch: fc.option(fc.constantFrom('"1"', '"2"', '*', 'W/"1"', '"x"', '', '"1", "2"'), {
        freq: 3,
        nil: undefined,
      }),
      key: fc.option(fc.constantFrom('a', 'b', 'c', ' ', 'k'.repeat(300)), { freq: 4, nil: undefined }),
      token: fc.constantFrom(...tokens),
      body: bodies,
    })
    .map(({ path, query, ifMatch, key, token, body }) => {
      const values = path.map(encodeURIComponent);
      const filled = operation.path.replaceAll(/\{\w+\}/g, () => values.shift() ?? 'x');
      const parameters = new URLSearchParams(query.flat().map(([name, value]): [string, string] => [name, value]));
      const conditions = ifMatch === undefined ? {} : { 'if-match': ifMatch, 'if-none-match': ifMatch };
      return {
        operation,
        request: {
          method: operation.method.toUpperCase() as 'GET',
          url: `${filled}?${parameters}`,
          headers: {
            authorization: `Bearer ${token}`,
            ...conditions,
            ...(key === undefined ? {} : { 'idempotency-key': key }),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === undefined ? {} : { payload: body }),
        },
      };
    });
}

/** The example of the document, for a customer that is there. */
function bodyLike(operation: Operation, { customerId, reference }: Customer): fc.Arbitrary<unknown> {
  return fc.constant(null).map(() => {
    const example = { ...(operation.example as Record<string, unknown>) };
    if (operation.method === 'post') return { ...example, partnerCustomerId: newReference() };
    return 'customerId' in example ? { ...example, customerId, partnerCustomerId: reference } : example;
  });
}

const seen = new Map<string, number>();

async function judge({ operation, request }: Sent): Promise<void> {
  const answer = await api.app.inject(request);
  const what = `${operation.operationId} ${answer.statusCode} ${request.url}`;
  seen.set(
    `${operation.operationId} ${answer.statusCode}`,
    (seen.get(`${operation.operationId} ${answer.statusCode}`) ?? 0) + 1,
  );
  expect(answer.statusCode, `${what}\n${request.payload}\n${answer.body}`).toBeLessThan(500);
  if (answer.statusCode === 304) return expect(answer.body).toBe('');
  const validate = validatorOf(operation, answer.statusCode);
  expect(validate, `${what} is not in the document\n${answer.body}`).toBeDefined();
  validate?.(answer.json());
  expect(validate?.errors, `${what}\n${answer.body}`).toBeNull();
}

test(
  `${REQUESTS} requests from the document: no 5xx, and no answer that it does not describe`,
  async () => {
    const anyRequest = fc.constantFrom(...operations.map((operation) => operation.operationId)).chain((id) => {
      const operation = operations.find((one) => one.operationId === id);
      if (operation === undefined) throw new Error('There is no such operation');
      return requestOf(operation);
    });
    await fc.assert(
      fc.asyncProperty(fc.array(anyRequest, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (requests) => {
        await Promise.all(requests.map(judge));
      }),
      {
        seed: SEED,
        numRuns: REQUESTS / AT_ONCE,
        interruptAfterTimeLimit: LIMIT_MS,
        markInterruptAsFailure: true,
        endOnFailure: true,
      },
    );
    // Every operation was also asked for something that it could do, or this would prove little.
    for (const { operationId } of operations)
      expect(seen.get(`${operationId} 200`) ?? 0, operationId).toBeGreaterThan(20);
  },
  LIMIT_MS + 30_000,
);
