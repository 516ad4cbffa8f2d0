// Shares capacity fairly between owners: for work waiting in the database, and for work waiting in this process.

export { createFairLimiter, type FairLimiter, type FairLimits } from './fair-limiter.ts';
export { createSharedWork, type SharedWork } from './shared-work.ts';
