// Why an attempt failed, and the outcome of a test event.
import type { Delivery, DeliveryDetail, ErrorKind } from '@onboarding/contract';
import { duration } from './numbers.ts';

/** Why an attempt failed, in words, and what a developer can do about it. */
export const ERROR_KINDS: Record<ErrorKind, { title: string; cure: string }> = {
  DnsFailure: {
    title: 'The host name has no address',
    cure: 'Check the spelling of the host name and its DNS records.',
  },
  BlockedAddress: {
    title: 'The host name resolves to a private or reserved address',
    cure: 'Publish only public addresses in its A and AAAA records.',
  },
  ConnectRefused: {
    title: 'No server was listening',
    cure: 'Start your receiver, and open its port in the firewall.',
  },
  ConnectTimeout: {
    title: 'No connection within 5 seconds',
    cure: 'Allow connections from the internet. If there is an AAAA record, check IPv6 as well.',
  },
  TlsFailure: {
    title: 'The certificate was refused',
    cure: 'Renew it, send the full chain, and check that its name matches the host.',
  },
  ConnectionReset: {
    title: 'The connection was closed midway',
    cure: 'Check your server and your proxy for limits and crashes.',
  },
  ResponseTimeout: {
    title: 'No complete response in time',
    cure: 'Store the event, respond immediately, and process it afterwards.',
  },
  Redirect: {
    title: 'The response was a redirect, which we do not follow',
    cure: 'Register the final address. Often only a trailing slash is missing.',
  },
  HttpStatus: {
    title: 'The response was an error (4xx or 5xx)',
    cure: 'Open the delivery and read your receiver’s response. 400 and 401 usually mean that the signature did not match.',
  },
  ProtocolError: {
    title: 'The response was not HTTP',
    cure: 'Check that an HTTP/1.1 server responds at this address, behind TLS.',
  },
};

/** The first delivery of the event, before any replay; the API lists the newest first. */
export const firstDelivery = (items: readonly Pick<Delivery, 'id'>[] | undefined): string | undefined =>
  items?.at(-1)?.id;

export const isAwaited = (items: readonly Pick<Delivery, 'attemptCount'>[] | undefined): boolean =>
  items?.every(({ attemptCount }) => attemptCount === 0) ?? false;

export const hasAttempt = (delivery: Pick<DeliveryDetail, 'attempts'> | undefined): boolean =>
  delivery !== undefined && delivery.attempts.length > 0;

interface TestOutcome {
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
