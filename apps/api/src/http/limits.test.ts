// How many ordinary requests a request counts as, and against which quota.
import { DomainError } from '@onboarding/domain';
import type { PartnerLimits } from '@onboarding/domain/partners';
import type { Limit, Weight } from '@onboarding/platform/limits';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import { limitForgedCookies, limitPartner, limitSession, limitsOf, type RequestLimits } from './limits.ts';
import type { TokenRoute } from './route.ts';

const KIB = 1024;
const PER_SECOND = { reads: 100, writes: 50, 'upload-links': 20, session: 30 };

type Taken = [key: string, name: string, quota: number, seconds: number, points: number, before: number];

/** Limits that record what is taken, and the request and the reply of a call. */
function scene({ own, allowed = true }: { own?: Partial<PartnerLimits>; allowed?: boolean } = {}) {
  const taken: Taken[] = [];
  const headers: Record<string, string> = {};
  const limits: RequestLimits = {
    counts: {
      async take(key: string, { name, points, seconds }: Limit, weight: Weight = { points: 1 }) {
        taken.push([key, name, points, seconds, weight.points, weight.before ?? 0]);
        return { allowed, limit: points, remaining: 0, resetSeconds: 4 };
      },
      close: async () => {},
    },
    perSecond: PER_SECOND,
    partners: { of: async () => own as PartnerLimits | undefined },
    forgedCookiesPerMinute: 2,
  };
  const reply = { headers: (more: object) => Object.assign(headers, more) } as unknown as FastifyReply;
  const request = (more: object = {}) =>
    ({ claims: { partnerId: 'p1' }, query: {}, headers: {}, ...more }) as unknown as FastifyRequest;
  return { taken, headers, limits, reply, request };
}

const READ = { method: 'GET' } as TokenRoute;
const WRITE = { method: 'POST' } as TokenRoute;
const LINK = { method: 'POST', limitClass: 'upload-links' } as TokenRoute;

test.each([
  [READ, undefined, 'reads', 100],
  [WRITE, undefined, 'writes', 50],
  [LINK, undefined, 'upload-links', 20],
  [READ, { reads: 7 }, 'reads', 7],
  [WRITE, { writes: 8 }, 'writes', 8],
  [LINK, { uploadLinks: 9 }, 'upload-links', 9],
  [READ, { writes: 8 }, 'reads', 100],
])(
  'a request is counted for its partner in the class of its operation, by its own limit if it has one',
  async (...row) => {
    const [route, own, name, quota] = row;
    const { limits, taken, headers, reply, request } = scene(own === undefined ? {} : { own });
    await limitPartner(limits, route)(request(), reply);
    expect(taken).toEqual([['p1', name, quota, 1, 1, 0]]);
    expect(headers).toEqual({ 'RateLimit-Policy': `"${name}";q=${quota};w=1`, RateLimit: `"${name}";r=0;t=4` });
  },
);

describe('a request counts as', () => {
  test.each([
    [1, {}],
    [1, { 'content-length': String(64 * KIB) }],
    [2, { 'content-length': String(64 * KIB + 1) }],
    [3, { 'content-length': String(128 * KIB + 1) }],
    [16, { 'content-length': String(1024 * KIB) }],
  ])('%i by its declared length of %o', async (points, headers) => {
    const { limits, taken, reply, request } = scene();
    await limitPartner(limits, WRITE)(request({ headers }), reply);
    expect(taken.map((one) => one[4])).toEqual([points]);
  });

  test.each([
    [1, { verificationStatus: 'Approved' }],
    [5, { q: 'lagos' }],
    [5, { metadata: 'plan:gold' }],
    [5, { q: 'lagos', metadata: 'plan:gold' }],
  ])('%i with the query %o', async (points, query) => {
    const { limits, taken, reply, request } = scene();
    await limitPartner(limits, READ)(request({ query }), reply);
    expect(taken.map((one) => one[4])).toEqual([points]);
  });

  test.each([
    ['nothing more for 250 values', { values: 250 }, []],
    ['one more for 251 values', { values: 251 }, [[1, 1]]],
    ['39 more for 10,000 values', { values: 10_000 }, [[39, 1]]],
    ['55 more for the most values that are accepted', { values: 14_000 }, [[55, 1]]],
    ['no more than that for values that are refused anyway', { values: 100_000 }, [[55, 1]]],
    ['one more for one document', { documents: 1 }, [[1, 1]]],
    ['one more for two documents', { documents: 2 }, [[1, 1]]],
    ['two more for three documents', { documents: 3 }, [[2, 1]]],
    ['nothing more for the bytes that were declared', { bytes: 0 }, []],
  ])('%s, once they are known', async (_what, cost, more) => {
    const { limits, taken, reply, request } = scene();
    const sent = request();
    await limitPartner(limits, WRITE)(sent, reply);
    await sent.charge?.(cost);
    expect(taken.slice(1).map((one) => [one[4], one[5]])).toEqual(more);
    await sent.charge?.(cost);
    expect(taken.length, 'counted once').toBe(1 + more.length);
  });

  test('the sum of its values and its documents', async () => {
    const { limits, taken, reply, request } = scene();
    const sent = request();
    await limitPartner(limits, WRITE)(sent, reply);
    await sent.charge?.({ values: 750 });
    await sent.charge?.({ documents: 4 });
    expect(taken.map((one) => [one[4], one[5]])).toEqual([
      [1, 0],
      [2, 1],
      [2, 3],
    ]);
  });
});

test('a session is counted by its cookie, by the length of its requests', async () => {
  const { limits, taken, reply, request } = scene();
  await limitSession(limits)(request({ sessionValue: 's1', headers: { 'content-length': String(65 * KIB) } }), reply);
  expect(taken).toEqual([['s1', 'session', 30, 1, 2, 0]]);
});

test('a request above the limit is refused with the time to wait', async () => {
  const { limits, headers, reply, request } = scene({ allowed: false });
  await expect(limitPartner(limits, READ)(request(), reply)).rejects.toMatchObject({
    code: 'RateLimit.Exceeded',
    retryAfterSeconds: 4,
  });
  expect(headers['Retry-After']).toBe('4');
});

test('a request without a verified token is refused and counted for nobody', async () => {
  const { limits, taken, reply, request } = scene();
  const refused = limitPartner(limits, READ)(request({ claims: undefined }), reply);
  await expect(refused).rejects.toBeInstanceOf(DomainError);
  expect(taken).toEqual([]);
});

test('forged cookies are counted per address, in this process', async () => {
  const { limits, taken, headers, reply, request } = scene();
  const limit = limitForgedCookies(limits);
  const from = (address: string) => limit(request({ address }), reply);
  await from('192.0.2.1');
  await from('192.0.2.1');
  await expect(from('192.0.2.1')).rejects.toMatchObject({ code: 'RateLimit.Exceeded' });
  expect(headers['RateLimit-Policy']).toMatch(/;q=2;w=60$/);
  await from('192.0.2.2');
  expect(taken).toEqual([]);
});

describe('the limits that users are shown', () => {
  test('are those of their partner where it has its own, otherwise the defaults', async () => {
    const { limits } = scene({ own: { reads: 7, writes: 8, uploadLinks: 9 } });
    expect(await limitsOf(limits)('p1')).toEqual({ readsPerSecond: 7, writesPerSecond: 8, uploadLinksPerSecond: 9 });
    const defaults = { readsPerSecond: 100, writesPerSecond: 50, uploadLinksPerSecond: 20 };
    expect(await limitsOf(limits)(undefined)).toEqual(defaults);
    expect(await limitsOf(scene().limits)('p1')).toEqual(defaults);
  });
});
