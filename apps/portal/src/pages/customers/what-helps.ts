// What a partner is told about the reasons of a review.
import type { BusinessProfileRecord, VerificationStatus, VerificationStatusRecord } from '@onboarding/contract';

type Reason = VerificationStatusRecord['reasons'][number];

/** Only a review that asks for changes, or has rejected, asks for something. */
export const isAsked = (status: VerificationStatus): boolean => status === 'ChangesRequested' || status === 'Rejected';

/** Where it says what is accepted: identity documents by where the person lives, others by the business; undefined for reasons that no document answers. */
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
