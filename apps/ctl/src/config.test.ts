// The settings that commands read, each with its default.
import { expect, test } from 'vitest';
import { readAnchors, readBackupDays, readDatabaseUrl, refuseInRehearsal } from './config.ts';

test.each([
  [{}, 300_000],
  [{ AUDIT_ANCHORS_MINUTES: '1' }, 60_000],
  [{ AUDIT_ANCHORS_MINUTES: '30' }, 1_800_000],
])('with %j, anchors are expected every %i ms', (given, everyMs) => {
  expect(readAnchors(given)).toEqual({ place: undefined, everyMs });
});

test('anchors are looked for where the worker stores them', () => {
  expect(readAnchors({ AUDIT_ANCHORS: 'file:/var/anchors' }).place).toEqual({ kind: 'file', path: '/var/anchors' });
});

test('each connection has its own setting', () => {
  const given = { OPERATIONS_DATABASE_URL: 'postgres://o@db/x', MIGRATION_DATABASE_URL: 'postgres://m@db/x' };
  expect(readDatabaseUrl(given, 'operations')).toBe('postgres://o@db/x');
  expect(readDatabaseUrl(given, 'owner')).toBe('postgres://m@db/x');
});

test('a rehearsal refuses what would change the world outside the database', () => {
  expect(() => refuseInRehearsal({ REHEARSAL: 'true' })).toThrow(/rehearsal of a restore/);
  expect(refuseInRehearsal({})).toBeUndefined();
});

test('the number of days for which backups are kept is read as a number', () => {
  expect(readBackupDays({ BACKUP_DAYS: '40' })).toBe(40);
});
