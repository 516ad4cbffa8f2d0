// The state of the webhook, and what can be done about it.
import type { WebhookEndpoint } from '@onboarding/contract';
import { counted } from './numbers.ts';

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

export function stateWords(webhook: Facts): { color: string; word: string; title: string } {
  const words: Record<StateKind, { color: string; word: string; title: string }> = {
    stopped: { color: 'red', word: 'Stopped', title: 'We no longer send to your receiver' },
    paused: { color: 'yellow', word: 'Paused', title: 'Our support team has paused your webhook' },
    failing: { color: 'orange', word: 'Failing', title: 'Your receiver is not accepting our deliveries' },
    untried: { color: 'brand', word: 'Registered', title: 'Nothing delivered yet' },
    shaky: {
      color: 'yellow',
      word: 'Working',
      title: `The last ${counted(webhook.consecutiveFailures, 'attempt', 'attempts')} failed`,
    },
    working: { color: 'green', word: 'Working', title: 'Your receiver is accepting our deliveries' },
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
