// Follows the change feed and forwards each event to a receiver on this machine.
import type { WebhookEvent } from '@onboarding/sdk';
import type { Task } from '../task.ts';
import { followEvents } from './change-feed.ts';
import { insist } from './insist.ts';
import { deliver, toDeliveryLines } from './receiver.ts';

export interface Listening {
  forwardTo: URL;
  secret: string;
  since: Date;
}

/** Returns the number of forwarded events when the task is interrupted. */
export async function listen(task: Task, { forwardTo, secret, since }: Listening): Promise<number> {
  const { signal } = task;
  const receiver = { who: 'The receiver', signal, say: task.note };
  let forwarded = 0;
  const forward = async (event: WebhookEvent) => {
    const body = JSON.stringify(event);
    const deliveryId = crypto.randomUUID();
    const answer = await insist(receiver, (attempt) =>
      deliver(forwardTo, { event, body, secret, deliveryId, attempt }, signal),
    );
    task.tell(
      { eventId: event.eventId, eventType: event.eventType, occurredAt: event.occurredAt, ...answer },
      toDeliveryLines(task.page, event, answer),
    );
    forwarded++;
  };
  try {
    for await (const event of followEvents(task, since, () => task.note('Ready.'))) await forward(event);
  } catch (thrown) {
    if (!signal.aborted) throw thrown;
  }
  return forwarded;
}
