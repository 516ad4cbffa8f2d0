import { analystId, customerId } from './examples.ts';

export const queueExample = {
  items: [
    {
      customerId,
      partnerId: '0193a2b4-7c11-7d01-9b2a-0a1b2c3d4e5f',
      partnerName: 'Acme Payments',
      companyName: 'Lagos Trading Ltd',
      country: 'NGA',
      businessTypeCode: 'LLC',
      priority: 1,
      reason: 'Answered',
      queuedAt: '2026-11-15T09:30:00.000Z',
      attempt: 2,
      flags: ['SimilarName'],
      claimedBy: null,
      claimedAt: null,
      claimEndsAt: null,
    },
  ],
  nextCursor: null,
};

export const claimNextExample = { country: 'NGA', flag: 'SimilarName' };

export const reassignExample = { accountId: analystId };

export const statisticsExample = {
  takenAt: '2026-11-15T10:00:00.000Z',
  figures: {
    waiting: 412,
    claimed: 37,
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
    decisions: {
      last24Hours: { Approve: 310, Reject: 12, RequestChanges: 75 },
      last7Days: { Approve: 2010, Reject: 66, RequestChanges: 420 },
      last30Days: { Approve: 8212, Reject: 301, RequestChanges: 1790 },
    },
    decisionsByReason: [{ code: 'DOCUMENT_UNREADABLE', decisions: 611 }],
    hoursToDecision: { decisions: 1000, median: 6.4, p95: 30.2 },
  },
};
