// Sends thousands of bodies, valid and mutated; FUZZ_REQUESTS=20000 sends more. Personal data is recognisable, as in
// harness/bodies.ts: e-mail addresses end in .example, birth dates are before 1970, identity numbers begin with 70707.
import assert from 'node:assert/strict';
import { createAnswerSchema, ERRORS, failureSchema, successSchema } from '@onboarding/contract';
import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, test } from 'vitest';
import { type TestApi, useTestApi } from '../harness/api.ts';
import { newReference } from '../harness/bodies.ts';
import { BUSINESS_TYPES } from '../harness/cases/create-fields.ts';
import { toJsonText, written } from '../harness/cases/json-text.ts';
import { anyText, mutated, oddValue } from '../harness/cases/odd-json.ts';
import type { TestDatabase } from '../harness/database.ts';
import { insist } from '../harness/insist.ts';

const BODIES = Number(process.env.FUZZ_REQUESTS ?? 4_000);
const AT_ONCE = 16;
/** More than the slowest machine needs. */
const LIMIT_MS = 300_000 + BODIES * 50;
/** Fixed, so that failures are reproducible; fast-check prints it with the path to the smallest counterexample. */
const SEED = 20_261_115;
/** Placeholder, replaced by a unique reference when the body is sent. */
const FRESH = 'fresh-reference';

let api: TestApi;
let database: TestDatabase;
useTestApi((made) => {
  ({ api, database } = made);
});

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 4 });
const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });
const words = (maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'abc XYZ09-öß東😀'), minLength: 2, maxLength }).map((text) => `W${text}W`);
const name = fc.string({ unit: fc.constantFrom(...'abcxyz019'), minLength: 8, maxLength: 20 });
const country = fc.constantFrom('NGA', 'GBR', 'CHE', 'JPN', 'BRA');

const address = (countryCode: fc.Arbitrary<string>) =>
  fc.record({
    streetLine1: words(200),
    streetLine2: maybe(words(200)),
    city: words(80),
    state: words(80),
    postalCode: digits(6),
    countryCode,
  });

/** Documents whose numbers may begin with 70707: residence, type, number of further digits, and whether they expire. */
const DOCUMENTS = [
  ['NGA', 'NATIOANL_ID', 6, false],
  ['NGA', 'BVN', 6, false],
  ['ZAF', 'NATIOANL_ID', 8, false],
  ['TUR', 'NATIOANL_ID', 6, false],
  ['BRA', 'NATIOANL_ID', 6, false],
  ['POL', 'NATIOANL_ID', 6, false],
  ['IND', 'NATIOANL_ID', 7, false],
  ['NLD', 'DRIVING_LICENCE', 5, true],
  ['USA', 'PASSPORT', 4, true],
  ['GBR', 'PASSPORT', 4, true],
] as const;

const people = DOCUMENTS.map(([residence, identityTypeCode, length, expires]) => {
  const identity = fc.record({
    identityTypeCode: fc.constant(identityTypeCode),
    issuingCountry: fc.constant(residence),
    identityValue: digits(length).map((rest) => `70707${rest}`),
    issueDate: maybe(fc.constantFrom('2001-01-31', '2020-02-29')),
    expiryDate: expires ? fc.constant('2096-02-29') : maybe(fc.constant('2096-02-29')),
    idBackDocumentUploadId: maybe(fc.uuid()),
  });
  return fc.record({
    firstName: words(40),
    lastName: words(40),
    birthDate: maybe(fc.constantFrom('1931-01-31', '1968-02-29')),
    taxResidenceCountry: maybe(country),
    nationality: country,
    email: fc.tuple(name, fc.nat()).map(([local, number]) => `${local}${number}@people.example`),
    phone: maybe(digits(9).map((rest) => `+234${rest}`)),
    ownershipType: fc.subarray(['SHAREHOLDER', 'DIRECTOR', 'UBO'], { minLength: 1 }),
    percentageShare: maybe(fc.integer({ min: 1, max: 33 })),
    address: address(fc.constant(residence)),
    identities: fc.array(identity, { minLength: 1, maxLength: 2 }),
  });
});

const person = fc.oneof(...people);

