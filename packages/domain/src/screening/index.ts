// Owns: whether a business and its people are on lists of sanctions, as a provider has said. Refuses: to take anything but a
// certain answer for one; whoever was not answered about stays due, and nobody but analysts learns what was found.
export { type CurrentHits, listCurrentHits } from './current-hits-store.ts';
export { measureDueScreenings, nextScreeningAt, SCREENING_QUEUE, screenAllDue } from './due-service.ts';
export { listLatestScreenings, type ScreeningRow } from './latest-screenings-store.ts';
export { type ScreeningContext, type ScreeningResult, screenCustomer } from './screening-service.ts';
export { erasingScreenings } from './screening-store.ts';
