// Preconditions for queueing deliveries that a person requested.
import type { Tx } from '@onboarding/platform/postgres';
import type { Context, PartnerPerson } from '../../context.ts';
import { recordPartnerEvent } from '../../events/index.ts';
import { DomainError } from '../../failure.ts';
import { isDispatcherAtWork } from '../dispatchers/dispatcher-store.ts';
import { type EndpointRow, lockLane } from '../endpoints/endpoint-store.ts';
import { countWaitingTests } from './delivery-store.ts';

const SILENCE_MS = 30_000;
const COME_BACK_SECONDS = 10;

/** A person's request fails immediately if nothing would be sent; automatic events are always queued. */
export async function demandSending(tx: Tx, endpoint: EndpointRow | undefined, now: Date): Promise<EndpointRow> {
  if (endpoint === undefined) throw new DomainError('Webhook.EndpointNotFound');
  if (endpoint.status === 'Disabled') throw new DomainError('Webhook.EndpointDisabled');
  if (!(await isDispatcherAtWork(tx, new Date(now.getTime() - SILENCE_MS)))) {
    throw new DomainError('Webhook.DispatcherUnavailable', { retryAfterSeconds: COME_BACK_SECONDS });
  }
  return endpoint;
}

// A test is an ordinary event: recorded, fanned out, signed, delivered, retried and shown in the history.

const MOST_WAITING = 10;

export async function sendTestEvent(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  person: PartnerPerson,
): Promise<{ eventId: string }> {
  const now = clock.now();
  await demandSending(tx, await lockLane(tx, person.partnerId), now);
  if ((await countWaitingTests(tx, person.partnerId)) > MOST_WAITING) throw new DomainError('Webhook.TestFireRejected');
  const event = { type: 'webhook.test', data: { message: 'This is a test event.' } } as const;
  return { eventId: await recordPartnerEvent(tx, person, event, now) };
}
