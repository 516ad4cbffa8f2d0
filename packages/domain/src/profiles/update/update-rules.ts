// How an update changes the state of a profile. Pure.
import type { VerificationStatus } from '@onboarding/contract';
import type { Trigger } from '../../review-state/index.ts';

export type UpdateKind = 'PUT' | 'PATCH';

export interface UpdateFacts {
  kind: UpdateKind;
  /** Whether people or documents were sent, even unchanged ones: the response to a request for changes. */
  bringsEvidence: boolean;
  /** The changed business fields, by create's names. */
  changedFields: readonly string[];
  /** Whether a person is added or changed. */
  changesPeople: boolean;
  /** Whether a document is submitted that was not part of the last decision. */
  bringsNewDocuments: boolean;
}

/** Contact data of a business, which does not affect an approval. Any field that is not listed here affects it. */
const FREE: ReadonlySet<string> = new Set(['email', 'phoneNumber']);

/** How an update affects the verification of a business in this state. */
export function triggerOf(status: VerificationStatus, facts: UpdateFacts): Trigger {
  const answers = facts.kind === 'PUT' || facts.bringsEvidence;
  if (status === 'ChangesRequested' && answers) return 'Answer';
  const material =
    facts.changesPeople || facts.bringsNewDocuments || facts.changedFields.some((field) => !FREE.has(field));
  return status === 'Approved' && material ? 'MaterialChange' : 'Update';
}

/** Whether an If-Match header contains this version (RFC 9110: strong comparison, so a weak tag never matches). */
export function isMatched(ifMatch: string | undefined, version: number): boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return true;
  return ifMatch.split(',').some((tag) => tag.trim() === `"${version}"`);
}
