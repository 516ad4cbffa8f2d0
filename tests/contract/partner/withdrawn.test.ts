// Withdrawn operations answer 410 and name their successor.
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { failureSchema } from '@onboarding/contract';
import { describe, expect, test } from 'vitest';
import { dashboardRoutes } from '../../../apps/api/src/dashboard/routes.ts';
import { partnerRoutes } from '../../../apps/api/src/partner/routes.ts';
import { WITHDRAWN } from '../../../apps/api/src/partner/withdrawn.ts';
import { type TestApi, useTestApi } from '../../harness/api.ts';
import { until } from '../../harness/patience.ts';
import { ISSUER } from '../../harness/tokens.ts';

let api: TestApi;
useTestApi((made) => {
  ({ api } = made);
});

const ID = '0193a2b4-7c11-7d3e-9f53-2a6b8c0d1e2f';
const PROFILES = '/api/partner/v1/business-profiles';
const WEBHOOKS = '/api/customer/v1/partner-profile/webhooks';

/** Every operation that the specification calls withdrawn, with its successor and its Link header. */
const CASES: [string, string | undefined, string | undefined][] = [
  ['POST /auth/partner/v1/token', `POST ${ISSUER}/oauth2/token`, `${ISSUER}/oauth2/token`],
  [`GET /partner/v1/eco-partner/${ID}`, `GET ${PROFILES}/{customerId}`, `${PROFILES}/${ID}`],
  [`POST /partner/v1/business-profiles/${ID}/ubos`, `PATCH ${PROFILES}/{customerId}`, `${PROFILES}/${ID}`],
  [`GET /partner/v1/business-profiles/${ID}/ubos`, `GET ${PROFILES}/{customerId}`, `${PROFILES}/${ID}`],
  [`DELETE /partner/v1/business-profiles/${ID}/ubos`, undefined, undefined],
  [`GET /partner/v1/business-profiles/${ID}/ubos/${ID}`, `GET ${PROFILES}/{customerId}`, `${PROFILES}/${ID}`],
  [`DELETE /partner/v1/business-profiles/${ID}/ubos/${ID}`, undefined, undefined],
  [`POST /partner/v1/business-profiles/${ID}/associate-ubo`, `PATCH ${PROFILES}/{customerId}`, `${PROFILES}/${ID}`],
  [`POST /partner/v1/business-profiles/${ID}/submit`, `POST ${PROFILES}`, PROFILES],
  [
    `GET /partner/v1/business-profiles/${ID}/onboarding-progress`,
    `GET ${PROFILES}/{customerId}/verification-status`,
    `${PROFILES}/${ID}/verification-status`,
  ],
  [
    'GET /partner/v1/onboarding-requirements',
    'GET /api/customer/v1/onboarding/ubo-identity-requirements',
    '/api/customer/v1/onboarding/ubo-identity-requirements',
  ],
  [
    'POST /partner/v1/documents/onboarding-upload-link',
    `POST ${PROFILES}/{customerId}/documents/upload-link`,
    undefined,
  ],
  ['POST /partner/v1/webhooks', `POST ${WEBHOOKS}`, WEBHOOKS],
  ['GET /partner/v1/webhooks', `GET ${WEBHOOKS}`, WEBHOOKS],
  ['PUT /partner/v1/webhooks', `PUT ${WEBHOOKS}`, WEBHOOKS],
  ['POST /partner/v1/webhooks/rotate-secret', `POST ${WEBHOOKS}/rotate-secret`, `${WEBHOOKS}/rotate-secret`],
  ['GET /partner/v1/webhooks/deliveries', `GET ${WEBHOOKS}/deliveries`, `${WEBHOOKS}/deliveries`],
  [`GET /partner/v1/webhooks/deliveries/${ID}`, `GET ${WEBHOOKS}/deliveries/{deliveryId}`, undefined],
  [`POST /partner/v1/webhooks/deliveries/${ID}/replay`, `POST ${WEBHOOKS}/deliveries/{deliveryId}/replay`, undefined],
  ['POST /partner/v1/webhooks/replay', `POST ${WEBHOOKS}/replay`, `${WEBHOOKS}/replay`],
];

function ask(operation: string, options: { headers?: Record<string, string>; payload?: string } = {}) {
  const [method = '', path = ''] = operation.split(' ');
  return api.app.inject({ method: method as 'GET', url: `/api${path}`, ...options });
}

