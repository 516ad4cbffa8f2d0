import { expect, test } from 'vitest';
import { FAMILIES } from './catalogue/retention.ts';
import { readFor, whole } from './read.ts';
import { judged } from './rules.ts';
import { DEFAULT_RETENTION, retentionFaults, toRetention } from './worker.ts';

function read(settings: Record<string, string>) {
  const isMeant = (name: string) => name.startsWith('RETENTION_');
  const reading = readFor<Record<string, unknown>>('worker', settings, isMeant);
  return toRetention(whole(judged(reading, retentionFaults(reading.values))));
}

test('by default, keeps data of partners as long as promised and legally required data permanently', () => {
  expect(DEFAULT_RETENTION).toEqual({
    idempotency_keys: 2,
    token_requests: 90,
    api_requests: 7,
    webhook_attempts: 31,
    webhook_deliveries: 31,
    events: 31,
    webhook_replays: 90,
    webhook_changes: undefined,
    list_exports: undefined,
    analyst_days: undefined,
    account_events: undefined,
    operator_actions: undefined,
    screenings: undefined,
    staff_reads: undefined,
    audit_entries: undefined,
  });
});

test.each(FAMILIES)('$setting accepts $least days and refuses a day less, naming the minimum', ({ setting, least }) => {
  // By default, rows that refer to it are kept no longer.
  expect(read({ RETENTION_EVENTS_DAYS: '100', RETENTION_REPLAYS_DAYS: '100', [setting]: String(least) })).toBeDefined();
  expect(() => read({ [setting]: String(least - 1) })).toThrow(`${setting} must be at least ${least} days`);
  expect(() => read({ [setting]: 'forever' })).toThrow(`${setting} must be a whole number of days`);
  expect(() => read({ [setting]: '1000000000' })).toThrow('remove it to keep everything');
});

test('a row is kept no longer than the row it refers to', () => {
  expect(() => read({ RETENTION_DELIVERIES_DAYS: '60' })).toThrow(
    'RETENTION_DELIVERIES_DAYS must be at most RETENTION_EVENTS_DAYS, which is 31. Increase the latter, or reduce the former.',
  );
  expect(() => read({ RETENTION_ATTEMPTS_DAYS: '60', RETENTION_EVENTS_DAYS: '60' })).toThrow(
    'RETENTION_ATTEMPTS_DAYS must be at most RETENTION_DELIVERIES_DAYS',
  );
  expect(() => read({ RETENTION_DELIVERIES_DAYS: '100', RETENTION_EVENTS_DAYS: '100' })).toThrow(
    'RETENTION_DELIVERIES_DAYS must be at most RETENTION_REPLAYS_DAYS',
  );
  expect(read({ RETENTION_DELIVERIES_DAYS: '60', RETENTION_EVENTS_DAYS: '60' })).toMatchObject({
    webhook_deliveries: 60,
    events: 60,
    webhook_attempts: 31,
  });
});