const validProfile = fc.record({
  email: name.map((local) => `${local}@company.example`),
  phoneNumber: maybe(digits(10).map((rest) => `+44${rest}`)),
  companyName: words(200),
  tradingName: maybe(words(200)),
  businessTypeCode: fc.constantFrom(...BUSINESS_TYPES),
  incorporationCountryIso3Code: country,
  industry: fc.constantFrom('Grants', 'Donations', 'TradingIncome'),
  description: maybe(words(900)),
  website: name.map((host) => `https://${host}.example/`),
  registrationNumber: digits(9),
  registrationDate: maybe(fc.constantFrom('1999-12-31', '2096-02-29')),
  addresses: maybe(fc.array(address(country), { maxLength: 2 })),
  financials: maybe(
    fc.record({
      monthlyTurnOver: fc.constantFrom('UpTo15k', 'Above500k'),
      estimatedTransactionValue: fc.constantFrom('UpTo5k', 'Above100k'),
      sourceOfFunds: fc.constantFrom('Grants', 'TradingIncome'),
      purposeOfAccount: fc.constantFrom('Payroll', 'InternalTreasury'),
    }),
  ),
  businessPersonList: maybe(fc.array(person, { maxLength: 3 })),
  partnerCustomerId: fc.constant(FRESH),
});

const mutatedBody = mutated(validProfile);
const noJson = fc.oneof(
  anyText(60),
  oddValue.map(written),
  fc.tuple(mutatedBody, fc.nat()).map(([text, at]) => text.slice(0, at % text.length)),
);
const anyBody = fc.oneof(
  { weight: 3, arbitrary: validProfile.map((profile) => written(toJsonText(profile))) },
  { weight: 6, arbitrary: mutatedBody },
  { weight: 1, arbitrary: noJson },
);

const answers = { accepted: 0, refused: 0, people: 0 };
const success = successSchema(createAnswerSchema);

/** Throws if a response does not match its schema. Uses assert because `expect` would take a tenth of the test's time. */
function judge(sent: string, answer: LightMyRequestResponse): void {
  const body = answer.json();
  assert.ok(answer.statusCode < 500, answer.body);
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
  if (answer.statusCode === 200) {
    // The parsed body equals the body: it has every declared field and no other.
    assert.deepEqual(success.parse(body), body);
    assert.equal(body.value.ubos.length, JSON.parse(sent).businessPersonList?.length ?? 0);
    answers.accepted += 1;
    answers.people += body.value.ubos.length;
  } else {
    const parsed = failureSchema.parse(body);
    assert.deepEqual(parsed, body);
    const { error } = parsed;
    assert.equal(answer.statusCode, ERRORS[error.code].status);
    assert.equal(error.requestId, answer.headers['x-request-id']);
    const first = error.details?.[0];
    assert.deepEqual([first?.code, first?.message], [error.code, error.message]);
    answers.refused += 1;
  }
}

describe(`${BODIES} bodies: valid, mutated or not JSON`, () => {
  test(
    'never get a 5xx, get responses that match their schemas, and leave rows only if accepted',
    async () => {
      const batch = fc.array(anyBody, { minLength: AT_ONCE, maxLength: AT_ONCE });
      await fc.assert(
        fc.asyncProperty(batch, async (bodies) => {
          const sent = bodies.map((body) => body.replaceAll(`"${FRESH}"`, `"${newReference()}"`));
          const got = await Promise.all(sent.map((body) => insist(() => api.create(body))));
          got.forEach((answer, index) => {
            judge(sent[index] ?? '', answer);
          });
        }),
        // Interrupted before the test times out, so that a slow or failing run still reports its seed and counterexample.
        { seed: SEED, numRuns: BODIES / AT_ONCE, interruptAfterTimeLimit: LIMIT_MS, markInterruptAsFailure: true },
      );
      expect(answers.accepted + answers.refused).toBe(BODIES);
      // Both must be common, or the test would prove little.
      expect(answers.accepted).toBeGreaterThan(BODIES / 5);
      expect(answers.refused).toBeGreaterThan(BODIES / 5);
      const { accepted, people } = answers;
      expect(await database.countRows()).toMatchObject({
        customers: accepted,
        people,
        events: accepted + people,
        event_outbox: accepted + people,
        audit_entries: accepted,
        idempotency_keys: 0,
      });
    },
    LIMIT_MS + 30_000,
  );
});
