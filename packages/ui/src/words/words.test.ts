import type { AddressRecord } from '@onboarding/contract';
import { expect, test } from 'vitest';
import {
  addressLine,
  businessTypeName,
  deedOf,
  fieldName,
  identityName,
  reasonName,
  STATUSES,
  spelled,
} from './words.ts';

test.each([
  [spelled, 'CertificateOfIncorporation', 'Certificate of incorporation'],
  [spelled, 'DRIVING_LICENCE', 'Driving licence'],
  [spelled, 'streetLine1', 'Street line 1'],
  [businessTypeName, 'LLC', 'LLC'],
  [businessTypeName, 'PrivateLimitedCompany', 'Private limited company'],
  [reasonName, 'Document.WrongKind', 'Document: wrong kind'],
  [reasonName, 'Unknown', 'Unknown'],
  [identityName, 'NATIOANL_ID', 'National ID'],
  [identityName, 'BVN', 'BVN'],
  [identityName, 'PASSPORT', 'Passport'],
  [fieldName, 'businessPersonList', 'People'],
  [fieldName, 'companyName', 'Company name'],
  [fieldName, 'email', 'E-mail'],
  [deedOf, 'review.decision.proposed', 'Decision proposed'],
  [deedOf, 'something.new', 'something.new'],
])('%o names %s "%s"', (name, code, words) => {
  expect(name(code)).toBe(words);
});

test('each status has its own label, and only Approved is green', () => {
  expect(new Set(Object.values(STATUSES).map(({ label }) => label)).size).toBe(6);
  expect(Object.entries(STATUSES).filter(([, { color }]) => color === 'success')).toEqual([
    ['Approved', { label: 'Approved', color: 'success' }],
  ]);
});

const ADDRESS: AddressRecord = {
  streetLine1: '4 Road',
  streetLine2: 'Floor 2',
  city: 'Lagos',
  state: 'Lagos State',
  postalCode: '101',
  countryCode: 'NGA',
};

test.each([
  [{}, '4 Road, Floor 2, 101 Lagos, Lagos State, NGA'],
  [{ streetLine2: null, state: '' }, '4 Road, 101 Lagos, NGA'],
  [{ postalCode: '' }, '4 Road, Floor 2, Lagos, Lagos State, NGA'],
  [{ city: '' }, '4 Road, Floor 2, 101, Lagos State, NGA'],
  [{ streetLine1: '', streetLine2: null, postalCode: '', city: '', state: '', countryCode: '' }, ''],
])('formats an address with %j on one line without empty parts, as "%s"', (parts, line) => {
  expect(addressLine({ ...ADDRESS, ...parts })).toBe(line);
});
