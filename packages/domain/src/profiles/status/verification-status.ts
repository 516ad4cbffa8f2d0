// What a verification status requires of the partner. Pure.
import type { NextAction, VerificationReason, VerificationStatus } from '@onboarding/contract';

/** Whether the partner sees the reasons in this status. */
export function tellsReasons(status: VerificationStatus): boolean {
  return status === 'ChangesRequested' || status === 'Rejected';
}

/** The action of the first reason. A request for changes without reasons refers to the data as a whole. */
export function nextAction(status: VerificationStatus, reasons: readonly VerificationReason[]): NextAction {
  if (status !== 'ChangesRequested') return 'None';
  return reasons[0]?.remediation.action ?? 'CorrectData';
}
