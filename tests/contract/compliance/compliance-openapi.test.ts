// The compliance API has its own OpenAPI document, and the documents for partners contain none of it.
import { globSync, readFileSync } from 'node:fs';
import { dashboardSuccessSchema, type ErrorCode } from '@onboarding/contract';
import { describe, expect, test } from 'vitest';
import { complianceRoutes } from '../../../apps/api/src/compliance/routes.ts';
import { dashboardRoutes } from '../../../apps/api/src/dashboard/routes.ts';
import { createComplianceOpenApi, createDashboardOpenApi, createOpenApi } from '../../../apps/api/src/docs/openapi.ts';
import { errorsOf, statusOf } from '../../../apps/api/src/http/route-errors.ts';
import { partnerRoutes } from '../../../apps/api/src/partner/routes.ts';
import { sessionRoutes } from '../../../apps/api/src/session/routes.ts';
import { type TestApi, useTestApi } from '../../harness/api.ts';

let api: TestApi;
useTestApi((made) => {
  ({ api } = made);
});

const document = JSON.parse(JSON.stringify(createComplianceOpenApi(complianceRoutes)));

describe('the OpenAPI document of the compliance API', () => {
  test('lists every route with its errors by status, and its examples match their schemas', () => {
    expect(document.info.title).toBe('Compliance API');
    expect(document.components.securitySchemes).toEqual({
      staff: expect.objectContaining({ type: 'apiKey', in: 'cookie', name: '__Host-onboarding-staff' }),
    });
    for (const route of complianceRoutes) {
      const operation = document.paths[`/api${route.path}`][route.method.toLowerCase()];
      expect(operation.security, route.operationId).toEqual([{ staff: [] }]);
      const statuses = new Set(errorsOf(route).map((code) => String(statusOf(route, code))));
      const successes = 'file' in route ? ['200', '206'] : ['200'];
      expect(Object.keys(operation.responses).sort(), route.operationId).toEqual([...statuses, ...successes].sort());
      if ('file' in route) {
        expect(Object.keys(operation.responses[206].content)).toEqual(route.file.types);
        continue;
      }
      const { example } = operation.responses[200].content['application/json'];
      expect(dashboardSuccessSchema(route.answer.schema).strict().parse(example), route.operationId).toEqual(example);
      if (route.body !== undefined) {
        const read = route.body.schema.safeParse(route.body.example);
        expect(read.success, `${route.operationId}: ${read.error?.message}`).toBe(true);
      }
    }
  });

  test('lists all error codes of its routes, and none of other APIs', () => {
    const named: string[] =
      document.components.schemas.DashboardFailure.properties.error.properties.code['x-extensible-enum'];
    expect(named.filter((code) => /^(Webhook|Credential|Sandbox)\./.test(code))).toEqual([]);
    const declared = new Set<ErrorCode>(complianceRoutes.flatMap((route) => errorsOf(route)));
    expect([...declared].filter((code) => !named.includes(code))).toEqual([]);
  });
});

/** The names of operations and schemas that only analysts may see. */
function analystsWords(): string[] {
  const files = globSync('packages/contract/src/compliance/*.ts').map((file) => readFileSync(file, 'utf8'));
  const schemas = files.flatMap((text) => [...text.matchAll(/\bid: '(\w+)'/g)].map(([, id = '']) => id));
  return [...schemas, ...complianceRoutes.map(({ operationId }) => operationId)];
}

describe('the compliance API', () => {
  const dashboard = () => JSON.stringify(createDashboardOpenApi([...sessionRoutes, ...dashboardRoutes]));
  const read: [string, () => string | Promise<string>][] = [
    ['the document of the Partner API', () => JSON.stringify(createOpenApi(partnerRoutes))],
    ['docs/openapi.json', () => readFileSync('docs/openapi.json', 'utf8')],
    ['the document of the dashboard', dashboard],
    ['the response of /api/openapi.json', async () => (await api.app.inject('/api/openapi.json')).body],
    [
      'the response of /api/openapi-dashboard.json',
      async () => (await api.app.inject('/api/openapi-dashboard.json')).body,
    ],
  ];

  test.each(read)('does not appear in %s', async (_name, text) => {
    const words = analystsWords();
    expect(words).toEqual(expect.arrayContaining(['PackageClaim', 'claimPackage']));
    const whole = await text();
    expect(whole.length).toBeGreaterThan(500);
    // Whole words, because names visible to partners may start the same.
    expect(words.filter((word) => new RegExp(`(?<![A-Za-z])${word}(?![A-Za-z])`).test(whole))).toEqual([]);
    expect(whole).not.toMatch(/Review\.|\/compliance\//);
  });
});
