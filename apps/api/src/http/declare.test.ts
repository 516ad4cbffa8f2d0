// What the declaration of a route guarantees to its handler. `npm run types` checks the lines marked @ts-expect-error: a line
// that compiles is an error there.
import type { BodyCheck, RawBody } from '@onboarding/contract';
import { DomainError } from '@onboarding/domain';
import type { Tx } from '@onboarding/platform/postgres';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { checkedBody, parsedBody, rawBody } from './body.ts';
import { tokenRoute } from './declare.ts';
import type { Received, TokenCaller, TokenRoute } from './route.ts';

const described = {
  method: 'POST',
  path: '/things/{thingId}/parts/{partId}',
  operationId: 'changeThing',
  summary: 'Change a thing',
  description: 'Changes it.',
  scope: 'partner.write',
  writes: true,
  errors: [],
} as const;
const answer = { schema: z.object({ name: z.string(), size: z.int() }), example: { name: 'thing', size: 1 } };
const query = z.object({ limit: z.coerce.number().default(50) });
const bodySchema = z.object({ size: z.int({ error: 'must be a whole number' }) });
const body = { schema: bodySchema, example: { size: 1 }, malformed: 'ValidationControl.Error' } as const;

const ask = (route: TokenRoute, received: Partial<Received> = {}) =>
  route.handler({} as Tx, { params: {}, query: {}, body: undefined, ...received } as TokenCaller & Received);

describe('a handler', () => {
  test('gets params, query and body with the declared types', async () => {
    const route = tokenRoute({
      ...described,
      query,
      body: parsedBody(body),
      answer,
      async handler(_tx, call) {
        expectTypeOf(call.params).toEqualTypeOf<Readonly<Record<'thingId' | 'partId', string>>>();
        expectTypeOf(call.query).toEqualTypeOf<{ limit: number }>();
        expectTypeOf(call.body).toEqualTypeOf<{ size: number }>();
        return { value: { name: call.params.thingId, size: call.query.limit + call.body.size } };
      },
    });
    expect(
      await ask(route, { params: { thingId: 'a', partId: 'b' }, query: { limit: '2' }, body: { size: 3 } }),
    ).toEqual({
      value: { name: 'a', size: 5 },
      warnings: [],
    });
  });

  test('does not compile if it reads undeclared input or returns another shape', () => {
    const thing = (name: string, size: number) => ({ value: { name, size } });
    const declared = { ...described, answer };
    const wrong = [
      // @ts-expect-error: size is missing.
      tokenRoute({ ...declared, handler: async () => ({ value: { name: 'thing' } }) }),
      // @ts-expect-error: size is a number.
      tokenRoute({ ...declared, handler: async () => ({ value: { name: 'thing', size: '1' } }) }),
      // @ts-expect-error: the path has no such parameter.
      tokenRoute({ ...declared, handler: async (_tx, { params }) => thing(params.thing, 1) }),
      // @ts-expect-error: no query is declared.
      tokenRoute({ ...declared, handler: async (_tx, { query }) => thing('', query.limit) }),
      // @ts-expect-error: no body is declared.
      tokenRoute({ ...declared, handler: async (_tx, { body }) => thing('', body.size) }),
    ];
    expect(wrong).toHaveLength(5);
  });

  test('is not called for an invalid query or body, and the error lists the problems', async () => {
    const handler = () => Promise.reject(new Error('The handler was asked'));
    const byQuery = tokenRoute({ ...described, query: z.object({ limit: z.literal('1') }), answer, handler });
    const byBody = tokenRoute({ ...described, body: parsedBody(body), answer, handler });
    await expect(ask(byQuery)).rejects.toMatchObject({ details: [{ pointer: '?limit' }] });
    await expect(ask(byBody, { body: { size: 'big' } })).rejects.toThrow(DomainError);
    await expect(ask(byBody, { body: { size: 'big' } })).rejects.toMatchObject({ details: [{ pointer: '/size' }] });
  });

  test('gets a checkedBody together with its problems, and a rawBody as sent', async () => {
    const checked = tokenRoute({
      ...described,
      body: checkedBody(body),
      answer,
      async handler(_tx, call) {
        expectTypeOf(call.body).toEqualTypeOf<BodyCheck<{ size: number }>>();
        return { value: { name: call.body.problems.map(({ pointer }) => pointer).join(), size: 0 } };
      },
    });
    const raw = tokenRoute({
      ...described,
      body: rawBody(body),
      answer,
      async handler(_tx, call) {
        expectTypeOf(call.body).toEqualTypeOf<RawBody>();
        return { value: { name: JSON.stringify(call.body), size: 0 } };
      },
    });
    expect(await ask(checked, { body: {} })).toMatchObject({ value: { name: '/size' } });
    expect(await ask(raw, { body: { length: 7 } })).toMatchObject({ value: { name: '{"length":7}' } });
  });
});

describe('warnings', () => {
  const handler = async () => ({ value: { name: '', size: 0 } });
  const sent = { body: { size: 1, weight: 2 } };

  test('name every unknown field, unless the handler returns its own', async () => {
    const own = { ...described, body: parsedBody(body), answer };
    const route = tokenRoute({ ...own, handler });
    expect((await ask(route, sent)).warnings?.map(({ pointer }) => pointer)).toEqual(['/weight']);
    const quiet = tokenRoute({ ...own, handler: async () => ({ ...(await handler()), warnings: [] }) });
    expect((await ask(quiet, sent)).warnings).toEqual([]);
  });
});
