// What stands in the way of a decision whose body is right. Proposing, confirming and previewing an approval all ask here.
import { type Blocker, ERRORS } from '@onboarding/contract';
import type { KeyRing } from '@onboarding/platform/crypto';
import { settled, type Tx } from '@onboarding/platform/postgres';
import { isOpen, listMissing, type MissingRow } from '../../documents/index.ts';
import { listNamedFiles, type NamedFile, type PersonStatusRow } from '../../people/index.ts';
import type { LockedCustomer } from '../../profiles/index.ts';
import type { ReviewRow } from '../../review-state/index.ts';
import { listHits, openHits } from '../findings/finding-service.ts';
import type { JudgedHit } from '../findings/hit.ts';

export interface BlockedPackage {
  review: ReviewRow;
  customer: Pick<LockedCustomer, 'customer_id' | 'data_key' | 'data_key_id'>;
}

type JudgedPerson = Pick<PersonStatusRow, 'ubo_id' | 'verification_status'>;

/** Why a business cannot be approved yet; empty when nothing is in the way. */
export async function listBlockers(
  tx: Tx,
  keys: KeyRing,
  { review, customer }: BlockedPackage,
  people: readonly JudgedPerson[],
): Promise<Blocker[]> {
  const { partner_id: partnerId, customer_id: customerId } = review;
  const [hits, missing] = await settled<[JudgedHit[], MissingDocument[]]>([
    listHits(tx, keys, review, customer),
    listMissingDocuments(tx, partnerId, customerId),
  ]);
  return approvalBlockers(review, { people, openHits: openHits(hits).length, missing });
}

/** A document that should be evidence and cannot be looked at; `uboId` is the person who names it, if one does. */
export interface MissingDocument extends MissingRow {
  uboId: string | null;
}

export async function listMissingDocuments(tx: Tx, partnerId: string, customerId: string): Promise<MissingDocument[]> {
  const named = await listNamedFiles(tx, partnerId, customerId);
  return missingAmong(tx, partnerId, customerId, named);
}

/** The same for those who know which documents the identities name. */
export async function missingAmong(
  tx: Tx,
  partnerId: string,
  customerId: string,
  named: readonly NamedFile[],
): Promise<MissingDocument[]> {
  const people = new Map(named.map((one) => [one.document_id, one.ubo_id]));
  const rows = await listMissing(tx, partnerId, customerId, [...people.keys()]);
  return rows.map((row) => ({ ...row, uboId: people.get(row.document_id) ?? null }));
}

export interface ApprovalFacts {
  people: readonly JudgedPerson[];
  /** How many there are. */
  openHits: number;
  missing: readonly MissingDocument[];
}

/** The first is the error of an approval that is proposed or confirmed all the same. */
export function approvalBlockers(
  { screening_due_at: screeningDueAt }: Pick<ReviewRow, 'screening_due_at'>,
  { people, openHits: openHitCount, missing }: ApprovalFacts,
): Blocker[] {
  const refused = people.filter((one) => ['Rejected', 'ChangesRequested'].includes(one.verification_status));
  return [
    ...refused.map(({ ubo_id: uboId, verification_status: status }): Blocker => {
      return {
        code: 'Review.VerdictOpen',
        message: `The person ${uboId} is ${status}, so the business cannot be approved. Request changes or reject, or change the verdict on that person.`,
        uboId,
        documentId: null,
      };
    }),
    ...(screeningDueAt === null ? [] : [blocker('Review.ScreeningPending')]),
    ...(openHitCount === 0 ? [] : [hitOpen(openHitCount)]),
    ...missing.map(documentMissing),
  ];
}

const WHY: Record<MissingRow['status'], string> = {
  LinkIssued: 'its file has not arrived',
  Superseded: 'its link was replaced before a file arrived',
  Uploaded: 'its file is still being checked',
  Expired: 'its link expired before a file arrived',
  Rejected: 'its file was refused',
  Quarantined: 'its file was refused',
  Confirmed: 'it is confirmed',
};

function documentMissing({ document_id: documentId, category, status, uboId }: MissingDocument): Blocker {
  const named = uboId === null ? 'was submitted' : `the person ${uboId} names`;
  const cure = isOpen({ status }) ? 'Wait for it, or request changes,' : 'Request changes,';
  return {
    code: 'Review.DocumentMissing',
    message: `The document ${documentId} (${category}), which ${named}, cannot be looked at: ${WHY[status]}. ${cure} so that the partner uploads it or names another document.`,
    uboId,
    documentId,
  };
}

function hitOpen(count: number): Blocker {
  const what = count === 1 ? 'A screening hit has' : `${count} screening hits have`;
  return {
    code: 'Review.HitOpen',
    message: `${what} no finding yet, so the business cannot be approved. Compare each with the entry of the list, and record whether it is the same.`,
    uboId: null,
    documentId: null,
  };
}

export function blocker(code: Blocker['code']): Blocker {
  const { cause, remedy } = ERRORS[code];
  return { code, message: `${cause} ${remedy}`, uboId: null, documentId: null };
}
