// The OpenAPI description matches the API.
import { readFileSync } from 'node:fs';
import {
  businessProfileRecordSchema,
  createAnswerSchema,
  DOCUMENT_CATEGORIES,
  type ErrorCode,
  EVENT_TYPES,
  failureSchema,
  successSchema,
} from '@onboarding/contract';
import { deliveryHeaders, secretBytes } from '@onboarding/domain/webhooks';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { DOCUMENTS } from '../../../apps/api/src/docs/documents.ts';
import { documentedPath } from '../../../apps/api/src/docs/operations.ts';
import { makeReference } from '../../../apps/api/src/docs/reference.ts';
import { errorsOf, statusOf } from '../../../apps/api/src/http/route-errors.ts';
import { partnerRoutes } from '../../../apps/api/src/partner/routes.ts';
import { type TestApi, useTestApi } from '../../harness/api.ts';
import { newReference } from '../../harness/bodies.ts';
import { closed } from '../../harness/checks/closed-document.ts';

let api: TestApi;
useTestApi((made) => {
  ({ api } = made);
});

describe('/api/openapi.json', () => {
  test('is public and lists every operation with its errors by status', async () => {
    const answer = await api.app.inject('/api/openapi.json');
    expect(answer.statusCode).toBe(200);
    const document = answer.json();
    expect(document.openapi).toBe('3.1.0');
    for (const route of partnerRoutes) {
      const operation = document.paths[`/api${documentedPath(route)}`][route.method.toLowerCase()];
      const statuses = new Set(errorsOf(route).map((code) => String(statusOf(route, code))));
      expect(Object.keys(operation.responses).sort(), route.operationId).toEqual(
        [...statuses, '200', ...(route.conditional === true ? ['304'] : [])].sort(),
      );
    }
  });

  test('has examples of responses and errors that match their schemas', async () => {
    const document = (await api.app.inject('/api/openapi.json')).json();
    let examples = 0;
    for (const route of partnerRoutes) {
      const { responses } = document.paths[`/api${documentedPath(route)}`][route.method.toLowerCase()];
      expect(() =>
        successSchema(route.answer.schema).parse(responses[200].content['application/json'].example),
      ).not.toThrow();
      for (const [status, response] of Object.entries<{
        content?: Record<string, { examples?: Record<string, { value: unknown }> }>;
      }>(responses)) {
        for (const [code, { value }] of Object.entries(response.content?.['application/json']?.examples ?? {})) {
          expect(failureSchema.parse(value).error.code).toBe(code);
          expect(status).toBe(String(statusOf(route, code as ErrorCode)));
          examples++;
        }
      }
    }
    expect(examples).toBeGreaterThan(40);
  });

  test('has an example of a create that is accepted without a warning, and responses of the described form', async () => {
    const body = { ...createBody(), partnerCustomerId: newReference() };
    const answer = await api.create(body);
    expect(answer.statusCode).toBe(200);
    expect(answer.json().warnings).toBeUndefined();
    const created = createAnswerSchema.parse(answer.json().value);
    expect(created.ubos).toHaveLength(1);
    const read = await api.call('GET', `/partner/v1/business-profiles/${created.customerId}`);
    expect(() => businessProfileRecordSchema.strict().parse(read.json().value)).not.toThrow();
  });
});

