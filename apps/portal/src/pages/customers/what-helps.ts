// Texts for a partner about the reasons of a review.
import type { BusinessProfileRecord, VerificationStatus, VerificationStatusRecord } from '@onboarding/contract';

type Reason = VerificationStatusRecord['reasons'][number];

/** Whether the status asks the partner to act. */
export const isAsked = (status: VerificationStatus): boolean => status === 'ChangesRequested' || status === 'Rejected';

/**
 * The country whose rules say what is accepted: that of the person's residence for identity documents, that of the business for
 * others; undefined for reasons that no document answers.
 */
export function countryOfRules(
  { uboId, remediation }: Pick<Reason, 'uboId' | 'remediation'>,
  record: Pick<BusinessProfileRecord, 'businessPersonList' | 'incorporationCountryIso3Code'>,
): string | undefined {
  const person = record.businessPersonList.find((one) => one.uboId === uboId);
  const { action, fields = [], documentCategories = [] } = remediation;
  const isAboutEvidence =
    action === 'UploadDocuments' || documentCategories.length > 0 || fields.includes('identities');
  return isAboutEvidence ? (person?.address.countryCode ?? record.incorporationCountryIso3Code) : undefined;
}

export const whyNoUpdates = (status: VerificationStatus): string =>
  status === 'StartedNotCompleted' ? 'the review is under way' : 'it is closed';
