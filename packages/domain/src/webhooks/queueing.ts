// What must hold before something is queued for a receiver because a person asked for it.
import type { Tx } from '@onboarding/platform/postgres';
import { DomainError } from '../failure.ts';
import type { EndpointRow } from './endpoint-store.ts';
import { isDispatcherAtWork } from './queueing-store.ts';

const SILENCE_MS = 30_000;
const COME_BACK_SECONDS = 10;

/** A person who asks is told at once that nothing would be sent; what happens by itself is queued in any case. */
export async function demandSending(tx: Tx, endpoint: EndpointRow | undefined, now: Date): Promise<EndpointRow> {
  if (endpoint === undefined) throw new DomainError('Webhook.EndpointNotFound');
  if (endpoint.status === 'Disabled') throw new DomainError('Webhook.EndpointDisabled');
  if (!(await isDispatcherAtWork(tx, new Date(now.getTime() - SILENCE_MS)))) {
    throw new DomainError('Webhook.DispatcherUnavailable', { retryAfterSeconds: COME_BACK_SECONDS });
  }
  return endpoint;
}
