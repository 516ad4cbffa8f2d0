// Follows the change feed, and continues after outages of the API.
import { setTimeout as delay } from 'node:timers/promises';
import {
  type ChangesPage,
  ConnectionError,
  type OnboardingClient,
  RateLimitError,
  ServiceError,
  TokenRequestError,
  type WebhookEvent,
} from '@onboarding/sdk';
import type { Task } from '../task.ts';
import { insist, reasonOf, Unavailable } from './insist.ts';

const LOOK_EVERY_MS = 1000;
const PAGE = 200;

/** After a page that was read, or from a time on. */
type FeedPlace = { cursor: string } | { since: string };

/** All events from `since` on, including those that were saved late, until the task is interrupted. */
export async function* followEvents(task: Task, since: Date, onReady: () => void): AsyncGenerator<WebhookEvent> {
  const client = await task.client();
  const { signal } = task;
  const api = { who: 'The API', signal, say: task.note };
  let from: FeedPlace = { since: since.toISOString() };
  let ready = false;
  while (!signal.aborted) {
    const page = await insist(api, () => readPage(client, from, signal));
    yield* page.items;
    from = { cursor: page.nextCursor };
    if (page.hasMore) continue;
    if (!ready) onReady();
    ready = true;
    await delay(LOOK_EVERY_MS, undefined, { signal });
  }
}

async function readPage(client: OnboardingClient, from: FeedPlace, signal: AbortSignal): Promise<ChangesPage> {
  try {
    // insist() retries and reports it.
    return await client.readChanges({ ...from, limit: PAGE }, { signal, maxRetries: 0 });
  } catch (thrown) {
    throw toUnavailable(thrown) ?? thrown;
  }
}

function toUnavailable(thrown: unknown): Unavailable | undefined {
  if (thrown instanceof ConnectionError) return new Unavailable(reasonOf(thrown));
  if (thrown instanceof RateLimitError || thrown instanceof ServiceError)
    return new Unavailable(`it answered ${thrown.status}`);
  if (thrown instanceof TokenRequestError) {
    if (thrown.status === undefined) return new Unavailable(reasonOf(thrown));
    if (thrown.status === 429 || thrown.status >= 500)
      return new Unavailable(`the token endpoint answered ${thrown.status}`);
  }
  return undefined;
}
