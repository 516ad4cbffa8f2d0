// Interprets the log of token requests: which certificate works, why a request was refused, in which order.
import type { Certificate, TokenRequest } from '@onboarding/contract';

export const findIssued = (items: readonly TokenRequest[], { certificateId }: Pick<Certificate, 'certificateId'>) =>
  items.find((one) => one.outcome === 'Issued' && one.certificateId === certificateId);

/** The entry that was updated last: one entry may stand for several requests over a period. */
export function lastRefusal(items: readonly TokenRequest[]): TokenRequest | undefined {
  return items
    .filter(({ outcome }) => outcome === 'Refused')
    .reduce<TokenRequest | undefined>(
      (last, one) => (last === undefined || one.lastOccurredAt > last.lastOccurredAt ? one : last),
      undefined,
    );
}

export const refusedTitle = (requests: number): string =>
  requests === 1 ? 'A request was refused' : `${requests} requests were refused`;

/** Distinguishes a request with an unknown certificate from one whose certificate is no longer listed. */
export const certificateName = (
  certificateId: string | null,
  certificates: readonly Pick<Certificate, 'certificateId' | 'name'>[],
): string =>
  certificates.find((one) => one.certificateId === certificateId)?.name ?? (certificateId === null ? 'Unknown' : '–');

/** Fields of an assertion keep their case, so a reason that starts with one stays in lower case. */
function sentence(reason: string): string {
  const [word = ''] = reason.split(' ');
  const field = /^(alg|aud|crit|b64|exp|iat|iss|jku|jti|jwk|kid|nbf|sub|typ|x5c|x5u)$/.test(word);
  const text = field ? reason : reason.charAt(0).toUpperCase() + reason.slice(1);
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

export const refusalWords = ({ reason, error }: Pick<TokenRequest, 'reason' | 'error'>): string =>
  sentence(reason ?? error ?? 'The reason is unknown.');
