// Names of API codes in decisions.

import type { Colleague, DecisionOutcome, PackageRecord, VoidedBy } from '@onboarding/contract';
import type { Tone } from '@onboarding/ui/tones';
import { spelled } from '@onboarding/ui/words';

/** Reads that a decision makes stale. */
export const MADE_STALE = ['readPackage', 'readPackageState', 'listQueue', 'readQueueCounts'];

interface OutcomeWords {
  /** The label of the switch. */
  label: string;
  /** The label of the first analyst's button. */
  act: string;
  /** The title of the dialog. */
  question: string;
  /** What a proposal proposes, in words. */
  proposes: string;
  /** The new status of the business. */
  becomes: string;
  color: Tone;
}

export const OUTCOMES: Record<DecisionOutcome, OutcomeWords> = {
  Approve: {
    label: 'Approve',
    act: 'Propose approval',
    question: 'Propose to approve this business?',
    proposes: 'approval',
    becomes: 'Approved',
    color: 'success',
  },
  RequestChanges: {
    label: 'Changes',
    act: 'Request changes',
    question: 'Request changes to this business?',
    proposes: 'changes',
    becomes: 'Changes requested',
    color: 'warning',
  },
  Reject: {
    label: 'Reject',
    act: 'Propose rejection',
    question: 'Propose to reject this business?',
    proposes: 'rejection',
    becomes: 'Rejected',
    color: 'danger',
  },
};

export const VOIDED: Record<VoidedBy, string> = {
  DocumentConfirmed: 'a new document was confirmed',
  ScreeningHit: 'a screening found a possible match',
  Verdict: 'a verdict was given or changed',
  Handover: 'the package was reassigned to another analyst',
  Transition: 'the package was released, or changes were requested',
  Erasure: 'the data of the business was erased',
};

export const colleagueName = ({ name }: Colleague): string => name ?? 'a former colleague';

export function personName({ business }: PackageRecord, uboId: string | null): string | undefined {
  const person = business.businessPersonList.find((one) => one.uboId === uboId);
  return person === undefined ? undefined : `${person.firstName} ${person.lastName}`;
}

export const documentName = (
  found: PackageRecord,
  { documentCategory, uboId }: Pick<PackageRecord['documents'][number], 'documentCategory' | 'uboId'>,
): string => [spelled(documentCategory), personName(found, uboId)].filter((part) => part !== undefined).join(', ');

interface ToldReason {
  message: string;
  uboId: string | null;
  documentId: string | null;
}

/** A reason as the partner reads it, with its subject. */
export function reasonLine(found: PackageRecord, { message, uboId, documentId }: ToldReason): string {
  const document = found.documents.find((one) => one.documentId === documentId);
  const about = personName(found, uboId) ?? (document === undefined ? undefined : documentName(found, document));
  return about === undefined ? message : `${about}: ${message}`;
}
