// Size limits of a create, and its errors for bodies that are not valid JSON.
import {
  businessProfileCreateSchema,
  businessProfilePatchSchema,
  businessProfilePutSchema,
  LIMITS,
} from '@onboarding/contract';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { measureJson } from '../../../apps/api/src/http/json-body.ts';
import { type TestApi, useTestApi } from '../../harness/api.ts';
import { validAddress, validBody, validIdentity, validPerson } from '../../harness/bodies.ts';
import { ACCEPTED, bodyOf, outcomeOf, PERSON, refusedWith, warningsOf } from '../../harness/cases/create-answers.ts';

const MIB = 1024 * 1024;
const PATH = '/api/partner/v1/business-profiles';

let api: TestApi;
useTestApi((made) => {
  ({ api } = made);
});

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);
const people = (count: number) => bodyOf(...times(count, () => validPerson({ percentageShare: 1 })));
const identities = (count: number) => bodyOf(validPerson({ identities: times(count, validIdentity) }));
const addresses = (count: number) => validBody({ addresses: times(count, validAddress) });

/** Sends the payload unchanged, with only the token and the given headers. */
async function send(payload: string | Buffer | undefined, headers: Record<string, string> = {}, url = PATH) {
  const authorization = `Bearer ${await api.issuer.token(api.partner)}`;
  return api.app.inject({
    method: 'POST',
    url,
    headers: { authorization, ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
}
const JSON_HEADERS = { 'content-type': 'application/json' };

describe('the limit on elements', () => {
  test('accepts 100 people and returns them in the order of the request', { tags: ['S-42'] }, async () => {
    const hundred = times(100, () => validPerson({ percentageShare: 1 }));
    const answer = await api.create(bodyOf(...hundred));
    expect(outcomeOf(answer)).toEqual(ACCEPTED);
    expect(answer.json().value.ubos.map((ubo: { email: string }) => ubo.email)).toEqual(
      hundred.map((person) => person.email),
    );
  });

  test.each([
    ['10 identities of a person', identities(10)],
    ['20 addresses', addresses(20)],
  ])('accepts %s', async (_name, body) => {
    expect(outcomeOf(await api.create(body))).toEqual(ACCEPTED);
  });

  test.each([
    ['101 people', people(101), '/businessPersonList'],
    ['11 identities of a person', identities(11), `${PERSON}/identities`],
    ['21 addresses', addresses(21), '/addresses'],
  ])('rejects %s', async (_name, body, pointer) => {
    expect(outcomeOf(await api.create(body))).toEqual(refusedWith([pointer, 'Validation']));
  });

  test('rejects thousands of elements with one problem per list, not one per element', async () => {
    const body = validBody({ businessPersonList: times(3_000, () => ({})), addresses: times(3_000, () => 7) });
    expect(outcomeOf(await api.create(body))).toEqual(
      refusedWith(['/addresses', 'Validation'], ['/businessPersonList', 'Validation']),
    );
  });
});

describe('the number of values', () => {
  /** A body with exactly `count` values, padded by an unknown list. */
  const withValues = (count: number) => {
    const { values } = measureJson(Buffer.from(JSON.stringify(validBody({ list: [0] }))));
    return validBody({ list: times(count - values + 1, () => 0) });
  };

  test(`may be ${LIMITS.valuesPerRequest}; one more is rejected with advice`, async () => {
    expect(outcomeOf(await api.create(withValues(LIMITS.valuesPerRequest)))).toEqual(ACCEPTED);
    const answer = await api.create(withValues(LIMITS.valuesPerRequest + 1));
    expect(outcomeOf(answer)).toEqual(refusedWith(['', 'Validation']));
    expect(answer.json().error.message).toContain('send fewer people at a time');
  });

  test('stays within the limit for the largest body that the other limits allow, on every route', () => {
    for (const schema of [businessProfileCreateSchema, businessProfilePutSchema, businessProfilePatchSchema]) {
      expect(mostValues(schema)).toBeGreaterThan(10_000);
      expect(mostValues(schema)).toBeLessThanOrEqual(LIMITS.valuesPerRequest);
    }
  });
});

/** The number of values in a body in which every field is present and every list is full. */
function mostValues(schema: z.ZodType): number {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return mostValues(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodObject) {
    const fields: z.ZodType[] = Object.values(schema.shape);
    return fields.reduce((sum, field) => sum + mostValues(field), 1);
  }
  if (schema instanceof z.ZodRecord) return 1 + Number(schema.meta()?.maxProperties);
  if (!(schema instanceof z.ZodArray)) return 1;
  const bounds = (schema.def.checks ?? []).map((check) => check._zod.def as { maximum?: number });
  const maximum = bounds.find((bound) => bound.maximum !== undefined)?.maximum;
  if (maximum === undefined) throw new Error('A list of a body has no bound');
  return 1 + maximum * mostValues(schema.element as z.ZodType);
}

describe('the number of problems', () => {
  test('is limited to 100, in the order of the fields, followed by a note that there are more', async () => {
    const body = { ...validBody(), businessPersonList: times(60, () => ({})), email: 7 };
    const { error } = (await api.create(body)).json();
    expect(error.details).toHaveLength(101);
    expect(error.details[0].pointer).toBe('/email');
    expect(error.details.at(-1)).toEqual({
      pointer: '',
      code: 'Validation',
      message: 'There are more problems than the 100 listed. Correct those and send the request again.',
    });
  });

  test('may be exactly 100 without the note', async () => {
    const addresses = times(20, () => ({
      ...validAddress(),
      streetLine1: 1,
      city: 2,
      state: 3,
      postalCode: 4,
      countryCode: 5,
    }));
    const { error } = (await api.create({ ...validBody(), addresses })).json();
    expect(error.details).toHaveLength(100);
    expect(error.details.at(-1).pointer).toBe('/addresses/19/countryCode');
  });
});

describe('the depth of a body', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  const withInner = (inner: string) => JSON.stringify(validBody({ inner: 'HERE' })).replace('"HERE"', inner);

  test('may be 20 levels', async () => {
    const answer = await api.create(withInner(nested(19)));
    expect(outcomeOf(answer)).toEqual(ACCEPTED);
    expect(warningsOf(answer)).toEqual([['/inner', 'Field.Unknown']]);
  });

  test.each([
    ['21', withInner(nested(20))],
    ['21 (objects)', withInner(`${'{"a":'.repeat(20)}7${'}'.repeat(20)}`)],
    ['hundreds of thousands', nested(MIB / 2)],
  ])('is rejected at %s levels', async (_levels, body) => {
    expect(outcomeOf(await api.create(body))).toEqual(refusedWith(['', 'Validation']));
  });
});

describe('the limit on size', () => {
  const padded = (bytes: number) => {
    const text = JSON.stringify(validBody());
    return `${text}${' '.repeat(bytes - Buffer.byteLength(text))}`;
  };

  test('accepts a body of exactly 1 MiB', async () => {
    expect(outcomeOf(await api.create(padded(MIB)))).toEqual(ACCEPTED);
  });

  test.each([MIB + 1, 5 * MIB])('rejects a body of %d bytes with 413', async (bytes) => {
    const answer = await api.create(padded(bytes));
    expect([answer.statusCode, answer.json().error.code]).toEqual([413, 'Request.TooLarge']);
  });

  test('reads a URL of 8 KiB and rejects a longer one with 414', async () => {
    const url = `${PATH}?pad=`;
    const long = url.padEnd(8 * 1024, 'x');
    const read = await send(JSON.stringify(validBody()), JSON_HEADERS, long);
    expect(outcomeOf(read)).toEqual(refusedWith(['?pad', 'ValidationControl.Error']));
    const answer = await send(JSON.stringify(validBody()), JSON_HEADERS, `${long}x`);
    expect([answer.statusCode, answer.json().error.code]).toEqual([414, 'Request.UrlTooLong']);
  });
});

describe('the content type', () => {
  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset=UTF-8'])(
    '%s is accepted',
    { tags: ['S-2'] },
    async (type) => {
      expect(outcomeOf(await send(JSON.stringify(validBody()), { 'content-type': type }))).toEqual(ACCEPTED);
    },
  );

  test.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'text/json', 'json', 'a/b/c'])(
    '%s is rejected with 415',
    { tags: ['S-2'] },
    async (type) => {
      const answer = await send(JSON.stringify(validBody()), { 'content-type': type });
      expect([answer.statusCode, answer.json().error.code]).toEqual([415, 'Request.UnsupportedMediaType']);
    },
  );

  test('application/merge-patch+json is accepted by PATCH only', async () => {
    const headers = { 'content-type': 'application/merge-patch+json; charset=utf-8' };
    const created = await send(JSON.stringify(validBody()), headers);
    expect([created.statusCode, created.json().error.code]).toEqual([415, 'Request.UnsupportedMediaType']);
    const { customerId } = (await send(JSON.stringify(validBody()), JSON_HEADERS)).json().value;
    const path = `/partner/v1/business-profiles/${customerId}`;
    const patched = await api.call('PATCH', path, { headers, body: { tradingName: 'Merged', description: null } });
    expect(outcomeOf(patched)).toEqual(ACCEPTED);
    expect((await api.call('GET', path)).json().value).toMatchObject({ tradingName: 'Merged', description: null });
    const put = await api.call('PUT', path, { headers, body: {} });
    expect([put.statusCode, put.json().error.code]).toEqual([415, 'Request.UnsupportedMediaType']);
  });

  test('is required: a body without one is rejected with 415', { tags: ['S-2'] }, async () => {
    // A Buffer, because inject would add a content type to a string.
    const answer = await send(Buffer.from(JSON.stringify(validBody())));
    expect([answer.statusCode, answer.json().error.code]).toEqual([415, 'Request.UnsupportedMediaType']);
  });
});

