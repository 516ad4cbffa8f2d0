// Owns: the record of events, written in the transaction of the change. Refuses: an event that does not match the schema of
// its type, so that no undeclared or personal data is sent.
import {
  type CustomerEventType,
  EVENT_TYPES,
  type EventData,
  type EventEnvelope,
  type EventType,
  type PartnerEventType,
} from '@onboarding/contract';
import { uuidv7 } from '@onboarding/platform/ids';
import { type Tx, toRecordset } from '@onboarding/platform/postgres';
import { currentTraceparent } from '@onboarding/platform/tracing';
import type { ChangingActor, PartnerPerson } from '../context.ts';
import { appendAlone, type EventInsert, type EventValues } from './event-store.ts';

export { keptSince, listChanges, timeOfEvent } from './change-feed.ts';
export {
  appendingEvents,
  customersOfEvents,
  type EventRow,
  type EventValues,
  eventsAt,
  FANNED_OUT_EVENTS,
  type FannedOutRange,
  joiningEvent,
  listEventsAt,
  measureOutbox,
  TAKING_FROM_OUTBOX,
  withBodyOfEvent,
} from './event-store.ts';

export interface EventSubject {
  customerId: string;
  partnerCustomerId: string;
}

type EventOf<Types extends EventType> = { [T in Types]: { type: T; data: EventData<T> } }[Types];

/** An event about a customer. */
export type NewEvent = EventOf<CustomerEventType>;

/**
 * The values of `appendingEvents` for the events of one change, numbered from `firstSequence`; requires the lock of the
 * customer's row.
 */
export function recordedEvents(
  actor: ChangingActor,
  subject: EventSubject,
  firstSequence: number,
  events: readonly NewEvent[],
  now: Date,
): EventValues {
  const traceparent = currentTraceparent();
  const rows = events.map((event, index) => toInsert(actor, subject, firstSequence + index, event, now, traceparent));
  return { events: toRecordset(rows), now };
}

function toInsert(
  actor: ChangingActor,
  { customerId, partnerCustomerId }: EventSubject,
  sequence: number,
  event: NewEvent,
  now: Date,
  traceparent: string | null,
): EventInsert {
  const { partnerId, requestId } = actor;
  const correlation = { requestId, customerId, partnerCustomerId };
  const envelope = toEnvelope({ partnerId, sequence, correlation }, event, now);
  return {
    eventId: envelope.eventId,
    eventType: event.type,
    eventVersion: envelope.eventVersion,
    sequence,
    body: JSON.stringify(envelope),
    traceparent,
  };
}

/** Records an event without a customer; returns its id. */
export async function recordPartnerEvent(
  tx: Tx,
  { partnerId, requestId }: Pick<ChangingActor | PartnerPerson, 'partnerId' | 'requestId'>,
  event: EventOf<PartnerEventType>,
  now: Date,
): Promise<string> {
  const correlation = { requestId, customerId: null, partnerCustomerId: null };
  const envelope = toEnvelope({ partnerId, sequence: null, correlation }, event, now);
  const { eventId, eventVersion } = envelope;
  const body = JSON.stringify(envelope);
  const traceparent = currentTraceparent();
  await appendAlone(tx, {
    partnerId,
    eventId,
    eventType: event.type,
    eventVersion,
    occurredAt: now,
    body,
    traceparent,
  });
  return eventId;
}

function toEnvelope(
  { partnerId, sequence, correlation }: Pick<EventEnvelope, 'partnerId' | 'sequence' | 'correlation'>,
  event: EventOf<EventType>,
  now: Date,
): EventEnvelope {
  const { version, data } = EVENT_TYPES[event.type];
  return {
    eventId: uuidv7(now),
    eventType: event.type,
    eventVersion: version,
    occurredAt: now.toISOString(),
    partnerId,
    sequence,
    correlation,
    data: data.parse(event.data),
  };
}
