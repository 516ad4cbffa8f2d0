// Shares capacity fairly between owners: for work waiting in the database, and for work waiting in this process.
export { createSharedWork, type SharedWork } from './shared-work.ts';
export { createTurns, type TurnLimits, type Turns } from './turns.ts';
