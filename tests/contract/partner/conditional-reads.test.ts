// A caller that already has the current version gets 304 without a body.
import { beforeAll, describe, expect, test } from 'vitest';
import { partnerRoutes } from '../../../apps/api/src/partner/routes.ts';
import { type TestApi, useTestApi } from '../../harness/api.ts';
import { newReference, validBody } from '../../harness/bodies.ts';
import type { TestDatabase } from '../../harness/database.ts';

let api: TestApi;
let database: TestDatabase;
useTestApi((made) => {
  ({ api, database } = made);
});
const reference = newReference();
let customerId: string;
beforeAll(async () => {
  customerId = (await api.create(validBody({ partnerCustomerId: reference }))).json().value.customerId;
});

const READS: [string, () => string][] = [
  ['readBusinessProfile', () => `/partner/v1/business-profiles/${customerId}`],
  ['readBusinessProfileByReference', () => `/partner/v1/business-profiles/by-reference/${reference}`],
  ['readVerificationStatus', () => `/partner/v1/business-profiles/${customerId}/verification-status`],
  ['listIdentityRequirements', () => '/customer/v1/onboarding/ubo-identity-requirements?countryCode=GBR'],
  ['listCountries', () => '/partner/v1/countries'],
  ['listBusinessTypes', () => '/partner/v1/business-types'],
];

test('every operation that declares an ETag is tested here', () => {
  const declared = partnerRoutes.filter((route) => route.conditional === true).map((route) => route.operationId);
  expect(READS.map(([name]) => name).sort()).toEqual(declared.sort());
});

describe.each(READS)('%s', (_name, path) => {
  const read = (ifNoneMatch?: string) =>
    api.call('GET', path(), ifNoneMatch === undefined ? {} : { headers: { 'if-none-match': ifNoneMatch } });

  test('returns 304 for its ETag, alone, weak or in a list, and for *', async () => {
    const first = await read();
    const tag = String(first.headers.etag);
    expect(tag).toMatch(/^"[\w-]+"$/);
    for (const sent of [tag, `W/${tag}`, `"other", ${tag}`, `W/"other",W/${tag} , "third"`, ` ${tag} `, '*']) {
      const answer = await read(sent);
      expect([sent, answer.statusCode]).toEqual([sent, 304]);
      expect(answer.body).toBe('');
      expect(answer.headers['content-type']).toBeUndefined();
      expect(answer.headers).toMatchObject({ etag: tag, 'x-request-id': expect.any(String) });
      expect(answer.headers['cache-control']).toBe(first.headers['cache-control']);
    }
  });

  test('returns 200 with the full body for another ETag, part of one, none at all and nonsense', async () => {
    const tag = String((await read()).headers.etag);
    for (const sent of ['"other"', tag.slice(0, -1), tag.replaceAll('"', ''), '', ',', 'W/', '"*"', `w/${tag}`]) {
      const answer = await read(sent);
      expect([sent, answer.statusCode]).toEqual([sent, 200]);
      expect(answer.json().isSuccess).toBe(true);
      expect(answer.headers['content-type']).toContain('application/json');
    }
  });

  test('never confirms an ETag to a caller without access', async () => {
    const tag = String((await read()).headers.etag);
    const outsider = await database.addPartner({ status: 'Inactive' });
    for (const sent of [tag, '*']) {
      const headers = { 'if-none-match': sent };
      const token = await api.issuer.token(outsider);
      expect((await api.call('GET', path(), { headers, token })).statusCode).toBe(409);
      expect((await api.app.inject({ url: `/api${path()}`, headers })).statusCode).toBe(401);
    }
  });
});

test("another partner's customer and an unknown one are still 403 and 404 for *", async () => {
  const token = await api.issuer.token(await database.addPartner());
  const headers = { 'if-none-match': '*' };
  for (const rest of ['', '/verification-status']) {
    const theirs = `/partner/v1/business-profiles/${customerId}${rest}`;
    expect((await api.call('GET', theirs, { token, headers })).statusCode).toBe(403);
    const nobodys = `/partner/v1/business-profiles/${crypto.randomUUID()}${rest}`;
    expect((await api.call('GET', nobodys, { headers })).statusCode).toBe(404);
  }
});

test('an outdated ETag gets the current version', async () => {
  const path = `/partner/v1/business-profiles/${customerId}`;
  const { etag } = (await api.call('GET', path)).headers;
  await database.owner.query('update customers set version = version + 1 where customer_id = $1', [customerId]);
  const answer = await api.call('GET', path, { headers: { 'if-none-match': String(etag) } });
  expect([answer.statusCode, answer.json().value.version]).toEqual([200, 2]);
});