test('the reference page loads no external resources and offers only the documents for integrators', async () => {
  const page = await api.app.inject('/docs/reference/');
  expect(page.statusCode).toBe(200);
  expect(page.body).not.toMatch(/(src|href)="https?:/);
  for (const { file, title } of DOCUMENTS) {
    const isOffered = [page.body.includes(`/api/${file}`), page.body.includes(title)];
    expect(isOffered, file).toEqual(Array(2).fill(['Partner API', 'Sandbox API'].includes(title)));
  }
});

test('the reference page can be built for any path, with its documents next to it', async () => {
  const { '': page, 'js/scalar.js': script } = await makeReference(
    '/handbook/reference',
    (file) => `/handbook/${file}`,
  );
  const text = page.bytes.toString();
  expect(text).toContain('/handbook/openapi.json');
  expect(text).not.toMatch(/"\/(docs|api)\//);
  expect(script.bytes.length).toBeGreaterThan(100_000);
});

type Json = Record<string, unknown>;

/** Every object of a document with its path, except inside examples. */
function objectsIn(value: unknown, path: string[] = []): { path: string[]; found: Json }[] {
  if (typeof value !== 'object' || value === null) return [];
  // The type of an unknown event is any but the known ones.
  const inner = Object.entries(value).filter(([name]) => !['example', 'examples', 'not'].includes(name));
  const own = Array.isArray(value) ? [] : [{ path, found: value as Json }];
  return [...own, ...inner.flatMap(([name, part]) => objectsIn(part, [...path, name]))];
}

/** The parts of a document that describe what we send: responses, events, and the schemas that they refer to. */
function sentIn(document: Json): { path: string[]; found: Json }[] {
  const whole = objectsIn(document);
  const schemas = (document as { components: { schemas: Json } }).components.schemas;
  const begin = whole.filter(({ path }) => path.includes('responses') || path[0] === 'webhooks');
  const reached = new Map<string, { path: string[]; found: Json }[]>();
  const follow = (objects: { found: Json }[]) => {
    for (const { found } of objects) {
      const name = String(found.$ref ?? '').match(/^#\/components\/schemas\/(.+)$/)?.[1];
      if (name === undefined || reached.has(name)) continue;
      reached.set(name, objectsIn(schemas[name], ['components', 'schemas', name]));
      follow(reached.get(name) ?? []);
    }
  };
  follow(begin);
  return [...begin, ...[...reached.values()].flat()];
}

test('the file in docs/ is the document of the Partner API, without a deployment', () => {
  expect(JSON.parse(readFileSync('docs/openapi.json', 'utf8'))).toEqual(
    JSON.parse(JSON.stringify(DOCUMENTS[0].create())),
  );
});

describe.each(DOCUMENTS.map(({ file, title, create }) => [file, title, create] as const))(
  '%s',
  (file, title, create) => {
    const where = {
      server: { url: 'http://api.test:8080' },
      tokenEndpoint: 'https://issuer.test/oauth2/token',
      contact: { name: 'Integration support' },
    };
    const read = async () => (await api.app.inject(`/api/${file}`)).json();

    test('is public, and names where this service runs', async () => {
      const answer = await api.app.inject({ url: `/api/${file}`, headers: { host: 'api.test:8080' } });
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
      const { tokenUrl } = answer.json().components.securitySchemes.oauth2?.flows.clientCredentials ?? {};
      expect(answer.json()).toEqual(JSON.parse(JSON.stringify(create({ ...where, tokenEndpoint: tokenUrl ?? '' }))));
      expect(answer.json().info.title).toContain(title === 'Partner API' ? 'Onboarding API' : title);
    });

    test('leaves what we send open to new fields and new enum values', async () => {
      const sent = sentIn(await read());
      expect(sent.length).toBeGreaterThan(50);
      expect(
        sent.filter(({ found }) => found.additionalProperties === false).map(({ path }) => path.join('/')),
      ).toEqual([]);
      expect(sent.filter(({ found }) => Array.isArray(found.enum)).map(({ path }) => path.join('/'))).toEqual([]);
      expect(sent.filter(({ found }) => Array.isArray(found['x-extensible-enum'])).length).toBeGreaterThan(0);
    });

    test('has a contact, a description of every tag, and a format or pattern for each path parameter', async () => {
      const document = await read();
      expect(document.info.contact.name).toBeTruthy();
      const explained = document.tags.filter((tag: Json) => tag.description).map((tag: Json) => tag.name);
      for (const [path, operations] of Object.entries<Json>(document.paths)) {
        for (const operation of Object.values(operations) as { tags: string[]; parameters: Json[] }[]) {
          expect(explained, path).toEqual(expect.arrayContaining(operation.tags));
          const ids = operation.parameters.filter((parameter) => parameter.in === 'path');
          expect(ids.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
          for (const { schema, description } of ids as { schema: Json; description: string }[]) {
            expect(schema.format === 'uuid' || schema.pattern !== undefined, path).toBe(true);
            expect(description.length).toBeGreaterThan(10);
          }
        }
      }
    });

    test('lists the headers of each response', async () => {
      for (const operations of Object.values<Json>((await read()).paths)) {
        for (const { operationId, responses, security } of Object.values(operations) as Operation[]) {
          const named = (status: number) => Object.keys(responses[status]?.headers ?? {});
          expect(named(200), operationId).toEqual(
            expect.arrayContaining(['X-Request-Id', 'RateLimit', 'RateLimit-Policy']),
          );
          expect(named(401), operationId).toContain('X-Request-Id');
          expect(named(401).includes('WWW-Authenticate'), operationId).toBe(security[0]?.oauth2 !== undefined);
          expect(named(429), operationId).toContain('Retry-After');
          expect(named(503), operationId).toContain('Retry-After');
        }
      }
    });
  },
);

interface Operation {
  operationId: string;
  responses: Record<string, { headers?: Json }>;
  security: Record<string, string[]>[];
}

describe('the Partner API', () => {
  const PROFILES = '/api/partner/v1/business-profiles';
  const read = async () => (await api.app.inject('/api/openapi.json')).json();

  test('states where to get tokens, and which scope each operation requires', async () => {
    const { components, paths } = await read();
    const { clientCredentials } = components.securitySchemes.oauth2.flows;
    expect(clientCredentials.tokenUrl).toMatch(/^https?:\/\/.+\/oauth2\/token$/);
    expect(Object.keys(clientCredentials.scopes)).toEqual(['partner.read', 'partner.write']);
    expect(paths[PROFILES].post.security).toEqual([{ oauth2: ['partner.write'] }]);
    expect(paths[PROFILES].get.security).toEqual([{ oauth2: ['partner.read'] }]);
  });

  test('has each path once', async () => {
    const { paths } = await read();
    const shapes = Object.keys(paths).map((path) => path.replaceAll(/\{\w+\}/g, '{}'));
    expect(new Set(shapes).size).toBe(shapes.length);
  });

  test('has the vocabularies, patterns and formats that the service enforces', async () => {
    const { schemas } = (await read()).components;
    const { properties: create } = schemas.BusinessProfileCreate;
    const types = (await api.call('GET', '/partner/v1/business-types')).json().value as { businessTypeCode: string }[];
    expect(types.map((type) => type.businessTypeCode).sort()).toEqual(
      [...create.businessTypeCode['x-extensible-enum']].sort(),
    );
    expect(create.email).toMatchObject({ format: 'email', maxLength: 255 });
    const matches = (field: Json, text: string) => new RegExp(String(field.pattern), 'u').test(text);
    const forms: [Json, string, string][] = [
      [create.email, 'office@lagos-trading.example', 'office@lagos'],
      [create.phoneNumber.anyOf[0], '+2348012345678', '08012345678'],
      [create.partnerCustomerId, 'acme-000042', '-acme'],
      [schemas.BusinessPerson.properties.phone.anyOf[0], '+2348012345678', '+234 801'],
      [schemas.BusinessProfilePut.properties.phoneNumber, '+2348012345678', '1'],
    ];
    for (const [field, right, wrong] of forms) {
      expect([matches(field, right), matches(field, wrong)], JSON.stringify(field)).toEqual([true, false]);
    }
    expect(schemas.UploadLinkRequest.properties.documentCategory.enum).toEqual([...DOCUMENT_CATEGORIES]);
    expect(schemas.BusinessPersonRecord.properties.birthDate.anyOf[0]).toMatchObject({ format: 'date' });
  });

  test('describes each event of the catalogue with its body, a valid example, and the Svc- headers', async () => {
    const document = await read();
    expect(Object.keys(document.webhooks)).toEqual(Object.keys(EVENT_TYPES));
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    ajv.addSchema(closed(document), 'document');
    for (const [name, { post }] of Object.entries<{ post: EventOperation }>(document.webhooks)) {
      const { schema, example } = post.requestBody.content['application/json'];
      const check = ajv.compile({ $ref: `document${schema.$ref}` });
      expect(check(example), `${name}: ${JSON.stringify(check.errors)}`).toBe(true);
      expect(example.eventType).toBe(name);
      const sent = deliveryHeaders({
        ...{ eventId: 'e', eventType: name, deliveryId: 'd', attemptNo: 1, isReplay: true, body: '{}' },
        ...{ at: new Date(), secrets: [secretBytes('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')] },
      });
      const telling = Object.keys(sent).filter((header) => /^(svc|webhook)-/i.test(header));
      expect(post.parameters.map((parameter) => parameter.name).sort()).toEqual(telling.sort());
      expect(post.parameters.filter(({ required }) => required !== true).map((one) => one.name)).toEqual([
        'Svc-Replay',
      ]);
    }
  });

  test('describes every field of a response, and allows clients to receive new ones later', async () => {
    const document = await read();
    const judge = (which: unknown) => {
      const ajv = new Ajv2020({ strict: false });
      addFormats.default(ajv);
      ajv.addSchema(which as object, 'document');
      const path = `${PROFILES}/%7BcustomerId%7D`.replaceAll('/', '~1');
      return ajv.compile({ $ref: `document#/paths/${path}/get/responses/200/content/application~1json/schema` });
    };
    const created = (await api.create({ ...createBody(), partnerCustomerId: newReference() })).json().value;
    const answer = (await api.call('GET', `/partner/v1/business-profiles/${created.customerId}`)).json();
    const later = { ...answer, value: { ...answer.value, tomorrow: 1, verificationStatus: 'Tomorrow' } };
    expect([judge(closed(document))(answer), judge(closed(document))(later), judge(document)(later)]).toEqual([
      true,
      false,
      true,
    ]);
  });
});

interface EventOperation {
  parameters: { name: string; required?: boolean }[];
  requestBody: { content: { 'application/json': { schema: { $ref: string }; example: { eventType: string } } } };
}

const createBody = () =>
  partnerRoutes.find((one) => one.operationId === 'createBusinessProfile')?.body?.example as object;

describe('paths and methods', () => {
  test('an unknown path returns 404 Route.NotFound in the envelope', async () => {
    const answer = await api.app.inject('/api/partner/v1/nothing');
    expect(answer.statusCode).toBe(404);
    expect(failureSchema.parse(answer.json()).error.code).toBe('Route.NotFound');
  });

  test('another method returns 405 and the allowed ones', async () => {
    const answer = await api.app.inject({ method: 'DELETE', url: '/api/partner/v1/business-profiles' });
    expect([answer.statusCode, answer.headers.allow, answer.json().error.code]).toEqual([
      405,
      'POST, GET',
      'Route.MethodNotAllowed',
    ]);
  });

  test('a path that cannot be decoded returns 400 Request.Malformed with a request id', async () => {
    const answer = await api.app.inject('/api/partner/v1/business-profiles/%E0%A4%A');
    expect(answer.statusCode).toBe(400);
    expect(failureSchema.parse(answer.json()).error).toMatchObject({ code: 'Request.Malformed' });
    expect(answer.headers['x-request-id']).toBe(answer.json().error.requestId);
  });
});