describe.each(CASES)('%s', (operation, named, link) => {
  test('returns 410 in the envelope, without authentication, and names its successor', {
    tags: [
      'S-11',
      'S-14',
      'S-241',
      'S-242',
      'S-243',
      'S-244',
      'S-245',
      'S-246',
      'S-247',
      'S-248',
      'S-249',
      'S-250',
      'S-251',
      'S-252',
      'S-253',
      'S-254',
      'S-255',
      'S-256',
      'S-374',
    ],
  }, async () => {
    const answer = await ask(operation);
    expect(answer.statusCode).toBe(410);
    const { error } = failureSchema.strict().parse(answer.json());
    expect(error.code).toBe('Route.Withdrawn');
    expect(error.message).toMatch(/^This operation is no longer available\. .+\.$/);
    if (named === undefined) expect(error.message).not.toContain(' Use ');
    else expect(error.message).toContain(`${named}.`);
    expect(answer.headers.link).toBe(link === undefined ? undefined : `<${link}>; rel="successor-version"`);
    expect(answer.headers['x-request-id']).toBe(error.requestId);
    expect(answer.headers['www-authenticate']).toBeUndefined();
  });

  test('returns 410 even with an invalid token, invalid JSON, another media type or a body that is too large', async () => {
    for (const options of [
      { headers: { authorization: 'Bearer nonsense' } },
      { headers: { 'content-type': 'application/json' }, payload: '{' },
      { headers: { 'content-type': 'application/xml' }, payload: '<a/>' },
      { headers: { 'content-type': 'application/json', 'idempotency-key': '' }, payload: `"${'x'.repeat(2_000_000)}"` },
    ]) {
      // Also for methods that usually have no body.
      expect((await ask(operation, options)).statusCode).toBe(410);
    }
  });
});

test('the tested operations are exactly those of the WITHDRAWN table', { tags: ['S-374'] }, () => {
  const asPattern = ([operation]: (typeof CASES)[number]) => operation.replaceAll(ID, '{}');
  expect(WITHDRAWN.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`)).toEqual(
    CASES.map(asPattern),
  );
});

test('all other methods of these paths return 410 too', async () => {
  for (const path of new Set(CASES.map(([operation]) => operation.split(' ')[1]))) {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      expect([method, path, (await ask(`${method} ${path}`)).statusCode]).toEqual([method, path, 410]);
    }
  }
});

test('a malformed id is not echoed in a header', async () => {
  for (const id of ['x', '%0d%0aset-cookie:a=b', '%3e;rel=next', '%F0%9F%98%80', 'a'.repeat(4_000)]) {
    const answer = await ask(`GET /partner/v1/eco-partner/${id}`);
    expect([answer.statusCode, answer.headers.link, answer.headers['set-cookie']]).toEqual([410, undefined, undefined]);
  }
});

test('no operation is both served and withdrawn, and the successors in the Partner API are served', {
  tags: ['S-374'],
}, () => {
  const served = partnerRoutes.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`);
  const gone = WITHDRAWN.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`);
  expect(served.filter((operation) => gone.includes(operation))).toEqual([]);
  expect(served).toContain('GET /partner/v1/business-profiles/{}/verification-status');
  expect(served).toContain('GET /customer/v1/onboarding/ubo-identity-requirements');
  expect(served).toContain('POST /partner/v1/business-profiles/{}/documents/upload-link');
});

test('each successor of a webhook operation is served on the dashboard', { tags: ['S-373'] }, () => {
  const served = dashboardRoutes.map(({ method, path }) => `${method} /api${path}`);
  const successors = WITHDRAWN.filter(({ path }) => path.startsWith('/partner/v1/webhooks'));
  expect(successors).toHaveLength(8);
  expect(served).toEqual(expect.arrayContaining(successors.map(({ successor }) => successor?.named)));
});

test('the response is sent before the body is read: a caller that never finishes sending gets it', async () => {
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  const [address] = api.app.addresses();
  if (typeof address !== 'object') throw new Error('The API has no port');
  const socket = connect(address.port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += String(chunk);
  });
  socket.write('POST /api/auth/partner/v1/token HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n{"half');
  await until(async () => text.includes('Route.Withdrawn'), 'the answer is there');
  socket.destroy();
  expect(text).toMatch(/^HTTP\/1\.1 410 Gone/);
});

test('the page on migrating lists every withdrawn operation with its successor', () => {
  const lines = readFileSync('docs/migrating.md', 'utf8').split('\n');
  for (const { method, path, successor } of WITHDRAWN) {
    const line = lines.indexOf(`- \`${method} /api${path}\``);
    expect(lines[line + 1], `${method} ${path}`).toContain(successor?.named ?? 'They can no longer be removed');
  }
});
