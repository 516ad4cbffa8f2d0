// Whether a request wakes exactly the work that it leaves to the worker, which would otherwise begin only when it next polls.
import type { Work } from '@onboarding/domain/waking';
import { expect } from 'vitest';
import type { TestApi } from '../api.ts';
import type { TestDatabase } from '../database.ts';

interface Asked {
  api: TestApi;
  database: TestDatabase;
}

/** Rows that wait for each kind of work: a new one appears in each list as a new text. */
const WAITING: Record<Work, string> = {
  Events: 'select event_id::text as waiting from events',
  Lanes: 'select partner_id || due_at::text as waiting from webhook_lanes where due_at is not null',
  Flags: 'select customer_id || flags_due_at::text as waiting from reviews where flags_due_at is not null',
  Screenings: 'select customer_id || screening_due_at::text as waiting from reviews where screening_due_at is not null',
};

/** The work that a request left, and the work that it woke. */
export async function wokenBy({ api, database }: Asked, request: () => Promise<{ statusCode: number; body: string }>) {
  const waiting = async (work: Work) => {
    const { rows } = await database.owner.query<{ waiting: string }>(WAITING[work]);
    return rows.map((row) => row.waiting);
  };
  const works = Object.keys(WAITING) as Work[];
  const before = new Map<Work, Set<string>>();
  for (const work of works) before.set(work, new Set(await waiting(work)));
  const earlier = api.woken().length;
  const answer = await request();
  expect(answer.statusCode, answer.body).toBe(200);
  const left: Work[] = [];
  for (const work of works) if ((await waiting(work)).some((row) => !before.get(work)?.has(row))) left.push(work);
  return { left, woken: api.woken().slice(earlier) };
}

/** Throws unless exactly the work that the request left is woken, once. */
export async function expectWoken(
  asked: Asked,
  request: () => Promise<{ statusCode: number; body: string }>,
): Promise<void> {
  const { left, woken } = await wokenBy(asked, request);
  expect(woken.map((works) => works.toSorted())).toEqual(left.length === 0 ? [] : [left.toSorted()]);
}
