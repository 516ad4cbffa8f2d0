// The partner's change feed, page by page.
import { TokenRequestError, type TokenSource, type WebhookEvent } from '@onboarding/sdk';
import { CliFailure } from './failure.ts';
import { Away, reasonOf } from './insist.ts';

export interface FeedPage {
  items: WebhookEvent[];
  nextCursor: string;
  hasMore: boolean;
}

/** Behind a page that was read, or at a moment. */
export type FeedPlace = { cursor: string } | { since: string };

interface FeedAnswer {
  value?: FeedPage;
  error?: { message?: string };
}

const TIMEOUT_MS = 15_000;
const PAGE = 200;

export async function readFeedPage(
  api: string,
  tokens: TokenSource,
  from: FeedPlace,
  signal: AbortSignal,
): Promise<FeedPage> {
  let answer = await ask(api, tokens, from, signal);
  if (answer.status === 401) {
    // The token may have ended on the way; a second refusal is meant.
    tokens.forget();
    answer = await ask(api, tokens, from, signal);
  }
  const body = (await answer.json().catch(() => ({}))) as FeedAnswer;
  if (answer.ok && body.value !== undefined) return body.value;
  if (answer.status === 429 || answer.status >= 500) throw new Away(`it answered ${answer.status}`);
  throw new CliFailure(
    `The API answered ${answer.status}: ${body.error?.message ?? 'is --api the address of the API?'}`,
  );
}

async function ask(api: string, tokens: TokenSource, from: FeedPlace, signal: AbortSignal): Promise<Response> {
  const token = await tokens.token().catch((thrown: unknown) => {
    const status = thrown instanceof TokenRequestError ? thrown.status : undefined;
    if (status !== undefined && status !== 429 && status < 500) throw new CliFailure(String(thrown));
    throw new Away(status === undefined ? reasonOf(thrown) : `the token endpoint answered ${status}`);
  });
  const query = new URLSearchParams({ limit: String(PAGE), ...from });
  return fetch(`${api}/api/partner/v1/changes?${query}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  }).catch((thrown: unknown) => {
    throw new Away(reasonOf(thrown));
  });
}
