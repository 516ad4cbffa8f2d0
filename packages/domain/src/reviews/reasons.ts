// What the reasons of a decision say to the partner, and what they ask for. Pure.
import {
  DOCUMENT_CATEGORIES,
  type DocumentCategory,
  isReasonCode,
  REVIEW_REASONS,
  type VerificationReason,
} from '@onboarding/contract';
import type { DecisionRow, ReasonRow } from './decision-store.ts';

/** The documents of a business, as far as reasons are about them. */
export interface ReasonDocument {
  document_id: string;
  category: string;
  ubo_id: string | null;
}

export function toVerificationReasons(
  { outcome, reasons }: Pick<DecisionRow, 'outcome' | 'reasons'>,
  documents: readonly ReasonDocument[],
): VerificationReason[] {
  const open = outcome === 'RequestChanges';
  return reasons.map((reason) => {
    // What is rejected can no longer be changed, so there is nothing to advise.
    const remediation = open ? remediationOf(reason, documents) : NO_REMEDY;
    return {
      reasonId: reason.reason_id,
      code: reason.code,
      message: messageOf(reason),
      retryable: remediation.action !== 'None',
      ...(reason.pointer === null ? {} : { pointer: reason.pointer }),
      ...(reason.ubo_id === null ? {} : { uboId: reason.ubo_id }),
      ...(reason.document_id === null ? {} : { documentId: reason.document_id }),
      remediation,
    };
  });
}

const NO_REMEDY: VerificationReason['remediation'] = { action: 'None' };

/** The analyst's own words where there are some. */
export function messageOf({ code, message }: Pick<ReasonRow, 'code' | 'message'>): string {
  if (message !== null) return message;
  // A code that has left the catalogue was given while it was in it, and the partner is owed more than its name.
  return isReasonCode(code) ? REVIEW_REASONS[code].message : `The review ended with the reason ${code}.`;
}

/** For a document that will not do, another one of its own category helps. */
export function remediationOf(
  { code, document_id: documentId }: Pick<ReasonRow, 'code' | 'document_id'>,
  documents: readonly ReasonDocument[],
): VerificationReason['remediation'] {
  if (!isReasonCode(code)) return { action: 'CorrectData' };
  const entry: CatalogueRemediation = REVIEW_REASONS[code].remediation;
  const replaced = categoryOf(documents.find((one) => one.document_id === documentId));
  const documentCategories = entry.documentCategories ?? (replaced === undefined ? undefined : [replaced]);
  return {
    action: entry.action,
    ...(entry.fields === undefined ? {} : { fields: [...entry.fields] }),
    ...(documentCategories === undefined ? {} : { documentCategories: [...documentCategories] }),
  };
}

interface CatalogueRemediation {
  action: VerificationReason['remediation']['action'];
  fields?: readonly string[];
  documentCategories?: readonly DocumentCategory[];
}

function categoryOf(document: ReasonDocument | undefined): DocumentCategory | undefined {
  return DOCUMENT_CATEGORIES.find((category) => category === document?.category);
}
