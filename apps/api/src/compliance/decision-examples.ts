// Examples of analysts' decisions for the OpenAPI document.
import { verificationStatusExample } from '../examples/business.ts';
import { analystId, customerId, evidenceVersion } from './examples.ts';

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
