// The ready request for every reason of the catalogue.
import {
  type BusinessProfileRecord,
  businessPersonSchema,
  businessProfilePatchBody,
  PERSON_DOCUMENT_CATEGORIES,
  REASON_CODES,
  REVIEW_REASONS,
  uploadLinkSchema,
  type VerificationReason,
} from '@onboarding/contract';
import { describe, expect, test } from 'vitest';
import { recordExample } from '../../../../api/src/examples/business.ts';
import { asCurl, asHttp, PATCH_NAMES, readyRequest, uploadLink } from './ready-request.ts';

const PERSON = recordExample.businessPersonList[0];
/** A picture of an identity, which belongs to the person. */
const PHOTO: BusinessProfileRecord['documents'][number] = {
  ...(recordExample.documents[0] as BusinessProfileRecord['documents'][number]),
  documentId: crypto.randomUUID(),
  documentCategory: 'IdentityFront',
  contentType: 'image/jpeg',
  uboId: PERSON?.uboId ?? '',
};
const RECORD = { ...recordExample, documents: [...recordExample.documents, PHOTO] };
const reasonOf = (code: (typeof REASON_CODES)[number]): VerificationReason => {
  const { target, message, remediation } = REVIEW_REASONS[code];
  const { action, ...more } = remediation as { action: VerificationReason['remediation']['action'] };
  return {
    reasonId: crypto.randomUUID(),
    code,
    message,
    retryable: action !== 'None',
    ...(target === 'Person' ? { uboId: PERSON?.uboId ?? '' } : {}),
    ...(target === 'Document' ? { documentId: PHOTO.documentId } : {}),
    remediation: {
      action,
      ...more,
      ...(target === 'Document' ? { documentCategories: [PHOTO.documentCategory] } : {}),
    },
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
    const request = readyRequest(RECORD, [reasonOf(code)]);
    const body = filled(request?.body) as Record<string, unknown>;
    expect(businessProfilePatchBody.strict().parse(body)).toBeDefined();
    const people = body.businessPersonList;
    for (const person of (people ?? []) as { uboId?: string }[]) {
      if (person.uboId === undefined) expect(businessPersonSchema.strict().parse(person)).toBeDefined();
    }
    const { fields = [], documentCategories = [] } = reasonOf(code).remediation;
    expect(fields.length + documentCategories.length).toBeGreaterThan(0);
    const names = fields.map((name) => ({ identities: 'businessPersonList', ...PATCH_NAMES })[name] ?? name);
    const expected = [...names, ...(documentCategories.length > 0 ? ['businessDocumentIdList'] : [])];
    expect(Object.keys(body).sort()).toEqual([...new Set(expected)].sort());
    for (const document of request?.documents ?? []) {
      const [, sent = ''] = uploadLink(RECORD.customerId, document).split('\n\n');
      const link = { ...JSON.parse(sent), ...(document.contentType === undefined && { contentType: 'image/png' }) };
      expect(uploadLinkSchema.strict().parse(link)).toBeDefined();
      const ofPerson = PERSON_DOCUMENT_CATEGORIES.some((category) => category === link.documentCategory);
      expect(link.uboId).toBe(ofPerson ? PERSON?.uboId : undefined);
    }
    expect(JSON.stringify(request)).not.toContain('****');
    expect(request?.headers['If-Match']).toBe(`"${recordExample.version}"`);
  });
});

describe('a person is named by uboId, with only', () => {
  const peopleFor = (code: (typeof REASON_CODES)[number]) =>
    readyRequest(recordExample, [reasonOf(code)])?.body.businessPersonList;
  const { uboId, verificationStatus: _status, metadata: _pairs, identities = [], ...details } = PERSON ?? {};

  test('the details, if only those are in question', () => {
    expect(peopleFor('Person.DetailsMismatch')).toEqual([{ uboId, ...details }]);
  });

  test('the identities, each by its identityId, if only those are in question', () => {
    const [{ identityValueMasked = '', ...identity } = {}, ...others] = identities;
    expect(others).toEqual([]);
    const identityValue = `<number, now ends with ${identityValueMasked.slice(-4)}>`;
    expect(peopleFor('Person.IdentityExpired')).toEqual([{ uboId, identities: [{ ...identity, identityValue }] }]);
  });
});

test('names nobody if only the business is in question', () => {
  const request = readyRequest(recordExample, [reasonOf('Business.NameMismatch')]);
  expect(Object.keys(request?.body ?? {})).toEqual(['companyName']);
});

test('combines all reasons into one request, with each document once', () => {
  const request = readyRequest(RECORD, REMEDIABLE.map(reasonOf));
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
