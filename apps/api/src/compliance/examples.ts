// Shared values of the Compliance API's examples.
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
