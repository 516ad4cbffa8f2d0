// What an update does to the state of a profile, and when it is refused because of it. Pure.
import type { ErrorCode, VerificationStatus } from '@onboarding/contract';
import { isInReview, type Stage, type Trigger } from '../reviews/index.ts';

export type UpdateKind = 'PUT' | 'PATCH';

/** Why a profile in this stage cannot be changed; undefined if it can. */
export function refusalOf(stage: Stage): ErrorCode | undefined {
  if (isInReview(stage)) return 'Customer.UnderReview';
  return stage === 'Rejected' ? 'Customer.Closed' : undefined;
}

export interface UpdateFacts {
  kind: UpdateKind;
  /** Whether people or documents were sent, changed or not: the answer to a request for changes. */
  bringsEvidence: boolean;
  /** Create's names of the business fields that change. */
  changedFields: readonly string[];
  /** Whether a person is added or changed. */
  changesPeople: boolean;
  /** Whether a document is handed in that the last decision did not know. */
  bringsNewDocuments: boolean;
}

/** What an approval does not rest on. Whatever is added to a business counts until it is named here. */
const FREE: ReadonlySet<string> = new Set(['email', 'phoneNumber', 'website', 'description']);

/** What an update means for the verification of a business in this state. */
export function triggerOf(status: VerificationStatus, facts: UpdateFacts): Trigger {
  const answers = facts.kind === 'PUT' || facts.bringsEvidence;
  if (status === 'ChangesRequested' && answers) return 'Answer';
  const material =
    facts.changesPeople || facts.bringsNewDocuments || facts.changedFields.some((field) => !FREE.has(field));
  return status === 'Approved' && material ? 'MaterialChange' : 'Update';
}

/** Whether a version is one of those in an If-Match header (RFC 9110: compared strongly, so a weak tag never is). */
export function isMatched(ifMatch: string | undefined, version: number): boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return true;
  return ifMatch.split(',').some((tag) => tag.trim() === `"${version}"`);
}
