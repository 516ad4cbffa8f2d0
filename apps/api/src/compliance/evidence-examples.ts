// Examples of evidence for the OpenAPI document.
import type { ComparisonAnswer, FindingAnswer, PackageChanges, ScreenAgainAnswer } from '@onboarding/contract';
import { customerId } from './examples.ts';

const screeningId = '0193a2b4-9d21-7a10-8c31-4d5e6f7a8b9c';
const identityId = '0193a2b4-7c11-7d41-8c66-7d8e9f0a1b23';

export const changesExample: PackageChanges = {
  since: {
    decisionId: '0193a3af-41a0-7a01-8b12-3c4d5e6f7a8b',
    outcome: 'RequestChanges',
    attempt: 1,
    decidedAt: '2026-11-15T14:05:00.000Z',
  },
  fields: [{ pointer: '/companyName', before: 'Lagos Trading', after: 'Lagos Trading Ltd' }],
  people: [
    {
      uboId: '0193a2b4-7c11-7d40-8b55-6c7d8e9f0a12',
      name: 'Ada Okafor',
      change: 'Changed',
      fields: [{ pointer: '/address/postalCode', before: '101241', after: '101233' }],
      identities: [
        {
          identityId,
          change: 'Changed',
          identityTypeCode: 'PASSPORT',
          issuingCountry: 'NGA',
          number: 'Changed',
          fields: [{ pointer: '/expiryDate', before: '2026-10-01', after: '2036-10-01' }],
        },
      ],
    },
  ],
  documents: [
    {
      documentId: '0193a2b4-7c11-7d42-8d77-8e9f0a1b2c34',
      change: 'Added',
      documentCategory: 'ProofOfPersonAddress',
      uboId: '0193a2b4-7c11-7d40-8b55-6c7d8e9f0a12',
      before: null,
      after: 'Confirmed',
    },
  ],
};

export const comparisonExample = { value: 'A01 234 567' };

export const comparedExample: ComparisonAnswer = {
  identityId,
  matches: true,
  triesLeft: 4,
  triesResetAt: '2026-11-15T15:45:00.000Z',
};

export const findingExample = {
  listName: 'us_ofac_sdn',
  finding: 'NotTheSame',
  note: 'Born in another year and country.',
};

export const hitJudgedExample: FindingAnswer = {
  customerId,
  screeningId,
  listName: 'us_ofac_sdn',
  entityId: 'NK-1234',
  finding: 'NotTheSame',
  openHits: 0,
};

export const screenAgainExample: ScreenAgainAnswer = { customerId, screeningPending: true };
