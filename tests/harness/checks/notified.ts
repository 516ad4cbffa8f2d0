// Whether a request that stores events also notifies the dispatcher, which otherwise sends them only when it next looks.
import { expect } from 'vitest';
import type { TestApi } from '../api.ts';
import type { TestDatabase } from '../database.ts';

interface Asked {
  api: TestApi;
  database: TestDatabase;
}

/** How many events the request stored, and how often it notified the dispatcher. */
export async function notifiedBy(
  { api, database }: Asked,
  request: () => Promise<{ statusCode: number; body: string }>,
) {
  const count = async () => Number((await database.owner.query('select count(*) from events')).rows[0].count);
  const before = { stored: await count(), notified: api.notified() };
  const answer = await request();
  expect(answer.statusCode, answer.body).toBe(200);
  return { stored: (await count()) - before.stored, notified: api.notified() - before.notified };
}

/** Throws unless the dispatcher was notified once of stored events, and not at all by a request that only reads. */
export async function expectNotified(
  asked: Asked,
  { writes }: { writes: boolean },
  request: () => Promise<{ statusCode: number; body: string }>,
): Promise<void> {
  const { stored, notified } = await notifiedBy(asked, request);
  if (!writes) expect([stored, notified]).toEqual([0, 0]);
  if (stored > 0) expect(notified).toBe(1);
}
