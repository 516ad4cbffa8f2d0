import { expect, test } from 'vitest';
import { isUuid, uuidv7 } from './index.ts';

test('ids sort in order of creation, even within a millisecond, and are unique', () => {
  const now = new Date('2026-11-15T10:00:00.123Z');
  const ids = Array.from({ length: 4000 }, () => uuidv7(now));
  expect(new Set(ids).size).toBe(4000);
  expect([...ids].sort()).toEqual(ids);
  expect(
    ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id) && isUuid(id)),
  ).toBe(true);
});

test('the first 48 bits are the time in milliseconds, which determines the partition', () => {
  const now = new Date('2026-11-15T10:00:00.123Z');
  expect(Number.parseInt(uuidv7(now).replaceAll('-', '').slice(0, 12), 16)).toBe(now.getTime());
});
