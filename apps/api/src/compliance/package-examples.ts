// Examples of packages for the OpenAPI document.
import {
  type PackageRecord,
  type ReviewAuditEntry,
  type ReviewAuditPage,
  reviewedBusinessSchema,
} from '@onboarding/contract';
import { recordExample } from '../examples/business.ts';
import { analystId, evidenceVersion } from './examples.ts';

const secondAnalystId = '0193a2b4-7c11-7d51-9a22-2b3c4d5e6f7a';
const decisionId = '0193a3af-41a0-7a01-8b12-3c4d5e6f7a8b';
const ada = { accountId: analystId, name: 'Ada Lind' };
const [person] = recordExample.businessPersonList;
const uboId = person?.uboId ?? '';
const partnerId = '01930a00-0000-7000-8000-000000000001';

const viewedEntry: ReviewAuditEntry = {
  auditId: '0193a3b0-0c11-7000-8e44-6f7a8b9c0d1e',
  sequence: 4,
  action: 'review.document.viewed',
  actorKind: 'StaffPerson',
  actorId: analystId,
  actorName: 'Ada Lind',
  requestId: '0193a3b0-0c10-7d3e-9f53-2a6b8c0d1e2f',
  occurredAt: '2026-11-15T14:06:00.000Z',
  details: { documentId: '0193a2b4-8d22-7a51-9c77-8e9f0a1b2c34' },
  hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
};

export const reviewAuditExample: ReviewAuditPage = { items: [viewedEntry], nextCursor: null };

export const reasonsExample = [
  {
    code: 'Person.AddressUnverified',
    target: 'Person',
    outcomes: ['RequestChanges', 'Reject'],
    message: 'The address of the person could not be verified.',
    remediation: { action: 'UploadDocuments', documentCategories: ['ProofOfPersonAddress'] },
  },
];

export const packageStateExample = { evidenceVersion, claimedBy: analystId, proposalId: null };

export const packageExample: PackageRecord = {
  evidenceVersion,
  blockers: [],
  partner: { partnerId, name: 'Acme Payments' },
  business: reviewedBusinessSchema.parse(recordExample),
  verification: {
    status: 'StartedNotCompleted',
    attempt: 2,
    submittedAt: '2026-11-15T15:10:00.000Z',
    statusChangedAt: '2026-11-15T15:40:00.000Z',
    decidedAt: null,
    version: recordExample.version,
  },
  claim: { ...ada, claimedAt: '2026-11-15T15:40:00.000Z', endsAt: '2026-11-15T23:40:00.000Z' },
  queue: { priority: 1, reason: 'Answered', queuedAt: '2026-11-15T15:10:00.000Z' },
  flags: [
    {
      code: 'DuplicateRegistration',
      explanation: 'One other business in NGA has the same registration number.',
      facts: {
        country: 'NGA',
        others: [{ partnerId, customerId: '0193a2b4-7c11-7d3e-9f53-2a6b8c0d1e30' }],
        more: false,
      },
      matches: [
        {
          customerId: '0193a2b4-7c11-7d3e-9f53-2a6b8c0d1e30',
          partnerId,
          partnerName: 'Acme Payments',
          companyName: 'Lagos Trading Limited',
          why: 'It has the same registration number.',
        },
      ],
    },
  ],
  flagsPending: false,
  screenings: [
    {
      screeningId: '0193a2b4-9d21-7a10-8c31-4d5e6f7a8b9b',
      uboId: null,
      outcome: 'Clear',
      provider: 'yente',
      screenedAt: '2026-11-15T09:30:04.000Z',
      hitCount: 0,
      hits: [],
    },
    {
      screeningId: '0193a2b4-9d21-7a10-8c31-4d5e6f7a8b9c',
      uboId,
      outcome: 'Hit',
      provider: 'yente',
      screenedAt: '2026-11-15T09:30:05.000Z',
      hitCount: 1,
      hits: [
        {
          listName: 'us_ofac_sdn',
          entityId: 'NK-1234',
          name: 'A. Okafor',
          score: 0.71,
          birthDates: ['1961'],
          countries: ['SDN'],
          aliases: ['Abu Okafor'],
          topics: ['sanction'],
          finding: {
            finding: 'NotTheSame',
            note: 'Born in another year and country.',
            foundBy: ada,
            foundAt: '2026-11-15T15:43:00.000Z',
          },
        },
      ],
    },
  ],
  screeningPending: false,
  people: [
    {
      uboId,
      verificationStatus: 'Approved',
      verdict: { verdict: 'Approved', reasonCode: null, givenBy: ada, givenAt: '2026-11-15T15:44:00.000Z' },
    },
  ],
  documents: recordExample.documents.map((document) => ({
    ...document,
    verdict: null,
    requestedBy: [],
    openedBy: [{ ...ada, openedAt: '2026-11-15T15:42:00.000Z', pagesSeen: 3, pagesTotal: 5 }],
  })),
  requestedDocuments: [
    {
      reasonId: '0193a3af-41a0-7b12-8d3e-4f5a6b7c8d9e',
      category: 'ProofOfPersonAddress',
      uboId,
      documentIds: [],
    },
  ],
  comparisons: [
    {
      ...ada,
      identityId: '0193a3ae-61d2-7f10-8b8c-1d2e3f405162',
      matches: true,
      comparedAt: '2026-11-15T15:40:00.000Z',
    },
  ],
  decisions: [
    {
      decisionId,
      outcome: 'RequestChanges',
      state: 'Confirmed',
      attempt: 1,
      proposedBy: { accountId: secondAnalystId, name: 'Ben Okoro' },
      proposedAt: '2026-11-15T14:05:00.000Z',
      settledBy: { accountId: secondAnalystId, name: 'Ben Okoro' },
      settledAt: '2026-11-15T14:05:00.000Z',
      voidedBy: null,
      evidenceVersion: null,
      noteId: null,
      reasons: [
        {
          reasonId: '0193a3af-41a0-7b12-8d3e-4f5a6b7c8d9e',
          code: 'Person.AddressUnverified',
          message: 'The address of the person could not be verified.',
          pointer: null,
          uboId,
          documentId: null,
        },
      ],
    },
  ],
  notes: [
    {
      noteId: '0193a3b0-0c12-7000-8e44-6f7a8b9c0d1f',
      text: 'The register shows another spelling; asked the registry.',
      writtenBy: ada,
      writtenAt: '2026-11-15T15:45:00.000Z',
    },
  ],
  audit: [viewedEntry],
};
