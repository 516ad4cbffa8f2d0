// What an update does to the state of a profile, and when it is refused because of it. Pure.
import type { ErrorCode, VerificationStatus } from '@onboarding/contract';
import type { Trigger } from '../reviews/index.ts';

export type UpdateKind = 'PUT' | 'PATCH';

/** Why a profile in this state cannot be changed; undefined if it can. */
export function refusalOf(status: VerificationStatus): ErrorCode | undefined {
  if (status === 'StartedNotCompleted') return 'Customer.UnderReview';
  return status === 'Rejected' ? 'Customer.Closed' : undefined;
}

export interface UpdateFacts {
  kind: UpdateKind;
  /** Whether people or documents were sent, changed or not: the answer to a request for changes. */
  bringsEvidence: boolean;
  /** Create's names of the business fields that change. */
  changedFields: readonly string[];
  /** Whether a person is added or changed. */
  changesPeople: boolean;
}

/** What an approval rests on. */
const MATERIAL: ReadonlySet<string> = new Set([
  'companyName',
  'businessTypeCode',
  'incorporationCountryIso3Code',
  'registrationNumber',
]);

/** What an update means for the verification of a business in this state. */
export function triggerOf(status: VerificationStatus, facts: UpdateFacts): Trigger {
  const answers = facts.kind === 'PUT' || facts.bringsEvidence;
  if (status === 'ChangesRequested' && answers) return 'Answer';
  const material = facts.changesPeople || facts.changedFields.some((field) => MATERIAL.has(field));
  return status === 'Approved' && material ? 'MaterialChange' : 'Update';
}

/** Whether a version is one of those in an If-Match header (RFC 9110: compared strongly, so a weak tag never is). */
export function isMatched(ifMatch: string | undefined, version: number): boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return true;
  return ifMatch.split(',').some((tag) => tag.trim() === `"${version}"`);
}
