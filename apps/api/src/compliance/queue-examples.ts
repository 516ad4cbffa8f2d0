import { analystId, customerId } from './examples.ts';

export const queueExample = {
  items: [
    {
      customerId,
      partnerId: '0193a2b4-7c11-7d01-9b2a-0a1b2c3d4e5f',
      partnerName: 'Acme Payments',
      partnerCustomerId: 'merchant-0042',
      companyName: 'Lagos Trading Ltd',
      country: 'NGA',
      businessTypeCode: 'LLC',
      priority: 1,
      reason: 'Answered',
      queuedAt: '2026-11-15T09:30:00.000Z',
      dueAt: '2026-11-16T09:30:00.000Z',
      attempt: 2,
      flags: ['SimilarName'],
      claimedBy: analystId,
      claimedByName: 'Ada Analyst',
      claimedAt: '2026-11-15T10:02:00.000Z',
      claimEndsAt: '2026-11-22T10:20:00.000Z',
      proposal: {
        decisionId: '0193a3b0-5a10-7c02-9d4e-2b3c4d5e6f70',
        outcome: 'Approve',
        proposedBy: analystId,
        proposedByName: 'Ada Analyst',
        proposedAt: '2026-11-15T10:20:00.000Z',
      },
    },
  ],
  nextCursor: null,
};

export const queueCountsExample = { waiting: 412, mine: 2, confirm: 5, claimed: 37 };

export const queueFiltersExample = {
  countries: [{ country: 'NGA', name: 'Nigeria' }],
  businessTypes: [{ businessTypeCode: 'LLC' }],
  partners: [{ partnerId: '0193a2b4-7c11-7d01-9b2a-0a1b2c3d4e5f', name: 'Acme Payments' }],
};

export const searchExample = {
  items: [
    {
      customerId,
      partnerId: '0193a2b4-7c11-7d01-9b2a-0a1b2c3d4e5f',
      partnerName: 'Acme Payments',
      partnerCustomerId: 'merchant-0042',
      companyName: 'Lagos Trading Ltd',
      tradingName: 'Lagos Trading',
      registrationNumber: 'RC123456',
      country: 'NGA',
      verificationStatus: 'Approved',
      statusChangedAt: '2026-11-12T08:15:00.000Z',
      erased: false,
    },
  ],
  nextCursor: null,
};

export const colleaguesExample = { items: [{ accountId: analystId, name: 'Ada Analyst', role: 'analyst' }] };

export const claimNextExample = { country: 'NGA', flag: 'SimilarName', olderThanHours: 24 };

export const reassignExample = { accountId: analystId };
