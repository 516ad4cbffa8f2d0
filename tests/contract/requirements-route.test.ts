// Which identity documents are accepted from residents of a country, as integrators ask for it.
import { readFileSync } from 'node:fs';
import { failureSchema, identityRequirementSchema } from '@onboarding/contract';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type TestApi, useTestApi } from '../harness/api.ts';
import type { TestDatabase } from '../harness/database.ts';

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
  '%s: the twelve fields of every entry, in display order, and nothing else',
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

test('the fields of an entry are called as integrators know them', async () => {
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

test('lower case is accepted and is the same answer', async () => {
  const [upper, lower, mixed] = await Promise.all(
    ['NGA', 'nga', 'nGa'].map((code) => api.call('GET', `${PATH}?countryCode=${code}`)),
  );
  expect(lower?.body).toBe(upper?.body);
  expect(mixed?.body).toBe(upper?.body);
  expect(lower?.headers.etag).toBe(upper?.headers.etag);
});

describe('what cannot be answered is said in the envelope of machines, though the path begins like those for people:', () => {
  test.each([
    ['no country', '', 400, 'ValidationControl.Error'],
    ['an empty one', '?countryCode=', 400, 'ValidationControl.Error'],
    ['two letters', '?countryCode=NG', 400, 'ValidationControl.Error'],
    ['digits', '?countryCode=123', 400, 'ValidationControl.Error'],
    ['blanks around it', '?countryCode=%20NGA', 400, 'ValidationControl.Error'],
    ['two countries', '?countryCode=NGA&countryCode=GBR', 400, 'ValidationControl.Error'],
    ['another name', '?country=NGA', 400, 'ValidationControl.Error'],
    ['letters that are no country', '?countryCode=XXX', 404, 'Country.NotFound'],
    ['the template', '?countryCode=ZZZ', 404, 'Country.NotFound'],
    ['a country without requirements', '?countryCode=ATA', 404, 'OnboardingConfig.NotFound'],
  ])('%s', async (_what, query, status, code) => {
    const answer = await api.call('GET', PATH + query);
    expect(answer.statusCode).toBe(status);
    const { error } = failureSchema.parse(answer.json());
    expect([error.code, error.details?.[0]?.pointer]).toEqual([code, '?countryCode']);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('no token, another method, a path beside it and one that cannot be read', async () => {
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
    // The dashboard beside it keeps its own.
    expect((await api.app.inject('/api/customer/v1/nothing')).json()).toMatchObject({ value: null, isSuccess: false });
  });
});

test('it needs partner.read and a partner in good standing', async () => {
  const writer = await api.issuer.token(api.partner, 'partner.write');
  expect((await api.call('GET', `${PATH}?countryCode=NGA`, { token: writer })).json().error.code).toBe(
    'Partner.ScopeMissing',
  );
  const inactive = await api.issuer.token(await database.addPartner({ status: 'Inactive' }));
  expect((await api.call('GET', `${PATH}?countryCode=NGA`, { token: inactive })).json().error.code).toBe(
    'Partner.Inactive',
  );
});
