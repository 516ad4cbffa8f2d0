// What a verification status asks of the partner. Pure.
import type { NextAction, VerificationReason, VerificationStatus } from '@onboarding/contract';

/** While it is one of these, the partner is told why. */
export function tellsReasons(status: VerificationStatus): boolean {
  return status === 'ChangesRequested' || status === 'Rejected';
}

/** What the first reason asks for. A request for changes without any can only mean the data as a whole. */
export function nextAction(status: VerificationStatus, reasons: readonly VerificationReason[]): NextAction {
  if (status !== 'ChangesRequested') return 'None';
  return reasons[0]?.remediation.action ?? 'CorrectData';
}
