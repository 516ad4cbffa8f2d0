// Reference data for integrators: identity documents per country, countries and business types.
import { readFileSync } from 'node:fs';
import {
  businessTypeSchema,
  countrySchema,
  DOCUMENT_CATEGORIES,
  failureSchema,
  identityRequirementSchema,
} from '@onboarding/contract';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestApi, type TestApi, useTestApi } from '../../harness/api.ts';
import type { TestDatabase } from '../../harness/database.ts';

let api: TestApi;
let database: TestDatabase;
useTestApi((made) => {
  ({ api, database } = made);
});

const PATH = '/customer/v1/onboarding/ubo-identity-requirements';
const REFERENCE: Record<string, { displayOrder: number; identityTypeCode: string }[]> = JSON.parse(
  readFileSync('database/reference/identity-requirements.json', 'utf8'),
);

test.each(Object.keys(REFERENCE).filter((country) => country !== 'ZZZ'))(
  '%s: returns exactly the twelve fields of every entry, in display order',
  { tags: ['S-157', 'S-210'] },
  async (country) => {
    const answer = await api.call('GET', `${PATH}?countryCode=${country}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.json().isSuccess).toBe(true);
    const entries = z.array(identityRequirementSchema.strict()).parse(answer.json().value);
    const expected = REFERENCE[country]?.toSorted((a, b) => a.displayOrder - b.displayOrder);
    expect(entries).toEqual(expected?.map((entry) => identityRequirementSchema.parse(entry)));
    expect(answer.body).not.toMatch(/"source"|foreignIssued/);
    expect(answer.headers).toMatchObject({ etag: `"${country}-1"`, 'cache-control': 'private, max-age=3600' });
  },
);

test('an entry has the field names of the specification', { tags: ['S-157', 'S-159'] }, async () => {
  const { value } = (await api.call('GET', `${PATH}?countryCode=NGA`)).json();
  expect(value[0]).toEqual({
    identityType: 'National ID',
    identityTypeCode: 'NATIOANL_ID',
    fieldName: 'nationalIdNumber',
    inputType: 'Input',
    isRequired: expect.any(Boolean),
    label: expect.any(String),
    placeholder: expect.any(String),
    requiresIssueDate: false,
    requiresExpiryDate: false,
    requiresIdNumber: true,
    validationRules: { regex: '^\\d{11}$', minLength: 11, maxLength: 11, errorMessage: expect.any(String) },
    displayOrder: 1,
  });
});

test('a lower-case code is accepted and gets the same response', async () => {
  const [upper, lower, mixed] = await Promise.all(
    ['NGA', 'nga', 'nGa'].map((code) => api.call('GET', `${PATH}?countryCode=${code}`)),
  );
  expect(lower?.body).toBe(upper?.body);
  expect(mixed?.body).toBe(upper?.body);
  expect(lower?.headers.etag).toBe(upper?.headers.etag);
});

describe('errors use the envelope of the Partner API, although the path starts like those of the dashboard:', () => {
  test.each([
    ['a missing country', '', 400, 'ValidationControl.Error'],
    ['an empty country', '?countryCode=', 400, 'ValidationControl.Error'],
    ['two letters', '?countryCode=NG', 400, 'ValidationControl.Error'],
    ['digits', '?countryCode=123', 400, 'ValidationControl.Error'],
    ['surrounding spaces', '?countryCode=%20NGA', 400, 'ValidationControl.Error'],
    ['two countries', '?countryCode=NGA&countryCode=GBR', 400, 'ValidationControl.Error'],
    ['another parameter name', '?country=NGA', 400, 'ValidationControl.Error'],
    ['an unknown country code', '?countryCode=XXX', 404, 'Country.NotFound'],
    ['the code of the template', '?countryCode=ZZZ', 404, 'Country.NotFound'],
    ['a country without requirements', '?countryCode=ATA', 404, 'OnboardingConfig.NotFound'],
  ])('%s', { tags: ['S-338', 'S-340'] }, async (_what, query, status, code) => {
    const answer = await api.call('GET', PATH + query);
    expect(answer.statusCode).toBe(status);
    const { error } = failureSchema.parse(answer.json());
    expect([error.code, error.details?.[0]?.pointer]).toEqual([code, '?countryCode']);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('a missing token, another method, an unknown path and one that cannot be decoded', async () => {
    for (const [method, path, status] of [
      ['GET', PATH, 401],
      ['POST', PATH, 405],
      ['GET', '/customer/v1/onboarding/nothing', 404],
      ['GET', '/customer/v1/onboarding/%E0%A4%A', 400],
    ] as const) {
      const answer = await api.app.inject({ method, url: `/api${path}` });
      expect(answer.statusCode).toBe(status);
      expect(failureSchema.parse(answer.json()).error.requestId).toBe(answer.headers['x-request-id']);
    }
    // The dashboard keeps its own envelope.
    expect((await api.app.inject('/api/customer/v1/nothing')).json()).toMatchObject({ value: null, isSuccess: false });
  });
});

test('the requirements need partner.read and a partner in good standing', async () => {
  const writer = await api.issuer.token(api.partner, 'partner.write');
  expect((await api.call('GET', `${PATH}?countryCode=NGA`, { token: writer })).json().error.code).toBe(
    'Partner.ScopeMissing',
  );
  const inactive = await api.issuer.token(await database.addPartner({ status: 'Inactive' }));
  expect((await api.call('GET', `${PATH}?countryCode=NGA`, { token: inactive })).json().error.code).toBe(
    'Partner.Inactive',
  );
});

const read = <T>(file: string): T => JSON.parse(readFileSync(`database/reference/${file}.json`, 'utf8'));
const GENERAL = read<{ entry: unknown; withoutPassportOfTheirOwn: Record<string, string> }>('general-passport-rule');

test('exactly the countries that issue their own passports have specific rules or the general rule, unless they are prohibited', async () => {
  const answer = await api.call('GET', '/partner/v1/countries');
  expect(answer.headers['cache-control']).toBe('private, max-age=3600');
  const countries = z.array(countrySchema.strict()).parse(answer.json().value);
  const names = read<Record<string, string>>('countries');
  expect(countries.map(({ countryCode, name }) => [countryCode, name])).toEqual(Object.entries(names).sort());
  const ruledBy = (rules: string) =>
    countries.filter(({ identityRules }) => identityRules === rules).map(({ countryCode }) => countryCode);
  expect(ruledBy('Country')).toEqual(
    Object.keys(REFERENCE)
      .filter((code) => code !== 'ZZZ')
      .sort(),
  );
  expect(ruledBy('None')).toEqual([...Object.keys(GENERAL.withoutPassportOfTheirOwn), 'IRN', 'PRK'].sort());
  expect([ruledBy('Country').length, ruledBy('General').length, ruledBy('None').length]).toEqual([32, 164, 53]);
  expect(countries.filter(({ isOpen }) => !isOpen).map(({ countryCode }) => countryCode)).toEqual(['IRN', 'PRK']);

  // The list agrees with the rules of each country.
  const general = [identityRequirementSchema.parse(GENERAL.entry)];
  for (const country of ruledBy('General')) {
    const rules = await api.call('GET', `${PATH}?countryCode=${country}`);
    expect([country, rules.json().value]).toEqual([country, general]);
    expect(rules.body).not.toMatch(/general|source|foreignIssued/i);
  }
  for (const country of ruledBy('None')) {
    const rules = await api.call('GET', `${PATH}?countryCode=${country}`);
    expect([country, rules.json().error.code]).toEqual([country, 'OnboardingConfig.NotFound']);
  }
});

test('every business type is listed with the documents usually requested for it', async () => {
  const answer = await api.call('GET', '/partner/v1/business-types');
  expect(answer.headers['cache-control']).toBe('private, max-age=3600');
  const types = z.array(businessTypeSchema.strict()).parse(answer.json().value);
  const usual = read<Record<string, string[]>>('business-types');
  expect(types.map(({ businessTypeCode, documentCategories }) => [businessTypeCode, documentCategories])).toEqual(
    Object.entries(usual).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  for (const { documentCategories: listed } of types) {
    expect(listed).toContain('IdentityFront');
    expect(listed).toEqual(DOCUMENT_CATEGORIES.filter((category) => listed.includes(category)));
  }
});

test('a retired type is not listed, and the ETag changes', async () => {
  const before = await api.call('GET', '/partner/v1/business-types');
  await database.owner.query(`update business_types set status = 'Retired' where business_type_code = 'Trust'`);
  // Another process, which has not loaded it before.
  const other = await startTestApi(database);
  const token = await other.issuer.token(api.partner);
  const path = '/partner/v1/business-types';
  const after = await other.call('GET', path, { token, headers: { 'if-none-match': String(before.headers.etag) } });
  expect(after.statusCode).toBe(200);
  expect(JSON.stringify(after.json().value)).not.toContain('Trust');
  expect(after.headers.etag).not.toBe(before.headers.etag);
  await other.close();
});

test.each(['/partner/v1/countries', '/partner/v1/business-types'])(
  '%s requires partner.read and counts as a read',
  async (path) => {
    const writer = await api.issuer.token(api.partner, 'partner.write');
    expect((await api.call('GET', path, { token: writer })).json().error.code).toBe('Partner.ScopeMissing');
    expect((await api.app.inject({ url: `/api${path}` })).statusCode).toBe(401);
    expect((await api.call('GET', path)).headers['ratelimit-policy']).toContain('reads');
  },
);
