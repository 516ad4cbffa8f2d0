// The ready request for every reason of the catalogue.
import {
  businessProfilePatchSchema,
  REASON_CODES,
  REVIEW_REASONS,
  type VerificationReason,
} from '@onboarding/contract';
import { describe, expect, test } from 'vitest';
import { recordExample } from '../../../../api/src/examples/business.ts';
import { asCurl, asHttp, readyRequest } from './ready-request.ts';

const PERSON = recordExample.businessPersonList[0];
const reasonOf = (code: (typeof REASON_CODES)[number]): VerificationReason => {
  const { target, message, remediation } = REVIEW_REASONS[code];
  const { action, ...more } = remediation as { action: VerificationReason['remediation']['action'] };
  return {
    reasonId: crypto.randomUUID(),
    code,
    message,
    retryable: action !== 'None',
    ...(target === 'Person' ? { uboId: PERSON?.uboId ?? '' } : {}),
    remediation: { action, ...more },
  };
};
const REMEDIABLE = REASON_CODES.filter((code) => REVIEW_REASONS[code].remediation.action !== 'None');

/** Replaces placeholders, which only the partner can fill in, with a value valid for the field. */
function filled(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => filled(one, name));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filled(one, key)]));
  }
  if (typeof value !== 'string' || !value.startsWith('<')) return value;
  const values: Record<string, string> = {
    businessDocumentIdList: crypto.randomUUID(),
    incorporationCountryCode: 'KEN',
    website: 'https://company.example',
    nationality: 'NGA',
    countryCode: 'NGA',
    issuingCountry: 'NGA',
    email: 'new@people.example',
    birthDate: '1980-01-31',
    ownershipType: 'DIRECTOR',
    identityTypeCode: 'PASSPORT',
  };
  return values[name] ?? 'A12345678';
}

describe.each(REMEDIABLE)('a request that answers %s', (code) => {
  test('is a valid PATCH once its placeholders are filled in, and returns the business to review', () => {
    const request = readyRequest(recordExample, [reasonOf(code)]);
    const body = filled(request?.body) as Record<string, unknown>;
    const { incorporationCountryCode: country, ...others } = body;
    const named = country === undefined ? others : { ...others, incorporationCountryIso3Code: country };
    expect(businessProfilePatchSchema.strict().parse(named)).toBeDefined();
    const { businessPersonList: people, businessDocumentIdList: documents } = body;
    expect([people, documents].flat().filter((one) => one !== undefined).length).toBeGreaterThan(0);
    expect(JSON.stringify(request)).not.toContain('****');
    expect(request?.headers['If-Match']).toBe(`"${recordExample.version}"`);
  });
});

test('combines all reasons into one request, with each document once', () => {
  const request = readyRequest(recordExample, REMEDIABLE.map(reasonOf));
  const keys = request?.documents.map(({ category, uboId }) => `${category} ${uboId}`) ?? [];
  expect(new Set(keys).size).toBe(keys.length);
  expect(request?.body.businessPersonList).toHaveLength(recordExample.businessPersonList.length + 1);
  expect(asHttp(request as NonNullable<typeof request>)).toMatch(/^PATCH \/api\/partner\/v1\/business-profiles\//);
  expect(asCurl(request as NonNullable<typeof request>)).toContain('-H "If-Match: \\"2\\""');
});

test('returns no request if nothing can be answered', () => {
  expect(readyRequest(recordExample, [reasonOf('Business.NotAcceptable')])).toBeUndefined();
  expect(readyRequest({ ...recordExample, canUpdate: false }, [reasonOf('Business.NameMismatch')])).toBeUndefined();
  expect(readyRequest(recordExample, [])).toBeUndefined();
});
