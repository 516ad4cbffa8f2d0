// Follows the change feed and forwards each event to a receiver on this machine.
import { setTimeout as delay } from 'node:timers/promises';
import { createTokenSource, type WebhookEvent } from '@onboarding/sdk';
import { type FeedPage, type FeedPlace, readFeedPage } from './change-feed.ts';
import type { ListenSettings } from './config.ts';
import { CliFailure } from './failure.ts';
import { createForwarder } from './forward.ts';
import { type Insisting, insist } from './insist.ts';

const LOOK_EVERY_MS = 1000;

/** Goes on until the signal; then it just returns. */
export async function listen(settings: ListenSettings, signal: AbortSignal, say: (line: string) => void) {
  announce(settings, say);
  const read = createReader(settings, { who: 'The API', signal, say });
  const forwarding = createForwarder({ ...settings, signal });
  const receiver = { who: 'The receiver', signal, say };
  let forwarded = 0;
  const forward = async (event: WebhookEvent) => {
    const started = performance.now();
    const status = await insist(receiver, forwarding(event));
    const took = Math.round(performance.now() - started);
    const advice = status >= 200 && status < 300 ? '' : '  not a 2xx: a real delivery would be tried again';
    say(`${event.occurredAt}  ${event.eventType}  ${event.eventId}  -> ${status} in ${took} ms${advice}`);
    forwarded++;
  };
  try {
    for await (const event of eventsSince(settings.since, read, signal, say)) await forward(event);
  } catch (thrown) {
    if (!signal.aborted) throw thrown;
  }
  say(`Stopped. ${forwarded} ${forwarded === 1 ? 'event was' : 'events were'} forwarded.`);
}

function announce({ forwardTo, secret, secretIsNew, since }: ListenSettings, say: (line: string) => void): void {
  say(`Forwarding to ${forwardTo.href}, from ${since.toISOString()} on. Ctrl-C stops.`);
  if (secretIsNew) say(`Signed with a secret made just now; give it to your receiver:\n${secret}`);
}

function createReader(settings: ListenSettings, insisting: Insisting) {
  const tokens = withGoodKey(() =>
    createTokenSource({
      issuer: settings.issuer,
      clientId: settings.clientId,
      privateKey: settings.privateKey,
      scope: 'partner.read',
      ...(settings.tokenEndpoint !== undefined && { tokenEndpoint: settings.tokenEndpoint }),
    }),
  );
  return (from: FeedPlace): Promise<FeedPage> =>
    insist(insisting, () => readFeedPage(settings.api, tokens, from, insisting.signal));
}

function withGoodKey<T>(make: () => T): T {
  try {
    return make();
  } catch {
    throw new CliFailure('--key is not a private key in PEM form. See docs/tokens.md for how one is made.');
  }
}

/** Everything that occurs from `since` on, and what is saved late although it occurred before. */
async function* eventsSince(
  since: Date,
  read: (from: FeedPlace) => Promise<FeedPage>,
  signal: AbortSignal,
  say: (line: string) => void,
): AsyncGenerator<WebhookEvent> {
  let from: FeedPlace = { since: since.toISOString() };
  let ready = false;
  while (!signal.aborted) {
    const page = await read(from);
    yield* page.items;
    from = { cursor: page.nextCursor };
    if (page.hasMore) continue;
    if (!ready) say('Ready.');
    ready = true;
    await delay(LOOK_EVERY_MS, undefined, { signal });
  }
}
