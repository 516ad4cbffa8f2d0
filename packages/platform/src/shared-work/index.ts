// What owners share, so that none takes it all: work that waits in the database, and work that waits in this process.
export { createSharedWork, type SharedWork } from './shared-work.ts';
export { createTurns, type TurnLimits, type Turns } from './turns.ts';
