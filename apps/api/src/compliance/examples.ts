// Examples of the Compliance API: values that all share, claims, decisions and evidence.

import type { ComparisonAnswer, FindingAnswer, PackageChanges, ScreenAgainAnswer } from '@onboarding/contract';
import { verificationStatusExample } from '../examples/business.ts';

export const customerId = '0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f01';
export const analystId = '0193a2b4-7c11-7d50-8f11-1a2b3c4d5e6f';
export const evidenceVersion = 'q0cYI9ZbJ1dQ2mK3sYyZ5wvN7tR4xE8uB6hL0aPfGjk';

export const claimedExample = {
  customerId,
  verificationStatus: 'StartedNotCompleted',
  version: 2,
  claimedBy: analystId,
  claimEndsAt: '2026-11-15T18:00:00.000Z',
};

export const releasedExample = {
  customerId,
  verificationStatus: 'PendingVerification',
  version: 3,
  claimedBy: null,
  claimEndsAt: null,
};

const uboId = '0193a2b4-7c11-7d40-8b55-6c7d8e9f0a12';
const documentId = '0193a2b4-7c11-7d42-8d77-8e9f0a1b2c34';
const decisionId = '0193a2b4-7c11-7d51-9a22-2b3c4d5e6f70';

export const decisionExample = {
  seenVersion: evidenceVersion,
  outcome: 'RequestChanges',
  reasons: [
    { code: 'Business.RegistrationNotFound', pointer: '/registrationNumber' },
    { code: 'Document.Unreadable', message: 'The second page is cut off.', documentId },
  ],
};

export const decidedExample = {
  decisionId,
  state: 'Confirmed',
  verificationStatus: 'ChangesRequested',
  version: 3,
};

export const previewExample = { blockers: [], verificationStatus: verificationStatusExample };

export const confirmationExample = { seenVersion: evidenceVersion };

export const confirmedExample = { decisionId, state: 'Confirmed', verificationStatus: 'Approved', version: 3 };

export const withdrawnExample = {
  decisionId,
  state: 'Withdrawn',
  verificationStatus: 'StartedNotCompleted',
  version: 2,
};

export const sentBackExample = { text: 'The passport of Amara Obi ends next week: ask for the new one first.' };

export const personVerdictExample = { verdict: 'ChangesRequested', reasonCode: 'Person.IdentityExpired' };

export const personJudgedExample = {
  customerId,
  subjectKind: 'Person',
  subjectId: uboId,
  ...personVerdictExample,
  version: 3,
};

export const documentVerdictExample = { verdict: 'Rejected', reasonCode: 'Document.Unreadable' };

export const documentJudgedExample = {
  customerId,
  subjectKind: 'Document',
  subjectId: documentId,
  ...documentVerdictExample,
  version: 2,
};

export const pagesSeenExample = { pagesSeen: 3, pagesTotal: 5 };

export const pagesSeenAnswerExample = { documentId, ...pagesSeenExample };

export const noteExample = { text: 'Asked the register by telephone; they call back on Monday.' };

export const notedExample = {
  noteId: '0193a2b4-7c11-7d52-9b33-3c4d5e6f7081',
  writtenBy: analystId,
  writtenAt: '2026-11-15T10:00:00.000Z',
};

export const reopenedExample = {
  customerId,
  verificationStatus: 'PendingVerification',
  version: 4,
  claimedBy: null,
  claimEndsAt: null,
};

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
