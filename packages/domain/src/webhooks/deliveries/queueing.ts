// Preconditions for queueing deliveries that a person requested.
import type { Tx } from '@onboarding/platform/postgres';
import { DomainError } from '../../failure.ts';
import { isDispatcherAtWork } from '../dispatchers/dispatcher-heartbeat-store.ts';
import type { EndpointRow } from '../endpoints/endpoint-store.ts';

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
