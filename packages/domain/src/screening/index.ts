// Owns: the results of screening a business and its people against a provider's sanctions lists. Stores only definite
// answers; without one, the screening remains due. Only analysts see the results.

export { createScreening, measureDueScreenings, nextScreeningAt, SCREENING_QUEUE } from './screening-due-service.ts';
export { haveScreenedAgain } from './screening-due-store.ts';
export { type ScreeningContext, type ScreeningResult, screenCustomer } from './screening-service.ts';
export {
  type CurrentHits,
  erasingScreenings,
  listCurrentHits,
  listLatestScreenings,
  type ScreeningRow,
} from './screening-store.ts';
