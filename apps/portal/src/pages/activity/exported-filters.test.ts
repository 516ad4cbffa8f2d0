import { activityExportQuerySchema, customerExportQuerySchema, deliveryExportQuerySchema } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { exportWords } from './exported-filters.ts';

test.each([
  ['13 rows', '13 rows'],
  ['13 rows; incorporationCountryIso3Code: NGA', '13 rows. Country: Nigeria'],
  ['1 row; verificationStatus: Approved, ChangesRequested', '1 row. Status: Approved, Changes requested'],
  ['2 rows; businessTypeCode: LLC', '2 rows. Type: LLC'],
  ['2 rows; status: Exhausted; eventType: business.created', '2 rows. Status: Given up. Event type: business.created'],
  ['2 rows; kind: Team', '2 rows. What was changed: Users'],
  ['2 rows; createdFrom: 2026-11-01T00:00:00.000Z', '2 rows. Created from: 2026-11-01 00:00:00 UTC'],
  ['2 rows; to: 2026-11-01T09:30:15.250Z', '2 rows. Until: 2026-11-01 09:30:15 UTC'],
  ['2 rows; q; metadata', '2 rows. With a search. With metadata'],
  ['not finished; laterFilter: x; another', 'not finished. laterFilter: x. another'],
  ['2 rows; status: Later', '2 rows. Status: Later'],
  // Typed as an event type.
  ['2 rows; eventType: a; toString: b', '2 rows. Event type: a. toString: b'],
  ['2 rows; eventType: a; from: yesterday', '2 rows. Event type: a. From: yesterday'],
  ['2 rows; eventType: a; status: constructor', '2 rows. Event type: a. Status: constructor'],
  ['2 rows; eventType: a; incorporationCountryIso3Code: valueOf', '2 rows. Event type: a. Country: valueOf'],
])('says "%s" as "%s"', (detail, words) => {
  expect(exportWords(detail)).toBe(words);
});

test.each(
  [customerExportQuerySchema, deliveryExportQuerySchema, activityExportQuerySchema].flatMap(({ shape }) =>
    Object.keys(shape),
  ),
)('has words for the filter %s', (name) => {
  expect(exportWords(`1 row; ${name}`)).not.toBe(`1 row. ${name}`);
});
