// What the reasons of a decision mean for the partner: messages, actions and remediation. Pure.
import {
  type DocumentCategory,
  isReasonCode,
  type NextAction,
  REVIEW_REASONS,
  type VerificationReason,
} from '@onboarding/contract';
import type { DecisionRow, ReasonRow } from './decision-store.ts';

/** The documents of a business that reasons refer to. */
export interface ReasonDocument {
  documentId: string;
  category: DocumentCategory;
  uboId: string | null;
}

export function toVerificationReasons(
  { outcome, reasons }: Pick<DecisionRow, 'outcome' | 'reasons'>,
  documents: readonly ReasonDocument[],
): VerificationReason[] {
  const open = outcome === 'RequestChanges';
  return reasons.map((reason) => {
    // A rejected business can no longer be changed, so there is no remediation.
    const remediation = open ? remediationOf(reason, documents) : NO_REMEDY;
    return {
      reasonId: reason.reasonId,
      code: reason.code,
      message: messageOf(reason),
      retryable: remediation.action !== 'None',
      ...(reason.pointer === null ? {} : { pointer: reason.pointer }),
      ...(reason.uboId === null ? {} : { uboId: reason.uboId }),
      ...(reason.documentId === null ? {} : { documentId: reason.documentId }),
      remediation,
    };
  });
}

const NO_REMEDY: VerificationReason['remediation'] = { action: 'None' };

/** The analyst's own message, if there is one; otherwise that of the catalogue. */
export function messageOf({ code, message }: Pick<ReasonRow, 'code' | 'message'>): string {
  if (message !== null) return message;
  // The code was valid when the decision was made, and the partner needs more than its name.
  return isReasonCode(code) ? REVIEW_REASONS[code].message : `The review ended with the reason ${code}.`;
}

/**
 * The action that a reason requires of the partner. Without a reason, or with one of a later release, it refers to the data
 * as a whole.
 */
export function actionOf(code: string | null | undefined): NextAction {
  return typeof code === 'string' && isReasonCode(code) ? REVIEW_REASONS[code].remediation.action : 'CorrectData';
}

/** The remediation for an unacceptable document is another one of the same category. */
export function remediationOf(
  { code, documentId }: Pick<ReasonRow, 'code' | 'documentId'>,
  documents: readonly ReasonDocument[],
): VerificationReason['remediation'] {
  if (!isReasonCode(code)) return { action: 'CorrectData' };
  const entry: CatalogueRemediation = REVIEW_REASONS[code].remediation;
  const replaced = documents.find((one) => one.documentId === documentId)?.category;
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
