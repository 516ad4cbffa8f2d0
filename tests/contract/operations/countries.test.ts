// Operators decide which countries are served, in the console or by command: with immediate effect for all partners, and
// recorded.
import { dashboardFailureSchema } from '@onboarding/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../harness/api.ts';
import { validBody } from '../../harness/bodies.ts';
import { ctl } from '../../harness/command.ts';
import { cloneDatabase, type TestDatabase } from '../../harness/database.ts';
import { renewSecondFactor, type SignedIn, signIn } from '../../harness/session.ts';

let database: TestDatabase;
let api: TestApi;
let operator: SignedIn;
let ahead = 0;
beforeAll(async () => {
  database = await cloneDatabase();
  api = await startTestApi(database, { clock: { now: () => new Date(Date.now() + ahead) } });
  operator = await signIn(database, { realm: 'staff', role: 'operator' });
});
beforeEach(() => renewSecondFactor(database, operator));
afterAll(async () => {
  await api.close();
  await database.close();
});

const url = (path: string) => `/api/operations/v1/countries${path}`;
const decide = async (country: string, verb: string, reason = 'Board, 3 March.') => {
  const answer = await api.app.inject({
    method: 'POST',
    url: url(`/${country}/${verb}`),
    headers: { ...operator.headers, 'content-type': 'application/json' },
    payload: JSON.stringify({ reason }),
  });
  if (answer.statusCode === 200) return answer.json().value;
  return `${answer.statusCode} ${dashboardFailureSchema.parse(answer.json()).error.code}`;
};
const read = async (path: string) =>
  (await api.app.inject({ url: url(path), headers: operator.headers })).json().value.items;
const shown = async (country: string) =>
  (await read('')).find(({ countryCode }: { countryCode: string }) => countryCode === country);
const logOf = async (country: string) =>
  (await read(`/${country}/actions`)).map(({ action, reason, actor }: Record<string, never>) => [
    action,
    reason,
    actor,
  ]);
const refusalIn = async (country: string) => {
  ahead += 30_000;
  return (await api.create(validBody({ incorporationCountryIso3Code: country }))).json().error?.code;
};

const ME = { kind: 'StaffPerson', name: 'Ada Lind' };
const NOT_SERVED = 'OnboardingConfig.NotFound';

test('a country can be closed and opened again, and the log records who did it and why', async () => {
  expect(await shown('SWE')).toMatchObject({ standing: 'Open', prohibited: null, highRisk: null });
  expect(await decide('SWE', 'close', 'Licence ended.')).toEqual({ countryCode: 'SWE', changed: true });
  expect(await decide('SWE', 'close')).toEqual({ countryCode: 'SWE', changed: false });
  expect(await refusalIn('SWE')).toBe(NOT_SERVED);
  expect(await shown('SWE')).toMatchObject({
    standing: 'Closed',
    decidedBy: ME.name,
    decidedAt: expect.any(String),
    activeVersion: null,
  });
  expect(await decide('SWE', 'open', 'Licence renewed.')).toMatchObject({ changed: true });
  expect(await refusalIn('SWE')).toBeUndefined();
  expect(await logOf('SWE')).toEqual([
    ['CountryOpened', 'Licence renewed.', ME],
    ['CountryClosed', 'Licence ended.', ME],
  ]);
});

test('a prohibited country keeps its rules but is not served, and cannot be opened before it is allowed', async () => {
  expect(await decide('NOR', 'prohibit', 'Sanctions.')).toEqual({ countryCode: 'NOR', changed: true });
  expect(await refusalIn('NOR')).toBe(NOT_SERVED);
  expect(await shown('NOR')).toMatchObject({
    activeVersion: expect.any(Number),
    prohibited: { standing: 'Listed', reason: 'Sanctions.', since: expect.any(String), decidedBy: ME.name },
  });
  expect(await decide('NOR', 'open')).toBe('409 Operations.CountryNotServed');
  expect(await decide('NOR', 'allow', 'Ended.')).toMatchObject({ changed: true });
  expect(await refusalIn('NOR')).toBeUndefined();
  expect(await logOf('NOR')).toEqual([
    ['CountryAllowed', 'Ended.', ME],
    ['CountryProhibited', 'Sanctions.', ME],
  ]);
});

test('a high-risk country is listed, the worker is asked to re-check, and the command shows who decided', async () => {
  expect(await decide('FIN', 'high-risk', 'FATF, February 2026.')).toMatchObject({ changed: true });
  expect((await shown('FIN')).highRisk).toMatchObject({ standing: 'Listed', decidedBy: ME.name });
  const { rows } = await database.owner.query(`select asked_by from country_looks where 'FIN' = any (countries)`);
  expect(rows).toEqual([{ asked_by: operator.accountId }]);
  for (const verb of ['list', 'lists', 'looks']) {
    const { stdout } = await ctl(['countries', verb], { OPERATIONS_DATABASE_URL: database.operationsUrl });
    expect(stdout, verb).toContain(ME.name);
    expect(stdout, verb).not.toContain(operator.accountId);
  }
  expect(await decide('FIN', 'ordinary-risk')).toMatchObject({ changed: true });
  expect((await shown('FIN')).highRisk).toMatchObject({ standing: 'Unlisted' });
});

test('activating rules opens a new country and is recorded once, even if they were already active', async () => {
  const activate = () => decide('DNK', 'versions/1/activate', 'Checked.');
  await database.owner.query(`update countries set standing = 'New', decided_by = null where country_code = 'DNK'`);
  expect(await activate()).toMatchObject({ changed: false });
  expect(await activate()).toMatchObject({ changed: false });
  expect(await shown('DNK')).toMatchObject({ standing: 'Open', decidedBy: ME.name });
  expect(await logOf('DNK')).toEqual([['CountryOpened', 'Checked.', ME]]);
});

test('an unknown country is not found', async () => {
  for (const verb of ['open', 'close', 'prohibit', 'allow', 'high-risk', 'ordinary-risk']) {
    expect(await decide('XXX', verb), verb).toBe('404 Operations.RulesNotFound');
  }
});
