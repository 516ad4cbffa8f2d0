// For checks of days and daily partitions, which must not run across midnight.
import { setTimeout as delay } from 'node:timers/promises';
import { DAY_MS } from '@onboarding/contract';

/** If UTC's day ends within `ms`, waits for the next one. */
export async function sameDayFor(ms: number): Promise<void> {
  const left = DAY_MS - (Date.now() % DAY_MS);
  if (left <= ms) await delay(left + 1);
}
