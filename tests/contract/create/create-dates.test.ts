// Dates are compared with the current day in UTC. The tests set the clock.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../harness/api.ts';
import { validBody, validPerson } from '../../harness/bodies.ts';
import {
  ACCEPTED,
  bodyOf,
  IDENTITY,
  outcomeOf,
  PERSON,
  refusedWith,
  warningsOf,
  withIdentity,
} from '../../harness/cases/create-answers.ts';
import { cloneDatabase, type TestDatabase } from '../../harness/database.ts';

const DAY_MS = 24 * 3_600_000;
// Today, because partitions exist only around the current date; only the time of day is fixed.
const NOON = new Date(`${new Date().toISOString().slice(0, 10)}T12:00:00.000Z`);

let now = NOON;
let database: TestDatabase;
let api: TestApi;

beforeAll(async () => {
  database = await cloneDatabase();
  api = await startTestApi(database, { clock: { now: () => now } });
});
beforeEach(() => {
  now = NOON;
});
afterAll(async () => {
  await api.close();
  await database.close();
});

/** The date `offset` days after the clock's. */
const day = (offset: number) => new Date(NOON.getTime() + offset * DAY_MS).toISOString().slice(0, 10);
const CONTROL = 'ValidationControl.Error';

async function create(body: unknown) {
  // Tokens depend on the same clock.
  const token = await api.issuer.token(api.partner);
  return api.call('POST', '/partner/v1/business-profiles', { body, token });
}
const outcome = async (body: unknown) => outcomeOf(await create(body));

describe('birthDate', () => {
  test.each([
    ['yesterday is accepted', -1, ACCEPTED],
    ['today is refused', 0, refusedWith([`${PERSON}/birthDate`, CONTROL])],
    ['tomorrow is refused', 1, refusedWith([`${PERSON}/birthDate`, CONTROL])],
    ['in many years is refused', 5000, refusedWith([`${PERSON}/birthDate`, CONTROL])],
  ])('%s', { tags: ['S-112'] }, async (_name, offset, expected) => {
    expect(await outcome(bodyOf(validPerson({ birthDate: day(offset) })))).toEqual(expected);
  });
});

describe('an implausible birthDate', () => {
  const year = NOON.getUTCFullYear();
  const finding = (age: string) => [
    {
      pointer: '/businessPersonList/1/birthDate',
      code: 'Date.Implausible',
      message: `birthDate would make this person ${age} years. Please compare it with the identity document.`,
    },
  ];

  test.each([
    ['of someone born yesterday', day(-1), finding('younger than 18')],
    ['of a minor', `${year - 17}-01-01`, finding('younger than 18')],
    ['of an adult', `${year - 19}-12-31`, []],
    ['of a very old person', `${year - 120}-12-31`, []],
    ['of someone too old', `${year - 122}-12-31`, finding('older than 120')],
    ['in the year 1', '0001-01-01', finding('older than 120')],
  ])('%s is accepted by create and the dry run, with a warning if needed', async (_name, birthDate, expected) => {
    const body = () => bodyOf(validPerson(), validPerson({ birthDate }));
    const token = await api.issuer.token(api.partner);
    const dryRun = () => api.call('POST', '/partner/v1/business-profiles/validate', { body: body(), token });
    for (const answer of [await create(body()), await dryRun()]) {
      expect(outcomeOf(answer)).toEqual(ACCEPTED);
      expect(answer.json().warnings ?? []).toEqual(expected);
    }
  });
});

describe('issueDate', () => {
  test.each([
    ['yesterday is accepted', -1, ACCEPTED],
    ['today is accepted', 0, ACCEPTED],
    ['tomorrow is refused', 1, refusedWith([`${IDENTITY}/issueDate`, CONTROL])],
  ])('%s', { tags: ['S-145'] }, async (_name, offset, expected) => {
    expect(await outcome(bodyOf(withIdentity({ issueDate: day(offset) })))).toEqual(expected);
  });
});

describe('expiryDate', () => {
  test.each([
    ['long ago is refused', -5000, refusedWith([`${IDENTITY}/expiryDate`, CONTROL])],
    ['yesterday is refused', -1, refusedWith([`${IDENTITY}/expiryDate`, CONTROL])],
    ['today is refused', 0, refusedWith([`${IDENTITY}/expiryDate`, CONTROL])],
    ['tomorrow is accepted', 1, ACCEPTED],
  ])('%s', { tags: ['S-147'] }, async (_name, offset, expected) => {
    expect(await outcome(bodyOf(withIdentity({ expiryDate: day(offset) })))).toEqual(expected);
  });

  test.each([
    ['after issueDate is accepted', -1, 1, ACCEPTED],
    ['on the day after issueDate is accepted', 0, 1, ACCEPTED],
    [
      'equal to issueDate is refused (and issueDate is then in the future)',
      2,
      2,
      refusedWith([`${IDENTITY}/issueDate`, CONTROL], [`${IDENTITY}/expiryDate`, CONTROL]),
    ],
    [
      'before issueDate is refused (and issueDate is then in the future)',
      3,
      2,
      refusedWith([`${IDENTITY}/issueDate`, CONTROL], [`${IDENTITY}/expiryDate`, CONTROL]),
    ],
    ['in the past and before issueDate is reported once', -1, -2, refusedWith([`${IDENTITY}/expiryDate`, CONTROL])],
  ])('%s', { tags: ['S-147'] }, async (_name, issued, expires, expected) => {
    const person = withIdentity({ issueDate: day(issued), expiryDate: day(expires) });
    expect(await outcome(bodyOf(person))).toEqual(expected);
  });
});

describe('registrationDate', () => {
  test.each([
    ['today is plausible', 0, []],
    ['tomorrow is accepted with a warning', 1, [['/registrationDate', 'Date.Implausible']]],
  ])('%s', async (_name, offset, warnings) => {
    const answer = await create(validBody({ registrationDate: day(offset) }));
    expect(outcomeOf(answer)).toEqual(ACCEPTED);
    expect(warningsOf(answer)).toEqual(warnings);
  });
});

describe('the current day', () => {
  const midnight = new Date(`${day(1)}T00:00:00.000Z`);

  test('lasts until the last millisecond before midnight UTC', async () => {
    now = new Date(midnight.getTime() - 1);
    expect(await outcome(bodyOf(withIdentity({ expiryDate: day(1), issueDate: day(0) })))).toEqual(ACCEPTED);
  });

  test('ends at midnight UTC', async () => {
    now = midnight;
    expect(await outcome(bodyOf(withIdentity({ expiryDate: day(1) })))).toEqual(
      refusedWith([`${IDENTITY}/expiryDate`, CONTROL]),
    );
    expect(await outcome(bodyOf(withIdentity({ expiryDate: day(2), issueDate: day(1) })))).toEqual(ACCEPTED);
    expect(await outcome(bodyOf(validPerson({ birthDate: day(0) })))).toEqual(ACCEPTED);
  });
});
