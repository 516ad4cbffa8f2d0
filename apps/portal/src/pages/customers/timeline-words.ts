// Texts about an entry of a customer's trail and the events that it caused.

import type { AuditEntry, BusinessProfileRecord, CustomerEvents } from '@onboarding/contract';
import { DAY_MS, EVENT_DAYS } from '@onboarding/contract/limits';
import type { Tone } from '@onboarding/ui/tones';
import { STATUSES, spelled } from '@onboarding/ui/words';
import { stateOf } from '../deliveries/delivery-words.ts';
import { ACTORS } from './customer-words.ts';

type CustomerEvent = CustomerEvents['items'][number];

/** An entry and its events are written in one transaction with the same time. */
export const byMoment = (events: readonly CustomerEvent[]): Map<string, CustomerEvent[]> =>
  Map.groupBy(events, ({ occurredAt }) => occurredAt);

export const isOlderThanEvents = ({ occurredAt }: Pick<AuditEntry, 'occurredAt'>, now: number = Date.now()): boolean =>
  Date.parse(occurredAt) < now - EVENT_DAYS * DAY_MS;

/** `person`: the account of a person of the partner, who has a page. `id`: of any other actor. `names`: by account. */
export function actorOf(
  { actorKind, actorId }: Pick<AuditEntry, 'actorKind' | 'actorId'>,
  names: ReadonlyMap<string, string>,
): { words: string; person?: string; id?: string } {
  const words = ACTORS[actorKind];
  if (actorId === null) return { words };
  if (actorKind !== 'PartnerPerson') return { words, id: actorId };
  return { words: names.get(actorId) ?? words, person: actorId };
}

/** The status that the entry set, if any. */
export function statusOf({ details: { verificationStatus: status } }: Pick<AuditEntry, 'details'>) {
  return typeof status === 'string' && isStatus(status) ? STATUSES[status] : undefined;
}

const isStatus = (text: string): text is keyof typeof STATUSES => Object.hasOwn(STATUSES, text);

/** The details that help people, without the ids and numbers that the Partner API also returns. */
export function factsOf(
  { details }: Pick<AuditEntry, 'details'>,
  { businessPersonList }: Pick<BusinessProfileRecord, 'businessPersonList'>,
): string[] {
  const { reasons, changedFields, documentCategory, refusal, attempt, uboId, verdict } = details;
  const person = businessPersonList.find((one) => one.uboId === uboId);
  return [
    listed('Changed', changedFields),
    listed('Reasons', reasons),
    typeof documentCategory === 'string' ? spelled(documentCategory) : undefined,
    typeof refusal === 'string' ? `Refused: ${spelled(refusal)}` : undefined,
    person === undefined ? undefined : `${person.firstName} ${person.lastName}`,
    typeof verdict === 'string' ? spelled(verdict) : undefined,
    typeof attempt === 'number' && attempt > 1 ? `Attempt ${attempt}` : undefined,
  ].filter((fact) => fact !== undefined);
}

const listed = (name: string, values: unknown) =>
  Array.isArray(values) && values.length > 0 ? `${name}: ${values.join(', ')}` : undefined;

export function deliveryWords({
  status,
  isReplay,
  attemptCount,
}: Pick<CustomerEvent['deliveries'][number], 'status' | 'isReplay' | 'attemptCount'>): {
  color: Tone;
  words: string;
} {
  const { color, label } = stateOf({ status, attemptCount });
  const attempts = attemptCount > 1 ? ` after ${attemptCount} attempts` : '';
  return { color, words: `${isReplay ? `Replay: ${label.toLowerCase()}` : label}${attempts}` };
}
