// The state of the webhook, and what can be done about it.

import type { EventTypeItem, WebhookChange, WebhookEndpoint, WebhookStatistics } from '@onboarding/contract';
import type { Tone } from '@onboarding/ui/tones';
import { ERROR_KINDS } from './attempt-words.ts';
import { counted } from './numbers.ts';
import { RANGE_LABELS, type Range } from './ranges.ts';

export type StateKind = 'stopped' | 'paused' | 'failing' | 'untried' | 'shaky' | 'working';

type Facts = Pick<
  WebhookEndpoint,
  'status' | 'pausedAt' | 'lastSuccessAt' | 'consecutiveFailures' | 'disabledReason' | 'pending'
>;

/** A disabled webhook is shown as stopped even while it is paused, because enabling it is the only possible action. */
export function stateKind({ status, pausedAt, lastSuccessAt, consecutiveFailures }: Facts): StateKind {
  if (status === 'Disabled') return 'stopped';
  if (pausedAt !== null) return 'paused';
  if (status === 'Degraded') return 'failing';
  if (lastSuccessAt === null) return 'untried';
  return consecutiveFailures > 0 ? 'shaky' : 'working';
}

export function stateWords(webhook: Facts): { color: Tone; word: string; title: string } {
  const words: Record<StateKind, { color: Tone; word: string; title: string }> = {
    stopped: { color: 'danger', word: 'Disabled', title: 'We no longer send to your receiver' },
    paused: { color: 'warning', word: 'Paused', title: 'Our support team has paused your webhook' },
    failing: { color: 'warning', word: 'Failing', title: 'Your receiver is not accepting our deliveries' },
    untried: { color: 'neutral', word: 'Registered', title: 'Nothing delivered yet' },
    shaky: {
      color: 'warning',
      word: 'Recent failures',
      title: `The last ${counted(webhook.consecutiveFailures, 'attempt', 'attempts')} failed`,
    },
    working: { color: 'success', word: 'Active', title: 'Your receiver is accepting our deliveries' },
  };
  return words[stateKind(webhook)];
}

export function offeredFor({ status, pausedAt, consecutiveFailures, pending }: Facts) {
  const isDisabled = status === 'Disabled';
  return {
    enable: isDisabled,
    seeWaiting: consecutiveFailures > 0 && pending > 0,
    test: !isDisabled && pausedAt === null,
  };
}

/** How long the old secret still works, rounded up to the minute; zero once it has expired. */
export function overlapWords(until: string, now: number): string {
  const minutes = Math.max(0, Math.ceil((Date.parse(until) - now) / 60_000));
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export const waitingWords = ({ pending, pendingIsCapped }: Pick<WebhookEndpoint, 'pending' | 'pendingIsCapped'>) =>
  pending === 0 ? 'Nothing' : `${pendingIsCapped ? 'More than ' : ''}${counted(pending, 'delivery', 'deliveries')}`;

// Texts about the deliveries in the chart.

/** Newest first, without the hours and days in which nothing was sent. */
export const rowsOf = (items: WebhookStatistics['items']): WebhookStatistics['items'] =>
  items.filter(({ delivered, failed, exhausted }) => delivered + failed + exhausted > 0).reverse();

/** The most frequent reason in the chart's period, while attempts are failing. The API lists it first. */
export function mainReason(
  consecutiveFailures: number,
  total: Pick<WebhookStatistics['total'], 'errorKinds' | 'failed'> | undefined,
  range: Range,
): { title: string; share: string; cure: string } | undefined {
  const most = total?.errorKinds[0];
  if (consecutiveFailures === 0 || total === undefined || most === undefined) return undefined;
  const all = counted(total.failed, 'failed attempt', 'failed attempts');
  return { ...ERROR_KINDS[most.errorKind], share: `${most.failed} of ${all} in the last ${RANGE_LABELS[range]}` };
}

/** The length of the list of changes: a few at first, many on request. */
export const FEW_CHANGES = 8;
export const MANY_CHANGES = 100;

/** What is shown below the list if there are more changes. */
export function moreChanges(limit: number, nextCursor: string | null): 'link' | 'words' | undefined {
  if (nextCursor === null) return undefined;
  return limit === FEW_CHANGES ? 'link' : 'words';
}

// Changes of the webhook and who made them, in words.

export function whoDid({ actorKind, name }: Pick<WebhookChange, 'actorKind' | 'name'>): string {
  if (actorKind === 'Operator') return 'Our support';
  if (actorKind === 'Service') return 'Automatic';
  return name ?? 'A former colleague';
}

export function whatHappened({
  action,
  host,
  previousHost,
  disabledReason,
}: Pick<WebhookChange, 'action' | 'host' | 'previousHost' | 'disabledReason'>): string {
  switch (action) {
    case 'Registered':
      return `Registered the webhook at ${host ?? 'a URL'}`;
    case 'UrlReplaced':
      return host === previousHost ? `Replaced the URL at ${host}` : `Changed the URL from ${previousHost} to ${host}`;
    case 'SecretRotated':
      return 'Rotated the secret';
    case 'Enabled':
      return 'Enabled the webhook';
    case 'Paused':
      return 'Paused the webhook';
    case 'Resumed':
      return 'Resumed the webhook';
    case 'Degraded':
      return 'The receiver started failing';
    case 'Disabled':
      return disabledReason === 'Gone'
        ? 'Sending stopped: the receiver answered 410 twice'
        : 'Sending stopped: no delivery was accepted for too long';
    case 'Recovered':
      return 'The receiver recovered';
    case 'ReplayRequested':
      return 'Started a replay';
    default:
      return action;
  }
}

/** The body of an event around its example, with invented ids. */
export function exampleOf({ name, version, example }: Pick<EventTypeItem, 'name' | 'version' | 'example'>) {
  const { customerId } = example;
  return {
    eventId: '0193a2b4-7c11-7d43-8e88-9f0a1b2c3d45',
    eventType: name,
    eventVersion: version,
    occurredAt: '2026-11-15T09:30:00.000Z',
    partnerId: '0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f00',
    sequence: 1,
    correlation: {
      requestId: '0193a2b4-7c11-7d3e-9f53-2a6b8c0d1e2f',
      ...(customerId === undefined ? {} : { customerId, partnerCustomerId: 'shop-4711' }),
    },
    data: example,
  };
}
