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
    cure: 'Register the final URL. Often only a trailing slash is missing.',
  },
  HttpStatus: {
    title: 'The response was an error (4xx or 5xx)',
    cure: 'Open a delivery and read your receiver’s response.',
  },
  ProtocolError: {
    title: 'The response was not HTTP',
    cure: 'Check that an HTTP/1.1 server responds at this URL, behind TLS.',
  },
};

/** What to do after a failed attempt: of an error that the receiver sent, its status tells more than its kind. */
export function cureOf(errorKind: ErrorKind, statusCode: number | null): string {
  if (errorKind !== 'HttpStatus' || statusCode === null) return ERROR_KINDS[errorKind].cure;
  if ([400, 401, 403].includes(statusCode)) {
    return 'Usually the signature did not match: check it at the end of the delivery’s page.';
  }
  if (statusCode === 404 || statusCode === 405) {
    return 'Your server accepts no POST at this path. Compare the registered URL with your routes.';
  }
  if (statusCode === 429 || statusCode === 503) {
    return 'Your receiver was overloaded. Store the event, respond immediately, and process it afterwards.';
  }
  if (statusCode >= 500) return 'Your receiver failed. Look for the event id in its log.';
  return 'Read your receiver’s response on the delivery’s page.';
}

/** The first delivery of the event, before any replay; the API lists the newest first. */
export const firstDelivery = (items: readonly Pick<Delivery, 'id'>[] | undefined): string | undefined =>
  items?.at(-1)?.id;

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
  const { title } = ERROR_KINDS[errorKind];
  const words = `${title}${statusCode === null ? '' : `: ${statusCode}`}. ${cureOf(errorKind, statusCode)}`;
  return { isAccepted: false, words, retryAt: nextAttemptAt };
}
