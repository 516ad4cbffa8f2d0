// What the handling of a request with a token does around its transaction.
import type { Context } from '@onboarding/domain';
import type { DocumentLook } from '@onboarding/domain/uploads';
import { type FastifyRequest, fastify } from 'fastify';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { answerError } from './failures.ts';
import { handle } from './handle.ts';
import type { TokenRoute } from './route.ts';

const ETAG = '"7"';
const OUTCOME = { answer: { status: 200, headers: { etag: ETAG }, body: '{"isSuccess":true}', customerId: 'c1' } };

interface Asking {
  headers?: Record<string, string>;
  replayed?: boolean;
  looked?: string[];
}

/** The answer of a route whose transaction has this outcome, and what happened besides. */
async function ask(changes: Partial<TokenRoute>, { headers = {}, replayed = false, looked }: Asking = {}) {
  const seen = {
    options: [] as object[],
    written: 0,
    charged: [] as unknown[],
    checked: [] as string[][],
    customerId: '',
  };
  const route = { method: 'GET', path: '/things/{thingId}', writes: false, answer: { schema: z.any() }, ...changes };
  const look = {
    async check({ documentIds }: { documentIds: string[] }) {
      expect(seen.charged.length, 'charged before the check').toBeGreaterThan(0);
      seen.checked.push(documentIds);
    },
  } as unknown as DocumentLook;
  const context = {
    catalogue: { current: async () => ({}) },
    db: {
      async transaction(_work: unknown, options: object) {
        seen.options.push(options);
        return { ...OUTCOME, replayed };
      },
    },
  } as unknown as Context;
  const app = fastify();
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  app.addHook('onRequest', async (request: FastifyRequest) => {
    Object.assign(request, { claims: { partnerId: 'p1', clientId: 'k1' } });
    request.charge = async (cost) => void seen.charged.push(cost);
  });
  app.addHook('onResponse', async (request) => {
    seen.customerId = request.customerId ?? '';
  });
  const prepare: TokenRoute['prepare'] = async (_call, { check }) => {
    await check({ documentIds: looked ?? [] } as unknown as Parameters<typeof check>[0]);
    return {};
  };
  const whole = { ...route, ...(looked === undefined ? {} : { prepare }) } as unknown as TokenRoute;
  app.route({ method: whole.method, url: '/', handler: handle({ context, documentLook: look }, whole) });
  const answer = await app.inject({ method: whole.method, url: '/', headers });
  await app.close();
  return { ...seen, answer };
}

const KEY = { 'idempotency-key': 'k' };

test.each<[string, Partial<TokenRoute>, Record<string, string>, object]>([
  ['a read', {}, {}, { readOnly: true, repeatable: true }],
  ['a write', { method: 'POST', writes: true }, {}, { readOnly: false, repeatable: false }],
  [
    'a write with an idempotency key',
    { method: 'POST', writes: true, idempotent: true },
    KEY,
    { readOnly: false, repeatable: true },
  ],
  [
    'a write that ignores idempotency keys',
    { method: 'POST', writes: true },
    KEY,
    { readOnly: false, repeatable: false },
  ],
  ['a POST that only reads', { method: 'POST' }, {}, { readOnly: true, repeatable: true }],
])('%s runs in one transaction of its partner, read-only and repeated exactly if that is safe', async (...row) => {
  const [, route, headers, options] = row;
  expect((await ask(route, { headers })).options).toEqual([{ ...options, owner: 'p1' }]);
});

test.each([true, false])('an answer that was stored before says so: %s', async (replayed) => {
  const { answer } = await ask({ method: 'POST', writes: true, idempotent: true }, { replayed, headers: KEY });
  expect(answer.headers['idempotent-replayed']).toBe(replayed ? 'true' : undefined);
});

test('the log of requests learns which customer the answer is about', async () => {
  expect((await ask({})).customerId).toBe('c1');
});

test('documents are charged before they are checked', async () => {
  const { charged, checked } = await ask({ method: 'PATCH', writes: true }, { looked: ['d1', 'd2', 'd3'] });
  expect([charged, checked]).toEqual([[{ documents: 3 }], [['d1', 'd2', 'd3']]]);
});

describe('a read with If-None-Match', () => {
  const statusFor = async (header: string, route: Partial<TokenRoute> = {}) => {
    const { answer } = await ask(route, { headers: { 'if-none-match': header } });
    return [answer.statusCode, answer.body === '', answer.headers.etag];
  };

  test.each(['"7"', 'W/"7"', ' "7" ', '"1", "7"', '"1",W/"7"', '*', ' * '])('of %s gets 304', async (header) => {
    expect(await statusFor(header)).toEqual([304, true, ETAG]);
  });

  test.each(['"1"', '7', '"70"', 'W/"1", "2"', '', '"*"'])('of %s gets the whole answer', async (header) => {
    expect(await statusFor(header)).toEqual([200, false, ETAG]);
  });

  test('is answered in full if it is a write', async () => {
    expect(await statusFor('*', { method: 'POST', writes: true })).toEqual([200, false, ETAG]);
  });
});

test.each([
  ['', 400],
  ['k'.repeat(255), 200],
  ['k'.repeat(256), 400],
])('an idempotency key of %s gets %i', async (key, status) => {
  const route = { method: 'POST', writes: true, idempotent: true } as const;
  const { answer, options } = await ask(route, { headers: { 'idempotency-key': key } });
  expect([answer.statusCode, options.length]).toEqual([status, status === 200 ? 1 : 0]);
});
