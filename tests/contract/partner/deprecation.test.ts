// How responses announce that an operation will be withdrawn. None is deprecated at present, so the tests define their own.
import { readFileSync } from 'node:fs';
import { failureSchema } from '@onboarding/contract';
import { createMetrics } from '@onboarding/platform/metrics';
import { createGuard } from '@onboarding/platform/safe-http';
import { createTokenVerifier } from '@onboarding/platform/tokens';
import { fastify } from 'fastify';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createOpenApi } from '../../../apps/api/src/docs/openapi.ts';
import { tokenRoute } from '../../../apps/api/src/http/declare.ts';
import { deprecationHeaders } from '../../../apps/api/src/http/deprecation.ts';
import { answerError } from '../../../apps/api/src/http/failures.ts';
import { mount } from '../../../apps/api/src/http/mount.ts';
import { openRequestLog } from '../../../apps/api/src/http/request-log.ts';
import type { Deprecation, TokenRoute } from '../../../apps/api/src/http/route.ts';
import { partnerRoutes } from '../../../apps/api/src/partner/routes.ts';
import { plentyOfRequests, type TestApi, useTestApi } from '../../harness/api.ts';
import { AUDIENCE, ISSUER } from '../../harness/tokens.ts';

let api: TestApi;
useTestApi((made) => {
  ({ api } = made);
});

const OLD: Deprecation = { since: '2027-01-01', sunset: '2027-06-30', successor: '/partner/v2/things' };

function routeWith(deprecated: Deprecation | undefined): TokenRoute {
  return tokenRoute({
    method: 'GET',
    path: deprecated === undefined ? '/partner/v2/things' : '/partner/v1/things',
    operationId: deprecated === undefined ? 'listThings' : 'listOldThings',
    summary: 'List things',
    description: 'Lists things.',
    scope: 'partner.read',
    writes: false,
    answer: { schema: z.array(z.string()), example: ['thing'] },
    errors: [],
    handler: async () => ({ value: ['thing'], headers: { etag: '"1"' } }),
    ...(deprecated === undefined ? {} : { deprecated }),
  });
}

function appWith(...routes: TokenRoute[]) {
  const app = fastify();
  app.decorateRequest('claims', undefined);
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  const tokens = createTokenVerifier({
    issuer: ISSUER,
    jwks: api.issuer.jwks,
    audience: AUDIENCE,
    clock: api.context.clock,
  });
  const tokenAddresses = { issuer: ISSUER, tokenEndpoint: `${ISSUER}/oauth2/token` };
  const { context } = api;
  const limits = plentyOfRequests(context.db, context.clock);
  const requestLog = openRequestLog(context, createMetrics('api'));
  const webhookUrls = createGuard({ ports: [443] });
  const documentLook = { check: async () => ({ ids: [], unseen: [] }), findUsedLinks: async () => [] };
  mount(app, { context, tokens, sites: {}, tokenAddresses, limits, requestLog, webhookUrls, documentLook }, routes);
  return app;
}

const HEADERS = {
  deprecation: '@1798761600',
  sunset: 'Wed, 30 Jun 2027 00:00:00 GMT',
  link: '</docs/versions>; rel="deprecation"; type="text/html", </api/partner/v2/things>; rel="successor-version"',
};

describe('a deprecated operation', () => {
  test('has the headers that the page on versions shows', () => {
    const page = readFileSync('docs/versions.md', 'utf8');
    const [, block = ''] = /```http\n([\s\S]*?)```/.exec(page) ?? [];
    const shown = Object.fromEntries(
      [...block.matchAll(/^ *(\S+): (.*)$/gm)].map(([, name = '', value]) => [name.toLowerCase(), value]),
    );
    const dates = { since: '2026-09-01', sunset: '2027-03-02', successor: '/partner/v2/business-profiles' } as const;
    expect(shown).toEqual(deprecationHeaders('listBusinessProfiles', dates, '/api'));
  });

  test('works as before, and every response names the deprecation date, the sunset and the successor', async () => {
    const app = appWith(routeWith(OLD), routeWith(undefined));
    const authorization = `Bearer ${api.token}`;
    const url = '/api/partner/v1/things';
    const success = await app.inject({ url, headers: { authorization } });
    expect([success.statusCode, success.json().value]).toEqual([200, ['thing']]);
    expect(success.headers).toMatchObject(HEADERS);
    const known = await app.inject({ url, headers: { authorization, 'if-none-match': '"1"' } });
    expect(known.statusCode).toBe(304);
    expect(known.headers).toMatchObject(HEADERS);
    const refused = await app.inject({ url });
    expect([refused.statusCode, failureSchema.parse(refused.json()).error.code]).toEqual([
      401,
      'Partner.NotAuthenticated',
    ]);
    expect(refused.headers).toMatchObject(HEADERS);
    const other = await app.inject({ url: '/api/partner/v2/things', headers: { authorization } });
    expect(other.statusCode).toBe(200);
    for (const name of Object.keys(HEADERS)) expect(other.headers[name]).toBeUndefined();
  });

  test('is marked in the description, with its dates, its successor and the 410 of later', () => {
    const { paths } = createOpenApi([routeWith(OLD), routeWith(undefined)]);
    expect(paths?.['/api/partner/v1/things']?.get).toMatchObject({
      deprecated: true,
      description: expect.stringContaining('since 2027-01-01; withdrawn on 2027-06-30. Use `/api/partner/v2/things`'),
    });
    expect(paths?.['/api/partner/v2/things']?.get?.deprecated).toBeUndefined();
    const responsesOf = (path: string) => paths?.[path]?.get?.responses ?? {};
    expect(responsesOf('/api/partner/v1/things')['410']).toMatchObject({
      description: expect.stringContaining('`Route.Withdrawn`'),
    });
    expect(Object.keys(responsesOf('/api/partner/v2/things'))).not.toContain('410');
  });

  test.each([
    ['a notice of 179 days', { since: '2027-01-01', sunset: '2027-06-29' }, '180 days'],
    ['a sunset before the deprecation', { since: '2027-06-30', sunset: '2027-01-01' }, '180 days'],
    [
      'a day that does not exist',
      { since: '2027-02-30', sunset: '2028-01-01' },
      'is deprecated with an invalid date: 2027-02-30',
    ],
    [
      'a date in another format',
      { since: '2027-01-01', sunset: '1 July 2028' },
      'is deprecated with an invalid date: 1 July 2028',
    ],
  ])('with %s fails at startup with an error that names it', (_what, dates, said) => {
    const faulty = routeWith({ ...OLD, ...dates });
    expect(() => appWith(faulty)).toThrow(`GET /partner/v1/things is deprecated`);
    expect(() => appWith(faulty)).toThrow(said);
  });
});

test('no operation of the Partner API is deprecated today', () => {
  expect(partnerRoutes.filter((route) => route.deprecated !== undefined)).toEqual([]);
});
