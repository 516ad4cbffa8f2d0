// What is said about one delivery.
import type { DeliveryDetail, ErrorKind } from '@onboarding/contract';
import { ERROR_KINDS } from '../webhooks/error-kinds.ts';
import { MOST_ATTEMPTS } from './history.ts';

/** The answer itself stands below, so nobody is sent elsewhere to read it. */
export const cureOf = (kind: ErrorKind): string =>
  kind === 'HttpStatus'
    ? 'Read the response below. 400 and 401 usually mean that the signature did not match: check it at the end of this page.'
    : ERROR_KINDS[kind].cure;

/** Without the attempts that it could have had. */
export const isGivenUpEarly = ({ status, attempts }: Pick<DeliveryDetail, 'status' | 'attempts'>): boolean =>
  status === 'Exhausted' && attempts.length < MOST_ATTEMPTS;

/** JSON for reading; whatever else was sent, as it is. */
export function formatted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