describe('a body that is not a JSON object', () => {
  const valid = () => JSON.stringify(validBody());

  test.each([
    ['truncated', () => valid().slice(0, -1)],
    ['with trailing characters', () => `${valid()}x`],
    ['with a trailing comma', () => valid().replace(/}$/, ',}')],
    ['with single quotes', () => "{'email': 'office@company.example'}"],
    ['with a raw control character', () => valid().replace('Lagos Trading Ltd', 'Lagos\u0000Trading')],
    ['with NaN', () => valid().replace('"percentageShare":20', '"percentageShare":NaN')],
    ['in XML', () => '<company/>'],
    ['blank', () => '   '],
    ['empty', () => ''],
  ])('(%s) is rejected as malformed', { tags: ['S-2'] }, async (_name, make) => {
    expect(outcomeOf(await send(make(), JSON_HEADERS))).toEqual(refusedWith(['', 'Validation']));
  });

  test('is rejected with the position of the syntax error, without quoting the body', async () => {
    const lines = JSON.stringify(validBody(), null, 2).split('\n');
    const line = lines.findIndex((one) => one.includes('"lastName"'));
    lines[line] = `${lines[line]?.slice(0, -2)} Sidi",`;
    const intact = lines.join('\n');
    lines[line] = `${lines[line]?.slice(0, -2)}`;
    const { error } = (await send(lines.join('\n'), JSON_HEADERS)).json();
    expect(error.message).toMatch(
      `The body is not valid JSON at line ${line + 1}, column ${(lines[line] ?? '').length + 1}: line breaks`,
    );
    expect(JSON.stringify(error)).not.toContain('Sidi');
    expect(outcomeOf(await send(intact, JSON_HEADERS))).toEqual(ACCEPTED);
  });

  test('is reported as empty, malformed or missing', async () => {
    const messageOf = async (...sent: Parameters<typeof send>) => (await send(...sent)).json().error.message;
    expect(await messageOf('', JSON_HEADERS)).toBe('The body is empty: send a JSON object.');
    expect(await messageOf('{', JSON_HEADERS)).toMatch(/^The body is not valid JSON at line 1, column 2: /);
    expect(await messageOf(undefined)).toBe('The body is required.');
  });

  test.each(['null', 'true', '7', '"text"', '[]', '[{}]', '1e400'])('(%s) is rejected', async (text) => {
    expect(outcomeOf(await send(text, JSON_HEADERS))).toEqual(refusedWith(['', 'Validation']));
  });

  test('is rejected when missing', async () => {
    expect(outcomeOf(await send(undefined))).toEqual(refusedWith(['', 'Validation']));
    expect(outcomeOf(await send(undefined, JSON_HEADERS))).toEqual(refusedWith(['', 'Validation']));
  });

  test('is rejected when not UTF-8, rather than stored with replacement characters', async () => {
    const text = JSON.stringify(validBody({ companyName: 'Sao Paulo Ltda' }));
    const latin1 = Buffer.from(text.replace('Sao', 'São'), 'latin1');
    expect(outcomeOf(await send(latin1, JSON_HEADERS))).toEqual(refusedWith(['', 'Validation']));
  });
});

