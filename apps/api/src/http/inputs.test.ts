// What every operation of every surface accepts is bounded, and what it refuses is refused in our own words.
import { checkBody } from '@onboarding/contract';
import { DomainError } from '@onboarding/domain';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { isForeign } from '../../../../tests/harness/cases/create-answers.ts';
import { complianceRoutes } from '../compliance/routes.ts';
import { dashboardRoutes } from '../dashboard/routes.ts';
import { operationsRoutes } from '../operations/routes.ts';
import { partnerRoutes } from '../partner/routes.ts';
import { sandboxRoutes } from '../sandbox/routes.ts';
import { sessionRoutes } from '../session/routes.ts';
import { readQuery } from './query.ts';
import type { Route } from './route.ts';

const ROUTES: readonly Route[] = [
  ...[...partnerRoutes, ...sandboxRoutes],
  ...[...sessionRoutes, ...dashboardRoutes, ...complianceRoutes, ...operationsRoutes],
];
const queries = ROUTES.flatMap(({ operationId, query }) =>
  query === undefined ? [] : [[operationId, query] as const],
);
const bodies = ROUTES.flatMap(({ operationId, body }) => (body === undefined ? [] : [[operationId, body] as const]));

type Written = Record<string, unknown>;
const listIn = (schema: Written, key: string) => (schema[key] ?? []) as Written[];

/** The places in a JSON Schema at which a value may have any length or size. */
function unboundedIn(schema: Written, place = ''): string[] {
  const choices = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => listIn(schema, key));
  if (choices.length > 0) return choices.flatMap((choice) => unboundedIn(choice, place));
  const inner = [
    ...Object.entries((schema.properties ?? {}) as Record<string, Written>),
    ...Object.entries({ '*': schema.additionalProperties, '0': schema.items }).flatMap(([name, part]) =>
      typeof part === 'object' && part !== null ? [[name, part as Written] as const] : [],
    ),
  ].flatMap(([name, part]) => unboundedIn(part, `${place}/${name}`));
  return isBounded(schema) ? inner : [place, ...inner];
}

function isBounded({ type, ...rules }: Written): boolean {
  if (rules.enum !== undefined || rules.const !== undefined) return true;
  if (type === 'string') {
    return rules.maxLength !== undefined || rules.format !== undefined || String(rules.pattern).endsWith('$');
  }
  if (type === 'array') return rules.maxItems !== undefined;
  if (type !== 'integer' && type !== 'number') return true;
  const hasEnds = [rules.minimum, rules.maximum].every((end) => Number.isFinite(end) && !isAnyInteger(end));
  return hasEnds || rules.pattern !== undefined;
}

/** What the library writes for an integer without bounds. */
const isAnyInteger = (end: unknown) => Math.abs(Number(end)) === Number.MAX_SAFE_INTEGER;

const unbounded = (schema: z.ZodType) =>
  unboundedIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }));

/** Bounded by a rule that JSON Schema cannot express. */
const BOUNDED_OTHERWISE = {
  listBusinessProfiles: ['/metadata/0'],
  registerApiCertificate: ['/certificate'],
};

test('there are queries and bodies on each surface', () => {
  expect(queries.length).toBeGreaterThan(20);
  expect(bodies.length).toBeGreaterThan(40);
});

test('every parameter of a query and every field of a body has a largest value or a greatest length', () => {
  const found = [...queries, ...bodies.map(([id, { schema }]) => [id, schema] as const)].flatMap(([id, schema]) => {
    const places = unbounded(schema);
    return places.length === 0 ? [] : [[id, places]];
  });
  expect(Object.fromEntries(found)).toEqual(BOUNDED_OTHERWISE);
});

const LONG = 'x'.repeat(2_000);
const ODD_TEXTS = ['', ' ', '0', '-1', '1.5', '1e9', '99999999999999999999', 'x', '\u0000', LONG];

test.each(queries)('%s: an odd value of a parameter is refused in our own words', (_id, schema) => {
  for (const name of Object.keys(schema.shape)) {
    let refused = 0;
    for (const value of [...ODD_TEXTS, ['1', '2']]) {
      const told = messagesFor(schema, { [name]: value });
      if (told.length > 0) refused++;
      for (const message of told) {
        const rest = message.replace(`${name} `, '');
        expect(isForeign({ message: rest }), `${name}=${String(value).slice(0, 30)}: ${message}`).toBe(false);
      }
    }
    expect(refused, name).toBeGreaterThan(0);
  }
});

function messagesFor(schema: z.ZodObject, query: object): string[] {
  try {
    readQuery(schema, query);
    return [];
  } catch (error) {
    if (error instanceof DomainError) return (error.details ?? []).map(({ message }) => message);
    throw error;
  }
}

const ODD_VALUES = [
  null,
  true,
  -1,
  1.5,
  1e12,
  '',
  ' ',
  'x',
  LONG,
  [],
  [null],
  {},
  Array.from({ length: 300 }, () => 'x'),
];

/** The body with each of its fields, at any depth, in turn omitted and replaced by odd values. */
function* oddly(body: unknown): Generator<unknown> {
  yield* ODD_VALUES;
  if (typeof body !== 'object' || body === null) return;
  for (const [name, value] of Object.entries(body)) {
    const put = (odd: unknown) => (Array.isArray(body) ? [odd] : { ...body, [name]: odd });
    yield put(undefined);
    for (const odd of oddly(value)) yield put(odd);
  }
}

/** The example, with the optional fields that it leaves out. */
const fullOf = ({ schema, example }: { schema: z.ZodType; example: unknown }) =>
  schema instanceof z.ZodObject
    ? { ...Object.fromEntries(Object.keys(schema.shape).map((name) => [name, undefined])), ...Object(example) }
    : example;

/** The fields of the Partner API have tests of their own, each with its values. */
const ofPeople = ROUTES.filter((route) => !('scope' in route)).map(({ operationId }) => operationId);

test.each(bodies.filter(([id]) => ofPeople.includes(id)))(
  '%s: an odd value of a field is refused in our own words',
  (_id, body) => {
    let refused = 0;
    for (const odd of oddly(fullOf(body))) {
      const { problems } = checkBody(body.schema, odd, body.malformed);
      if (problems.length > 0) refused++;
      expect(problems.filter(isForeign), JSON.stringify(odd)?.slice(0, 200)).toEqual([]);
    }
    expect(refused).toBeGreaterThan(5);
  },
);
