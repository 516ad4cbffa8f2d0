// What the benchmarks ask of the Partner API.
import { createExample } from '../../apps/api/src/examples/business.ts';
import type { LoadRequest } from './load.ts';

export const PROFILES = '/api/partner/v1/business-profiles';
/** Of documents that do not replace each other. */
export const CATEGORIES = ['CertificateOfIncorporation', 'ShareholderRegister', 'BankStatement', 'TaxCertificate'];

/** The business of the benchmarks: the reference's example with three people, each with one identity. */
export function benchBody(reference: string) {
  const [person] = createExample.businessPersonList;
  const people = [1, 2, 3].map((index) => ({
    ...person,
    email: `person-${index}@bench.example`,
    percentageShare: 30,
    identities: [
      {
        identityTypeCode: 'NATIOANL_ID',
        issuingCountry: 'NGA',
        identityValue: `70707${String(Math.floor(Math.random() * 1e6)).padStart(6, '0')}`,
      },
    ],
  }));
  return { ...createExample, businessPersonList: people, partnerCustomerId: reference };
}

export const read = (path: string): LoadRequest => ({ method: 'GET', path: `${PROFILES}${path}` });

export const create = (): LoadRequest => ({
  method: 'POST',
  path: PROFILES,
  body: JSON.stringify(benchBody(crypto.randomUUID())),
});

export const update = (customerId: string): LoadRequest => ({
  method: 'PATCH',
  path: `${PROFILES}/${customerId}`,
  body: JSON.stringify({ email: `${crypto.randomUUID()}@company.example` }),
});

export const uploadLink = (customerId: string, documentCategory: string): LoadRequest => ({
  method: 'POST',
  path: `${PROFILES}/${customerId}/documents/upload-link`,
  body: JSON.stringify({ documentCategory, contentType: 'application/pdf' }),
});

export function pick<T>(values: readonly T[]): T {
  const value = values[Math.floor(Math.random() * values.length)];
  if (value === undefined) throw new Error('There is nothing to pick from');
  return value;
}
