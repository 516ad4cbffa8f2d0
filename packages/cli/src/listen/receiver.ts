// Sends deliveries to a webhook receiver on this machine, as the service would.
import { randomUUID } from 'node:crypto';
import { signDelivery, type WebhookEvent } from '@onboarding/sdk';
import { CliFailure, EXIT, wrongUsage } from '../failure.ts';
import type { Page } from '../output/layout.ts';
import { isLocal, toUrl } from '../profiles/settings.ts';
import { reasonOf, Unavailable } from './insist.ts';

/** The same as for a real delivery. */
const TIMEOUT_MS = 15_000;
const LAST_ATTEMPT = 8;
/** Enough of a response to show what went wrong. */
const SHOWN = 160;

export interface ReceiverOptions {
  forwardTo?: string;
  allowRemote?: boolean;
}

export function chooseReceiver({ forwardTo, allowRemote = false }: ReceiverOptions): URL {
  if (forwardTo === undefined)
    throw wrongUsage(
      '--forward-to is missing: pass the address of your receiver, for example http://localhost:3000/hooks',
    );
  const url = toUrl('--forward-to', forwardTo);
  if (!isLocal(url) && !allowRemote)
    throw wrongUsage(
      `${url.host} is not this machine, so events would leave it: use localhost, or pass --allow-remote if that is intended.`,
    );
  return url;
}

interface Delivery {
  event: Pick<WebhookEvent, 'eventId' | 'eventType'>;
  /** Exactly these bytes are signed. */
  body: string;
  secret: string;
  deliveryId?: string;
  attempt?: number;
  isReplay?: boolean;
  sentAt?: Date;
}

export interface ReceiverAnswer {
  status: number;
  tookMs: number;
  /** The first line of the body; empty if there is none. */
  firstLine: string;
}

/** Sends one delivery. Returns any response, even a refusal; throws Unavailable without one. */
export async function deliver(to: URL, delivery: Delivery, signal: AbortSignal): Promise<ReceiverAnswer> {
  const { event, body, secret, deliveryId = randomUUID(), attempt = 1, isReplay = false, sentAt } = delivery;
  const headers = signDelivery({
    eventId: event.eventId,
    eventType: event.eventType,
    body,
    secrets: secret,
    deliveryId,
    attempt: Math.min(attempt, LAST_ATTEMPT),
    isReplay,
    ...(sentAt !== undefined && { sentAt }),
  });
  const started = performance.now();
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const answer = await fetch(to, { method: 'POST', headers, body, redirect: 'manual', signal: limit });
    const firstLine = await readFirstLine(answer);
    return { status: answer.status, tookMs: Math.round(performance.now() - started), firstLine };
  } catch (thrown) {
    throw new Unavailable(reasonOf(thrown));
  }
}

/** Used while a person waits: without an answer, the command ends. */
export async function deliverOnce(to: URL, delivery: Delivery, signal: AbortSignal): Promise<ReceiverAnswer> {
  return deliver(to, delivery, signal).catch((thrown: unknown) => {
    throw new CliFailure(`The receiver ${to.href} is unavailable (${reasonOf(thrown)}).`, EXIT.unreachable);
  });
}

/** Reads no more than it shows: the response may be endless. */
async function readFirstLine({ body }: Response): Promise<string> {
  if (body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.trimStart().length > SHOWN || /\S.*\n/.test(text)) break;
  }
  const [line = ''] = text.trimStart().split('\n');
  // The response of a receiver must not move the cursor or change colours on this terminal.
  return line
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, SHOWN);
}

export const isAccepted = ({ status }: ReceiverAnswer) => status >= 200 && status < 300;

/** One line for the delivery, one for the response, and a note if it is not a 2xx. */
export function toDeliveryLines({ paint }: Page, event: WebhookEvent, answer: ReceiverAnswer): string {
  const status = paint(isAccepted(answer) ? 'green' : 'red', String(answer.status));
  const lines = [
    `${event.occurredAt.slice(11, 19)}  ${event.eventType}  ${event.eventId}`,
    `  -> ${status} in ${answer.tookMs} ms${answer.firstLine === '' ? '' : `: ${answer.firstLine}`}`,
  ];
  if (!isAccepted(answer)) lines.push('     not a 2xx: a real delivery would be retried');
  return lines.join('\n');
}

type TestEvent = Extract<WebhookEvent, { eventType: 'webhook.test' }>;

/** The same as the test event of the portal: without a customer. */
export const makeTestEvent = (message: string): TestEvent => ({
  eventId: randomUUID(),
  eventType: 'webhook.test',
  eventVersion: 1,
  occurredAt: new Date().toISOString(),
  partnerId: randomUUID(),
  sequence: null,
  correlation: { requestId: randomUUID(), customerId: null, partnerCustomerId: null },
  data: { message },
});
