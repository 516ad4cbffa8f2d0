// Names of API codes on the customer pages.

import type {
  AuditActorKind,
  BusinessProfileRecord,
  DocumentRefusal,
  VerificationStatus,
  VerificationStatusRecord,
} from '@onboarding/contract';
import type { Tone } from '@onboarding/ui/tones';
import { DOCUMENT_STATES } from '@onboarding/ui/words';

export const REFUSALS: Record<DocumentRefusal, string> = {
  Empty: 'The file is empty. Check how your system reads it.',
  TooLarge:
    'The file is larger than 10 MiB, or an image of more than 60 megapixels. Scan it at a lower resolution, such as 300 dpi, or split it.',
  ContentMismatch:
    'The content does not match the file type, or the file is incomplete. Upload it again as a plain PDF, JPEG or PNG.',
  Infected: 'A virus scanner found malware. Clean your copy before you upload it again.',
  Unscannable: 'The virus scanner could not finish the file. Upload a simpler one, such as a new scan or print.',
};

export const ACTORS: Record<AuditActorKind, string> = {
  Client: 'Your system',
  PartnerPerson: 'Someone on your team',
  StaffPerson: 'Our analysts',
  Operator: 'Our operators',
  Service: 'Our service',
};

const REGIONS = new Intl.NumberFormat();
export const figure = (number: number) => REGIONS.format(number);

// Texts for a partner about the reasons of a review.

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

const REFUSED = { label: 'Refused', color: 'danger' } as const;
type Document = BusinessProfileRecord['documents'][number];

/** The state of a document: a file that passed its check may still be refused by the review. */
export function documentState(
  { documentId, status }: Pick<Document, 'documentId' | 'status'>,
  reasons: readonly Pick<Reason, 'documentId' | 'message' | 'retryable'>[],
): { label: string; color: Tone; why?: string } {
  const reason = reasons.find((one) => one.documentId === documentId);
  if (reason === undefined) return DOCUMENT_STATES[status];
  const asked = reason.retryable ? ({ label: 'Replacement requested', color: 'warning' } as const) : REFUSED;
  return { ...asked, why: reason.message };
}

export const whyNoUpdates = (status: VerificationStatus): string =>
  status === 'StartedNotCompleted' ? 'the review is under way' : 'it is closed';

/** Only confirmed files can be downloaded, and only by roles with permission. */
export const canSave = ({ status }: Pick<BusinessProfileRecord['documents'][number], 'status'>, mayView: boolean) =>
  mayView && status === 'Confirmed';
