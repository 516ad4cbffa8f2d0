// Owns: what providers of screening have said about a business and its people. Refuses: to let out what they said other than
// to analysts.

export { type CurrentHits, listCurrentHits } from './current-hits-store.ts';
export { listLatestScreenings, type ScreeningRow } from './latest-screenings-store.ts';
