// Owns: the record of what happened, in the transaction in which it happened. Refuses: an event that its type's schema
// does not describe, so that nothing undeclared (and nothing personal) can leave.
import { EVENT_TYPES, type EventData, type EventEnvelope, type EventType } from '@onboarding/contract';
import { uuidv7 } from '@onboarding/platform/ids';
import { currentTraceparent } from '@onboarding/platform/tracing';
import type { ClientActor } from '../context.ts';
import { type EventInsert, eventValues } from './event-store.ts';

export { listChanges } from './change-feed-service.ts';
export { appendingEvents } from './event-store.ts';
export { joiningEvent, takingFromOutbox, withBodyOfEvent } from './outbox-store.ts';

export interface EventSubject {
  customerId: string;
  partnerCustomerId: string;
}

export type NewEvent = { [T in EventType]: { type: T; data: EventData<T> } }[EventType];

/** The values of the statement's part that records the events of one change, numbered from `firstSequence`, which the
 * caller holds by the customer's row. */
export function recordedEvents(
  actor: ClientActor,
  subject: EventSubject,
  firstSequence: number,
  events: readonly NewEvent[],
  now: Date,
): unknown[] {
  const traceparent = currentTraceparent();
  return eventValues(
    events.map((event, index) => toInsert(actor, subject, firstSequence + index, event, now, traceparent)),
    now,
  );
}

function toInsert(
  actor: ClientActor,
  subject: EventSubject,
  sequence: number,
  event: NewEvent,
  now: Date,
  traceparent: string | null,
): EventInsert {
  const { version, data } = EVENT_TYPES[event.type];
  const envelope: EventEnvelope = {
    eventId: uuidv7(now),
    eventType: event.type,
    eventVersion: version,
    occurredAt: now.toISOString(),
    partnerId: actor.partnerId,
    sequence,
    correlation: {
      requestId: actor.requestId,
      customerId: subject.customerId,
      partnerCustomerId: subject.partnerCustomerId,
    },
    data: data.parse(event.data),
  };
  return {
    event_id: envelope.eventId,
    event_type: event.type,
    event_version: version,
    sequence,
    body: JSON.stringify(envelope),
    traceparent,
  };
}
