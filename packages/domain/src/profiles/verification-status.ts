// What a verification status asks of the partner. Pure.
import type { NextAction, VerificationStatus } from '@onboarding/contract';

/** As long as a review gives no reasons, a request for changes can only mean the data as a whole. */
export function nextAction(status: VerificationStatus): NextAction {
  return status === 'ChangesRequested' ? 'CorrectData' : 'None';
}
