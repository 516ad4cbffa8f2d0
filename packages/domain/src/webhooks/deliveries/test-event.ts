// A test is an ordinary event: recorded, fanned out, signed, delivered, retried and shown in the history.
import type { Tx } from '@onboarding/platform/postgres';
import type { Context, PartnerPerson } from '../../context.ts';
import { recordPartnerEvent } from '../../events/index.ts';
import { DomainError } from '../../failure.ts';
import { lockLane } from '../endpoints/endpoint-store.ts';
import { demandSending } from './queueing.ts';
import { countWaitingTests } from './test-event-store.ts';

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
