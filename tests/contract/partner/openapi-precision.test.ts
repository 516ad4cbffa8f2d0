// The OpenAPI documents list only what can happen, each thing once, and under one name.
import { ERRORS, EVENT_TYPES } from '@onboarding/contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { fastify } from 'fastify';
import { describe, expect, test } from 'vitest';
import { DOCUMENTS } from '../../../apps/api/src/docs/documents.ts';
import { NO_DEPLOYMENT } from '../../../apps/api/src/docs/openapi.ts';
import { serveReference } from '../../../apps/api/src/docs/reference.ts';
import { type TestApi, useTestApi } from '../../harness/api.ts';
import { validBody } from '../../harness/bodies.ts';
import { closed } from '../../harness/checks/closed-document.ts';
import { untilTransactionsEnd } from '../../harness/checks/transactions-ended.ts';
import type { TestDatabase } from '../../harness/database.ts';

let api: TestApi;
let database: TestDatabase;
useTestApi((made) => {
  ({ api, database } = made);
});

interface Media {
  schema?: object;
  examples?: Record<string, unknown>;
}
interface Operation {
  operationId: string;
  deprecated?: boolean;
  parameters?: { name: string; in: string; description: string }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
}
interface EventExample {
  data: object;
}
interface Document {
  info: { description: string };
  servers: { url: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
  /** Only in the document for partners. */
  webhooks: Record<string, { post: { requestBody: { content: { 'application/json': { example: EventExample } } } } }>;
  components: { schemas: Record<string, Record<string, unknown>> };
}

const documents = DOCUMENTS.map(
  ({ file, create }) => [file, JSON.parse(JSON.stringify(create())) as Document] as const,
);
const operationsOf = ({ paths }: Document) => Object.values(paths).flatMap((methods) => Object.values(methods));

/** Every list of error codes in a document's schemas. */
function codesIn(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.includes('Internal.Error') ? [value] : value.flatMap(codesIn);
  return Object.values(value).flatMap(codesIn);
}

describe.each(documents)('%s', (file, document) => {
  const forMachines = file === 'openapi.json' || file === 'openapi-sandbox.json';

  test('lists exactly the error codes of its operations, and those of requests that match none', () => {
    const declared = operationsOf(document).flatMap(({ responses }) =>
      Object.values(responses).flatMap(({ content }) =>
        Object.values(content ?? {}).flatMap(({ examples }) => Object.keys(examples ?? {})),
      ),
    );
    const unmatched = ['Route.NotFound', 'Route.MethodNotAllowed', ...(forMachines ? ['Route.Withdrawn'] : [])];
    const possible = [...new Set([...declared, ...unmatched])].sort();
    const lists = codesIn(document.components.schemas);
    expect(lists.length).toBeGreaterThan(0);
    for (const list of lists) expect([...list].sort()).toEqual(possible);
    const told = [...document.info.description.matchAll(/^- \*\*`(\w+\.\w+|Validation)`\*\* \(/gm)].map(
      ([, code]) => code,
    );
    expect(told.filter((code) => !possible.includes(code ?? ''))).toEqual([]);
    // Integrators read about errors in the guides.
    expect(told.length > 0).toBe(/compliance|operations|sandbox/.test(file));
  });

  test('lists only statuses that the caller of an operation can get', () => {
    for (const { operationId, responses, deprecated } of operationsOf(document)) {
      expect(Object.keys(responses), operationId).not.toContain('405');
      expect('410' in responses, operationId).toBe(deprecated === true);
    }
  });

  test('names each path parameter by one name, whatever the operation', () => {
    const names = new Map<string, Set<string>>();
    const note = (key: string, name: string) => names.set(key, (names.get(key) ?? new Set()).add(name));
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [begin = '', name = ''] of [...path.matchAll(/\{(\w+)\}/g)].map((found) => [
        path.slice(0, found.index).replaceAll(/\{\w+\}/g, '{}'),
        found[1],
      ]))
        note(begin, name);
      for (const { parameters = [] } of Object.values(methods))
        for (const one of parameters.filter((parameter) => parameter.in === 'path')) note(one.description, one.name);
    }
    expect([...names].filter(([, found]) => found.size > 1)).toEqual([]);
    expect(Object.keys(document.paths).join()).not.toContain('businessProfileId');
  });

  test('has one media type for each request body, so that generators create each body once', () => {
    for (const { operationId, requestBody } of operationsOf(document)) {
      const schemas = Object.values(requestBody?.content ?? {}).map(({ schema }) => JSON.stringify(schema));
      expect(new Set(schemas).size, operationId).toBe(schemas.length);
    }
  });

  test('has an absolute address', () => {
    expect(document.servers.map(({ url }) => new URL(url).protocol)).toEqual(['https:']);
    expect(document.servers[0]?.description).toContain('example');
  });
});

