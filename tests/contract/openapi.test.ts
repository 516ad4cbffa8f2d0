// The description of the API says what the API does.
import {
  businessProfileRecordSchema,
  createAnswerSchema,
  type ErrorCode,
  failureSchema,
  successSchema,
} from '@onboarding/contract';
import { describe, expect, test } from 'vitest';
import { documentedPath } from '../../apps/api/src/docs/openapi.ts';
import { errorsOf, statusOf } from '../../apps/api/src/http/route-errors.ts';
import { partnerRoutes } from '../../apps/api/src/partner/routes.ts';
import { type TestApi, useTestApi } from '../harness/api.ts';
import { newReference } from '../harness/bodies.ts';

let api: TestApi;
useTestApi((made) => {
  ({ api } = made);
});

describe('/api/openapi.json', () => {
  test('is served to anybody and lists every operation with its errors by status', async () => {
    const answer = await api.app.inject('/api/openapi.json');
    expect(answer.statusCode).toBe(200);
    const document = answer.json();
    expect(document.openapi).toBe('3.1.0');
    for (const route of partnerRoutes) {
      const operation = document.paths[`/api${documentedPath(route, partnerRoutes)}`][route.method.toLowerCase()];
      const statuses = new Set(errorsOf(route).map((code) => String(statusOf(route, code))));
      expect(Object.keys(operation.responses).sort(), route.operationId).toEqual(
        [...statuses, '200', ...(route.conditional === true ? ['304'] : [])].sort(),
      );
    }
  });

  test('its examples of answers fit their schemas, and its failures too', async () => {
    const document = (await api.app.inject('/api/openapi.json')).json();
    let examples = 0;
    for (const route of partnerRoutes) {
      const { responses } = document.paths[`/api${documentedPath(route, partnerRoutes)}`][route.method.toLowerCase()];
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

  test('its example of a create is accepted, without a warning, and gives the answers that it shows', async () => {
    const route = partnerRoutes.find((one) => one.operationId === 'createBusinessProfile');
    const body = { ...(route?.body?.example as object), partnerCustomerId: newReference() };
    const answer = await api.create(body);
    expect(answer.statusCode).toBe(200);
    expect(answer.json().warnings).toBeUndefined();
    const created = createAnswerSchema.parse(answer.json().value);
    expect(created.ubos).toHaveLength(1);
    const read = await api.call('GET', `/partner/v1/business-profiles/${created.customerId}`);
    expect(() => businessProfileRecordSchema.strict().parse(read.json().value)).not.toThrow();
  });
});

test('the reference page is served without anything from elsewhere', async () => {
  const page = await api.app.inject('/docs/');
  expect(page.statusCode).toBe(200);
  expect(page.body).not.toMatch(/(src|href)="https?:/);
});

describe('paths and methods', () => {
  test('an unknown path is 404 Route.NotFound, in the envelope', async () => {
    const answer = await api.app.inject('/api/partner/v1/nothing');
    expect(answer.statusCode).toBe(404);
    expect(failureSchema.parse(answer.json()).error.code).toBe('Route.NotFound');
  });

  test('another method is 405 and names the right ones', async () => {
    const answer = await api.app.inject({ method: 'DELETE', url: '/api/partner/v1/business-profiles' });
    expect([answer.statusCode, answer.headers.allow, answer.json().error.code]).toEqual([
      405,
      'POST, GET',
      'Route.MethodNotAllowed',
    ]);
  });

  test('a path that cannot be decoded is 400 Request.Malformed with a request id', async () => {
    const answer = await api.app.inject('/api/partner/v1/business-profiles/%E0%A4%A');
    expect(answer.statusCode).toBe(400);
    expect(failureSchema.parse(answer.json()).error).toMatchObject({ code: 'Request.Malformed' });
    expect(answer.headers['x-request-id']).toBe(answer.json().error.requestId);
  });
});
