import fc from 'fast-check';
import { type FastifyRequest, fastify } from 'fastify';
import { describe, expect, test } from 'vitest';
import { answerError } from './failures.ts';
import { acceptJson, measureJson } from './json-body.ts';

const measured = (text: string) => measureJson(Buffer.from(text));

test.each([
  ['7', 1, 0],
  ['{"a":1,"b":[2,3]}', 5, 2],
  ['"a,b[{"', 1, 0],
  ['["\\"",",",{"\\\\":"}"}]', 5, 2],
  ['[[[]]]', 4, 3],
  ['[{},{},[],[]]', 9, 2],
  ['[[[1]],2,[3]]', 7, 3],
  ['', 1, 0],
  ['"never closed,,,', 1, 0],
  ['"ends with a backslash\\', 1, 0],
])('%s has %i values and %i levels', (text, values, depth) => {
  expect(measured(text)).toEqual({ values, depth });
});

/** All values, with each empty object or array counted twice. */
function counted(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  const inner = Object.values(value);
  return (
    1 +
    Math.max(
      1,
      inner.reduce((sum: number, one) => sum + counted(one), 0),
    )
  );
}

test('counts the values of any JSON, with or without whitespace', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2), (value, indent) => {
      expect(measured(JSON.stringify(value, null, indent)).values).toBe(counted(JSON.parse(JSON.stringify(value))));
    }),
  );
});

describe('a body', () => {
  /** The answer of a route that echoes its body, and what the request was charged for. */
  async function send(
    payload: string | Buffer,
    { type = 'application/json', method = 'POST' as 'POST' | 'PATCH' } = {},
  ) {
    const charged: unknown[] = [];
    const app = fastify();
    app.decorateRequest('charge', undefined);
    app.addHook('onRequest', async (request: FastifyRequest) => {
      request.charge = async (cost) => void charged.push(cost);
    });
    acceptJson(app);
    app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
    const config = { malformed: 'ValidationControl.Error' as const };
    app.route({ method: ['POST', 'PATCH'], url: '/', config, handler: (request) => ({ sent: request.body }) });
    const answer = await app.inject({ method, url: '/', payload, headers: { 'content-type': type } });
    await app.close();
    const { sent, error } = answer.json();
    return { status: answer.statusCode, sent, code: error?.code, message: error?.message, error, charged };
  }
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  /** One value more than its elements, because the list itself counts. */
  const listOf = (count: number) => JSON.stringify(Array.from({ length: count }, () => 0));

  test.each([
    ['POST', 'application/json', 200],
    ['POST', 'Application/JSON ; charset=utf-8', 200],
    ['POST', 'application/merge-patch+json', 415],
    ['POST', 'text/json', 415],
    ['PATCH', 'application/json', 200],
    ['PATCH', 'application/merge-patch+json', 200],
    ['PATCH', 'text/plain', 415],
  ] as const)('of a %s with the type %s gets %s', async (method, type, status) => {
    expect((await send('{}', { method, type })).status).toBe(status);
  });

  test('is charged for its bytes and values before it is parsed', async () => {
    expect((await send('{"a":"é"}')).charged).toEqual([{ bytes: 10, values: 2 }]);
    expect((await send('[1,')).charged).toEqual([{ bytes: 3, values: 3 }]);
  });

  test.each([
    ['20 levels are accepted', nested(20), undefined],
    ['21 levels', nested(21), 'nested more than 20 levels'],
    ['14,000 values are accepted', listOf(13_999), undefined],
    ['14,001 values', listOf(14_000), 'more than 14000 values'],
    ['nothing', '', 'is empty'],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'not UTF-8'],
    ['no JSON', '{"a":1,\n}', 'at line 2, column 1'],
  ])('with %s', async (_what, payload, problem) => {
    const { status, code, message, error } = await send(payload);
    if (problem === undefined) return expect(status).toBe(200);
    expect([status, code]).toEqual([400, 'ValidationControl.Error']);
    expect(message).toContain(problem);
    expect(error.details).toEqual([{ pointer: '', code: 'ValidationControl.Error', message }]);
  });

  test('may have a field called __proto__, which changes no object', async () => {
    const { status, sent } = await send('{"__proto__":{"admin":true},"a":1}');
    expect([status, sent.a, ({} as Record<string, unknown>).admin]).toEqual([200, 1, undefined]);
  });
});
