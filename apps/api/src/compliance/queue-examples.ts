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
      sentBack: null,
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

export const reassignManyExample = { packages: [{ customerId, claimedBy: analystId }], accountId: null };

export const reassignedManyExample = { results: [{ customerId, error: null }] };

export const noticesExample = {
  items: [
    {
      kind: 'ToConfirm',
      customerId,
      companyName: 'Lagos Trading Ltd',
      at: '2026-11-15T10:20:00.000Z',
      seen: false,
      by: { accountId: analystId, name: 'Ada Analyst' },
      outcome: 'Approve',
      dueAt: null,
    },
  ],
  readAt: '2026-11-15T10:22:31.000Z',
};

export const noticeCountsExample = { notices: 4, unseen: 1 };

export const noticesSeenExample = { until: '2026-11-15T10:22:31.000Z' };

export const statisticsExample = {
  takenAt: '2026-11-15T10:00:00.000Z',
  figures: {
    waiting: 412,
    claimed: 37,
    proposals: 9,
    oldestQueuedAt: '2026-11-12T07:12:00.000Z',
    waitingByAge: [
      { fromHours: 0, toHours: 4, packages: 120 },
      { fromHours: 4, toHours: 24, packages: 201 },
      { fromHours: 24, toHours: 72, packages: 80 },
      { fromHours: 72, toHours: 168, packages: 11 },
      { fromHours: 168, toHours: null, packages: 0 },
    ],
    waitingByPriority: [
      { priority: 2, packages: 4 },
      { priority: 1, packages: 38 },
      { priority: 0, packages: 370 },
    ],
    waitingByCountry: [
      { country: 'NGA', packages: 300 },
      { country: 'KEN', packages: 112 },
    ],
    waitingByFlag: [
      { flag: 'SimilarName', packages: 18 },
      { flag: 'ScreeningHit', packages: 3 },
    ],
    days: [
      {
        day: '2026-11-15',
        entered: 402,
        decisions: { Approve: 310, Reject: 12, RequestChanges: 75 },
        reasons: [{ code: 'DOCUMENT_UNREADABLE', decisions: 21 }],
        hoursToDecision: { decisions: 397, median: 6.1, p95: 28.4 },
        withinTarget: { decisions: 397, within: 361 },
      },
    ],
    decisions: {
      last24Hours: { Approve: 310, Reject: 12, RequestChanges: 75 },
      last7Days: { Approve: 2010, Reject: 66, RequestChanges: 420 },
      last30Days: { Approve: 8212, Reject: 301, RequestChanges: 1790 },
    },
    decisionsByReason: [{ code: 'DOCUMENT_UNREADABLE', decisions: 611 }],
    hoursToDecision: { decisions: 1000, median: 6.4, p95: 30.2 },
  },
};

export const analystWorkExample = {
  from: '2026-10-17',
  to: '2026-11-15',
  items: [
    {
      analyst: { accountId: analystId, name: 'Ada Analyst' },
      claims: 412,
      proposals: 310,
      confirmations: 288,
      changesRequested: 90,
    },
  ],
};
