// The result of a signature check in words.
import { SECRET_OVERLAP_HOURS } from '@onboarding/contract/limits';
import type { Given, Mistake, Verdict } from './signature.ts';

export const canCheck = ({ secret, headers }: Given): boolean => secret.trim() !== '' && headers.trim() !== '';

export const isCompared = ({ computed }: Given): boolean => computed.trim() !== '';

interface Answer {
  isRight: boolean;
  title: string;
  /** Several texts if there are several mistakes. */
  words: string | string[];
}

export function answerTo(verdict: Verdict, compared: boolean): Answer {
  switch (verdict.kind) {
    case 'Right':
      return { isRight: true, title: 'The signature is valid', words: rightWords(verdict.previous, compared) };
    case 'Mistakes': {
      const title = verdict.mistakes.length === 1 ? 'We found the mistake' : 'We found the mistakes';
      return { isRight: false, title, words: verdict.mistakes.map((mistake) => MISTAKES[mistake]) };
    }
    default:
      return { isRight: false, title: 'The signature does not match', words: reasonOf(verdict) };
  }
}

function rightWords(isPrevious: boolean, compared: boolean): string {
  if (isPrevious) {
    return `It was created with the previous secret, which is valid for ${SECRET_OVERLAP_HOURS} hours after a rotation. Configure your receiver with the new one by then.`;
  }
  return compared
    ? 'Your code computed the same signature. Compare it with each signature in the header, in constant time.'
    : 'The headers and this secret match the body that we sent. If your receiver still rejects it, paste the signature that your code computes.';
}

const MISTAKES: Record<Mistake, string> = {
  UndecodedSecret:
    'Your code signs with the text of the secret. Decode the part after whsec_ from base64 first: those bytes are the key.',
  PrefixInKey:
    'Your code signs with the full text of the secret. Remove whsec_, then decode the rest from base64: those bytes are the key.',
  RewrittenBody:
    'The body was parsed and serialised again, which changes its bytes. Sign the raw body, before your framework or a proxy touches it.',
  OtherTimestamp:
    'The timestamp belongs to another attempt. Each attempt has its own: take Svc-Timestamp and Svc-Signature from the same request.',
  BodyOnly: 'Your code signs only the body. Sign the id, the timestamp and the body, joined by full stops.',
  HexOutput: 'Your code writes the signature in hexadecimal. Write it in base64.',
  UrlSafeOutput: 'Your code writes the signature in base64url. Write it in ordinary base64, with + and / and =.',
};

function reasonOf(verdict: Exclude<Verdict, { kind: 'Right' | 'Mistakes' }>): string {
  switch (verdict.kind) {
    case 'SecretUnreadable':
      return 'This is not a webhook secret. A secret starts with whsec_, followed by base64. Copy all of it.';
    case 'HeaderMissing':
      return `The header ${verdict.header} is missing. Some proxies drop unknown headers: allow those that start with Svc-.`;
    case 'OtherEvent':
      return `These headers belong to another event (${verdict.eventId}). Open the delivery of that event, or paste the headers of this one.`;
    case 'OtherSecret':
      return 'We sent this signature, but with a different secret. Yours is an older one, or belongs to another environment. Configure your receiver with the current secret; if nobody has it, rotate it.';
    case 'Unknown':
      return 'None of the usual mistakes explains it. Check that the headers arrive unchanged, and that the secret belongs to this environment.';
  }
}
