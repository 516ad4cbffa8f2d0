// A country's requirements as a partner's users read them: the same as in the Partner API.
import { type Country, countryRequirementsSchema, dashboardFailureSchema } from '@onboarding/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { exampleBody } from '../../../apps/portal/src/pages/requirements/example-body.ts';
import { startTestApi, type TestApi, useTestApi } from '../../harness/api.ts';
import type { TestDatabase } from '../../harness/database.ts';
import { type SignedIn, signIn } from '../../harness/session.ts';

let api: TestApi;
let database: TestDatabase;
useTestApi((made) => {
  ({ api, database } = made);
});
const PROFILE = '/api/customer/v1/partner-profile';
const PARTNER_API = '/customer/v1/onboarding/ubo-identity-requirements';

let viewer: SignedIn;
let countries: Country[];
beforeAll(async () => {
  viewer = await signIn(database, { partnerId: api.partner.partnerId, role: 'viewer' });
  countries = (await api.call('GET', '/partner/v1/countries')).json().value;
});

const get = (country: string, person: SignedIn = viewer, from: TestApi = api) =>
  from.app.inject({ url: `${PROFILE}/requirements/${country}`, headers: person.cookie });

async function requirementsOf(country: string, from?: TestApi) {
  const answer = await get(country, viewer, from);
  expect(answer.statusCode, answer.body).toBe(200);
  return countryRequirementsSchema.strict().parse(answer.json().value);
}

/** 200, or the status and code of the refusal. */
async function outcomeOf(country: string, person?: SignedIn, from?: TestApi) {
  const answer = await get(country, person, from);
  if (answer.statusCode === 200) return 200;
  const { error } = dashboardFailureSchema.strict().parse(answer.json());
  expect(error.description).toMatch(/ is not (a country|served)\. /);
  return `${answer.statusCode} ${error.code}`;
}

test('every country whose residents are served has the same documents, rules and version as in the Partner API', async () => {
  const open = countries.filter(({ identityRules }) => identityRules !== 'None');
  expect(open.length).toBeGreaterThan(150);
  expect(new Set(open.map(({ identityRules }) => identityRules))).toEqual(new Set(['Country', 'General']));
  await Promise.all(
    open.map(async ({ countryCode, name, identityRules }) => {
      const told = await api.call('GET', `${PARTNER_API}?countryCode=${countryCode}`);
      const { version, activeSince, ...read } = await requirementsOf(countryCode);
      expect(read).toEqual({ countryCode, name, identityRules, identities: told.json().value });
      expect(told.headers.etag).toBe(`"${countryCode}-${version}"`);
      expect(Date.parse(activeSince)).toBeLessThanOrEqual(Date.now());
    }),
  );
});

test('internal fields of a rule are not returned', async () => {
  const { statusCode, body } = await get('NGA');
  expect([statusCode, body]).toEqual([200, expect.stringContaining('"identityRules"')]);
  expect(body).not.toMatch(/"source"|foreignIssued|"general"/);
});

test('a lower-case code gets the same response', async () => {
  expect((await get('nga')).body).toBe((await get('NGA')).body);
});

describe('refusals', () => {
  test.each(['XXX', 'ZZZ', 'NG', 'NGAA', 'nonsense', '%00%00%00', '__proto__', 'constructor', '%F0%9F%98%80'])(
    '%s is not a country: 404',
    async (code) => expect(await outcomeOf(code)).toBe('404 Country.NotFound'),
  );

  test('a country without rules and a prohibited one are not served: 404', async () => {
    for (const code of ['ATA', 'IRN', 'PRK', 'irn']) {
      expect(await outcomeOf(code), code).toBe('404 OnboardingConfig.NotFound');
    }
    const without = countries.filter(({ identityRules }) => identityRules === 'None');
    for (const { countryCode } of without) expect(await outcomeOf(countryCode)).toBe('404 OnboardingConfig.NotFound');
  });

  test('the response has no details, because the country is in the path', async () => {
    for (const code of ['XXX', 'ATA']) expect((await get(code)).json().error).not.toHaveProperty('details');
  });
});

test('every role of every partner gets the same response; staff and anonymous callers get 401', async () => {
  const { body } = await get('GBR');
  const other = await database.addPartner();
  for (const partnerId of [api.partner.partnerId, other.partnerId]) {
    for (const role of ['admin', 'developer', 'viewer']) {
      const answer = await get('GBR', await signIn(database, { partnerId, role }));
      expect([answer.statusCode, answer.body], role).toEqual([200, body]);
    }
  }
  const staff = await signIn(database, { realm: 'staff', role: 'analyst' });
  expect((await get('GBR', staff)).statusCode).toBe(401);
  expect((await api.app.inject(`${PROFILE}/requirements/GBR`)).statusCode).toBe(401);
});

describe('the example body that the page shows', () => {
  const CHECKSUM = 'Identity.ChecksumMismatch';
  const validate = (body: unknown) => api.call('POST', '/partner/v1/business-profiles/validate', { body });

  test('is accepted in every country whose residents are served', async () => {
    const answers = await Promise.all(
      countries
        .filter(({ identityRules }) => identityRules !== 'None')
        .map(async ({ countryCode }) => {
          const answer = await validate(exampleBody(await requirementsOf(countryCode), 'LLC', new Date()));
          const codes = (answer.json().warnings ?? []).map(({ code }: { code: string }) => code);
          return { countryCode, answer: answer.json(), codes };
        }),
    );
    // The example numbers belong to no one, so their check digits may be wrong.
    expect(
      answers.filter(({ answer, codes }) => !answer.isSuccess || codes.some((code: string) => code !== CHECKSUM)),
    ).toEqual([]);
  });

  test('is accepted with every business type, and creates a business', async () => {
    const read = await requirementsOf('NGA');
    const types: { businessTypeCode: string }[] = (await api.call('GET', '/partner/v1/business-types')).json().value;
    for (const { businessTypeCode } of types) {
      const answer = await validate(exampleBody(read, businessTypeCode, new Date()));
      expect(answer.statusCode, answer.body).toBe(200);
    }
    const body = exampleBody(read, 'LLC', new Date());
    const created = await api.call('POST', '/partner/v1/business-profiles', { body });
    expect([created.statusCode, created.json().value?.verificationStatus]).toEqual([200, 'PendingVerification']);
  });
});

test('a closed country and a new version of rules take effect once a process has loaded them', async () => {
  await database.owner.query(`update countries set standing = 'Closed' where country_code = 'KEN'`);
  await database.owner.query(
    `update requirement_sets set version = 7 where country_code = 'GHA' and status = 'Active'`,
  );
  // Another process, which has not loaded them before.
  const other = await startTestApi(database);
  try {
    expect(await outcomeOf('KEN', viewer, other)).toBe('404 OnboardingConfig.NotFound');
    expect((await requirementsOf('GHA', other)).version).toBe(7);
  } finally {
    await other.close();
  }
});
