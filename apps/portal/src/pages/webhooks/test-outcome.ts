// The outcome of a test event.
import type { Delivery, DeliveryDetail } from '@onboarding/contract';
import { ERROR_KINDS } from './error-kinds.ts';
import { duration } from './numbers.ts';

/** The first delivery of the event, before any replay; the API lists the newest first. */
export const firstDelivery = (items: readonly Pick<Delivery, 'id'>[] | undefined): string | undefined =>
  items?.at(-1)?.id;

export const isAwaited = (items: readonly Pick<Delivery, 'attemptCount'>[] | undefined): boolean =>
  items?.every(({ attemptCount }) => attemptCount === 0) ?? false;

export const hasAttempt = (delivery: Pick<DeliveryDetail, 'attempts'> | undefined): boolean =>
  delivery !== undefined && delivery.attempts.length > 0;

export interface TestOutcome {
  isAccepted: boolean;
  words: string;
  /** When it is retried. */
  retryAt: string | null;
}

/** From the last attempt; undefined before the first. */
export function outcomeOf({
  attempts,
  nextAttemptAt,
}: Pick<DeliveryDetail, 'attempts' | 'nextAttemptAt'>): TestOutcome | undefined {
  const last = attempts.at(-1);
  if (last === undefined) return undefined;
  const { errorKind, statusCode, durationMs } = last;
  if (errorKind === null) {
    const words = `Your receiver answered ${statusCode} after ${duration(durationMs)}.`;
    return { isAccepted: true, words, retryAt: null };
  }
  const { title, cure } = ERROR_KINDS[errorKind];
  const words = `${title}${statusCode === null ? '' : `: ${statusCode}`}. ${cure}`;
  return { isAccepted: false, words, retryAt: nextAttemptAt };
}
