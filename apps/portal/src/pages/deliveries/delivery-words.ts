// Texts about one delivery.
import type { DeliveryDetail, ErrorKind } from '@onboarding/contract';
import { ERROR_KINDS } from '../webhooks/error-kinds.ts';
import { MOST_ATTEMPTS } from './history.ts';

/** The page shows the response below, so the text refers to it instead of to the delivery. */
export const cureOf = (kind: ErrorKind): string =>
  kind === 'HttpStatus'
    ? 'Read the response below. 400 and 401 usually mean that the signature did not match: check it at the end of this page.'
    : ERROR_KINDS[kind].cure;

/** Whether attempts were left when the delivery was exhausted. */
export const isGivenUpEarly = ({ status, attempts }: Pick<DeliveryDetail, 'status' | 'attempts'>): boolean =>
  status === 'Exhausted' && attempts.length < MOST_ATTEMPTS;

/** Indents JSON and returns any other text unchanged. */
export function formatted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