test('no code of users or staff is in a document for machines', () => {
  const ofPeople = Object.keys(ERRORS).filter((code) =>
    /^(Account|Session|Credential|Webhook|Review|Operations)\./.test(code),
  );
  expect(ofPeople.length).toBeGreaterThan(30);
  for (const [file, document] of documents.filter(([name]) => /^openapi(-sandbox)?\.json$/.test(name)))
    for (const code of ofPeople) expect(JSON.stringify(document), file).not.toContain(`"${code}"`);
});

describe('the address in a served document', () => {
  const where = { tokenEndpoint: 'https://issuer.test/oauth2/token', contact: NO_DEPLOYMENT.contact };
  const serversFor = async (host: string, encryptedOnly: boolean, more: Record<string, string> = {}) => {
    const app = fastify({ trustProxy: more['x-forwarded-host'] !== undefined });
    serveReference(app, { ...where, encryptedOnly });
    const [{ file }] = DOCUMENTS;
    const answers = await Promise.all(
      ['first.example', host].map((name) => app.inject({ url: `/api/${file}`, headers: { ...more, host: name } })),
    );
    await app.close();
    return answers[1]?.json().servers;
  };

  test.each([
    ['api.example.com', true, {}, 'https://api.example.com'],
    ['API.example.com:8443', true, {}, 'https://API.example.com:8443'],
    ['127.0.0.1:8090', false, {}, 'http://127.0.0.1:8090'],
    ['[::1]:8090', false, {}, 'http://[::1]:8090'],
    ['internal:8080', true, { 'x-forwarded-host': 'api.example.com' }, 'https://api.example.com'],
    ['a"b', true, {}, '/'],
    ['user@evil.example', true, {}, '/'],
    ['evil.example/path', true, {}, '/'],
  ])('requested at %s is that of the request', async (host, encryptedOnly, more, url) => {
    expect(await serversFor(host, encryptedOnly, more)).toEqual([{ url }]);
  });
});

describe('an event of the change feed', () => {
  const partner: Document = JSON.parse(JSON.stringify(DOCUMENTS[0].create()));
  const check = (which: unknown): ValidateFunction => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    ajv.addSchema(which as object, 'document');
    return ajv.compile({ $ref: 'document#/components/schemas/ChangesPage' });
  };
  const isValid = check(partner);
  const pageOf = (...items: unknown[]) => ({ items, nextCursor: 'c', hasMore: false });
  const exampleOf = (name: string) =>
    partner.webhooks[name]?.post.requestBody.content['application/json'].example ?? { data: {} };

  test('is described by type: the discriminator knows every type, and each has its own schema', () => {
    const { discriminator, oneOf } = partner.components.schemas.KnownEvent as {
      discriminator: { propertyName: string; mapping: Record<string, string> };
      oneOf: { $ref: string }[];
    };
    expect(discriminator.propertyName).toBe('eventType');
    expect(Object.keys(discriminator.mapping)).toEqual(Object.keys(EVENT_TYPES));
    expect(Object.values(discriminator.mapping)).toEqual(oneOf.map(({ $ref }) => $ref));
    for (const [name, ref] of Object.entries(discriminator.mapping)) {
      const schema = partner.components.schemas[ref.split('/').at(-1) ?? ''] as { properties: { eventType: object } };
      expect(schema.properties.eventType).toMatchObject({ const: name });
    }
    for (const name of Object.keys(EVENT_TYPES)) expect(isValid(pageOf(exampleOf(name))), name).toBe(true);
  });

  test('of an unknown type is valid with any data, and one of a known type only with its own', () => {
    const created = exampleOf('business.profile.created');
    expect(isValid(pageOf({ ...created, eventType: 'business.castle.built', data: { towers: 4 } }))).toBe(true);
    expect(isValid(pageOf({ ...created, data: { towers: 4 } }))).toBe(false);
    expect(isValid(pageOf({ ...created, data: { ...created.data, later: 1 } }))).toBe(true);
  });

  test('has a sequence if and only if it is about a customer', () => {
    for (const [name, { data }] of Object.entries(EVENT_TYPES)) {
      const isAboutCustomer = 'customerId' in data.shape;
      expect(isValid(pageOf({ ...exampleOf(name), sequence: 1 })), name).toBe(isAboutCustomer);
      expect(isValid(pageOf({ ...exampleOf(name), sequence: null })), name).toBe(!isAboutCustomer);
    }
  });

  test('as the service sends it has exactly the described fields', async () => {
    const { customerId } = (await api.create(validBody())).json().value;
    await untilTransactionsEnd(database.owner);
    const { value } = (await api.call('GET', '/partner/v1/changes')).json();
    expect(value.items.length).toBeGreaterThan(1);
    expect(value.items[0]).toMatchObject({ data: { customerId }, sequence: 1 });
    const isExact = check(closed(partner));
    expect(isExact(value), JSON.stringify(isExact.errors)).toBe(true);
  });
});
