import type { AuditEntry, BusinessProfileRecord, CustomerEvents } from '@onboarding/contract';
import { DAY_MS, EVENT_DAYS } from '@onboarding/contract/limits';
import { expect, test } from 'vitest';
import { actorOf, byMoment, deliveryWords, factsOf, isOlderThanEvents, statusOf } from './timeline-words.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
const ago = (milliseconds: number) => ({ occurredAt: new Date(NOW - milliseconds).toISOString() });

test('an entry is older than its events once their retention has passed', () => {
  const kept = EVENT_DAYS * DAY_MS;
  const isOlder = [0, kept - 1, kept, kept + 1].map((milliseconds) => isOlderThanEvents(ago(milliseconds), NOW));
  expect(isOlder).toEqual([false, false, false, true]);
});

test('groups events by time and keeps their order', () => {
  const event = (eventId: string, occurredAt: string) => ({ eventId, occurredAt }) as CustomerEvents['items'][number];
  const grouped = byMoment([event('e1', 't1'), event('e2', 't2'), event('e3', 't1')]);
  expect(grouped.get('t1')?.map(({ eventId }) => eventId)).toEqual(['e1', 'e3']);
  expect(grouped.get('t2')?.map(({ eventId }) => eventId)).toEqual(['e2']);
  expect(grouped.get('t3')).toBeUndefined();
});

test.each([
  ['Client', 'c1', { words: 'Your system', id: 'c1' }],
  ['Client', null, { words: 'Your system' }],
  ['PartnerPerson', 'a1', { words: 'Ana', person: 'a1' }],
  ['PartnerPerson', 'gone', { words: 'Someone on your team', person: 'gone' }],
  ['PartnerPerson', null, { words: 'Someone on your team' }],
  ['StaffPerson', null, { words: 'Our analysts' }],
  ['Service', null, { words: 'Our service' }],
] as const)('names the actor: %s with the id %s', (actorKind, actorId, actor) => {
  expect(actorOf({ actorKind, actorId }, new Map([['a1', 'Ana']]))).toEqual(actor);
});

const entry = (details: AuditEntry['details']) => ({ details });

test.each([
  ['Approved', 'Approved'],
  ['toString', undefined],
  ['Unheard', undefined],
  [7, undefined],
  [undefined, undefined],
])('shows the status %j as %j', (verificationStatus, label) => {
  const details = (verificationStatus === undefined ? {} : { verificationStatus }) as AuditEntry['details'];
  const status = statusOf(entry(details));
  expect(status === undefined ? undefined : status.label).toBe(label);
  if (label === undefined) expect(status).toBeUndefined();
});

const RECORD = {
  businessPersonList: [{ uboId: 'u1', firstName: 'Ada', lastName: 'Obi' }],
} as BusinessProfileRecord;

test.each<[details: Record<string, unknown>, facts: string[]]>([
  [{}, []],
  [{ changedFields: ['email', 'website'] }, ['Changed: email, website']],
  [{ reasons: ['Document.Unreadable'] }, ['Reasons: Document.Unreadable']],
  [{ changedFields: [], reasons: [] }, []],
  [{ changedFields: 'email' }, []],
  [{ documentCategory: 'BankStatement', refusal: 'TooLarge' }, ['Bank statement', 'Refused: Too large']],
  [{ documentCategory: 3, refusal: null, verdict: true }, []],
  [{ uboId: 'u1', verdict: 'NotMatching' }, ['Ada Obi', 'Not matching']],
  [{ uboId: 'removed' }, []],
  [{ attempt: 1 }, []],
  [{ attempt: 2 }, ['Attempt 2']],
  [{ attempt: '2' }, []],
  [{ attempt: 3, reasons: ['R'], changedFields: ['f'] }, ['Changed: f', 'Reasons: R', 'Attempt 3']],
])('shows the details %j as %j', (details, facts) => {
  expect(factsOf(entry(details as AuditEntry['details']), RECORD)).toEqual(facts);
});

test.each([
  ['Delivered', false, 1, 'success', 'Delivered'],
  ['Delivered', false, 2, 'success', 'Delivered after 2 attempts'],
  ['Pending', false, 0, 'neutral', 'Waiting'],
  ['Pending', true, 0, 'neutral', 'Replay: waiting'],
  ['Exhausted', true, 8, 'danger', 'Replay: given up after 8 attempts'],
] as const)(
  'describes a delivery that is %s (replay: %s, attempts: %d)',
  (status, isReplay, attemptCount, color, words) => {
    expect(deliveryWords({ status, isReplay, attemptCount })).toEqual({ color, words });
  },
);
