import { createExample } from '../../apps/api/src/examples/business.ts';

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