describe('unusual characters', () => {
  const odd: [text: string, name: string][] = [
    ['\u0000', 'a null character'],
    ['\u001b[31m', 'an escape sequence'],
    ['\u007f', 'a delete character'],
    ['\ud800', 'a lone high surrogate'],
    ['\udc00', 'a lone low surrogate'],
    ['\udc00\ud800', 'surrogates in the wrong order'],
  ];
  const texts = (text: string) => {
    const address = { ...validAddress(), streetLine2: `x${text}y`, city: `x${text}y` };
    return {
      ...bodyOf(validPerson({ lastName: `x${text}y`, address })),
      description: `x${text}y`,
      addresses: [address],
    };
  };

  test.each(odd)('%j, %s, is rejected in every field that contains it', async (text) => {
    expect(outcomeOf(await api.create(texts(text)))).toEqual(
      refusedWith(
        ['/description', 'Validation'],
        ['/addresses/0/streetLine2', 'Validation'],
        ['/addresses/0/city', 'Validation'],
        [`${PERSON}/lastName`, 'Validation'],
        [`${PERSON}/address/streetLine2`, 'Validation'],
        [`${PERSON}/address/city`, 'Validation'],
      ),
    );
  });

  test.each(odd)('%j, %s, is ignored in the name or value of an unknown field', async (text) => {
    const answer = await api.create({ ...validBody(), [`x${text}`]: text });
    expect(outcomeOf(answer)).toEqual(ACCEPTED);
    expect(warningsOf(answer)).toEqual([[`/x${text}`, 'Field.Unknown']]);
  });

  test('line breaks, tabs and non-Latin scripts are preserved', async () => {
    const description = 'Zeile 1\r\n\tZeile 2: 東京 Ọ̀yọ́ شركة 👩‍👩‍👧 \u200d\ufffd.';
    const answer = await api.create(validBody({ description }));
    expect(outcomeOf(answer)).toEqual(ACCEPTED);
    const read = await api.call('GET', `/partner/v1/business-profiles/${answer.json().value.customerId}`);
    expect(read.json().value.description).toBe(description);
  });

  test('__proto__ and constructor keys cannot pollute prototypes', async () => {
    const text = JSON.stringify(validBody({ industry: 'Mining' })).replace(
      /^\{/,
      '{"__proto__":{"industry":"Grants"},"constructor":{"prototype":{"industry":"Grants"}},"hasOwnProperty":1,',
    );
    expect(outcomeOf(await api.create(text))).toEqual(refusedWith(['/industry', 'ValidationControl.Error']));
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});
