// What prevents a decision whose body is valid. Used when proposing, confirming and previewing an approval.
import { type Blocker, ERRORS } from '@onboarding/contract';
import { settled, type Tx } from '@onboarding/platform/postgres';
import { listOpened, type OpenedRow } from '../../audit/index.ts';
import type { Context, StaffActor } from '../../context.ts';
import { type DocumentRow, isOpen, listDocuments, listMissing, type MissingRow } from '../../documents/index.ts';
import { listNamedFiles, type NamedFile, type PersonStatusRow } from '../../people/index.ts';
import type { LockedCustomer } from '../../profiles/index.ts';
import type { ReviewRow } from '../../review-state/index.ts';
import { type JudgedHit, listHits, openHits } from '../findings/finding-service.ts';

export interface BlockedPackage {
  review: ReviewRow;
  customer: Pick<LockedCustomer, 'customerId' | 'dataKey' | 'dataKeyId'>;
  actor: Pick<StaffActor, 'accountId'>;
}

type JudgedPerson = Pick<PersonStatusRow, 'uboId' | 'verificationStatus'>;

/** Why this analyst cannot approve a business yet; empty if nothing prevents it. */
export async function listBlockers(
  tx: Tx,
  { keys, openedDocuments }: Pick<Context, 'keys' | 'openedDocuments'>,
  { review, customer, actor }: BlockedPackage,
  people: readonly JudgedPerson[],
): Promise<Blocker[]> {
  const { partnerId, customerId, queuedAt } = review;
  const asked = openedDocuments && queuedAt !== null;
  const [hits, missing, documents, opened] = await settled<
    [JudgedHit[], MissingDocument[], DocumentRow[], OpenedRow[]]
  >([
    listHits(tx, keys, review, customer),
    listMissingDocuments(tx, partnerId, customerId),
    asked ? listDocuments(tx, partnerId, customerId) : Promise.resolve([]),
    asked ? listOpened(tx, partnerId, customerId, queuedAt) : Promise.resolve([]),
  ]);
  const unopened = unopenedBy(actor.accountId, documents, opened);
  return approvalBlockers(review, { people, openHits: openHits(hits).length, missing, unopened });
}

/** The confirmed documents that this analyst has not opened. */
export function unopenedBy(
  accountId: string,
  documents: readonly DocumentRow[],
  opened: readonly OpenedRow[],
): DocumentRow[] {
  const seen = new Set(opened.filter((one) => one.accountId === accountId).map((one) => one.documentId));
  return documents.filter((one) => one.status === 'Confirmed' && !seen.has(one.documentId));
}

/** A document that should be evidence but cannot be opened; `uboId` is the person whose identity refers to it, if any. */
export interface MissingDocument extends MissingRow {
  uboId: string | null;
}

export async function listMissingDocuments(tx: Tx, partnerId: string, customerId: string): Promise<MissingDocument[]> {
  const named = await listNamedFiles(tx, partnerId, customerId);
  return missingAmong(tx, partnerId, customerId, named);
}

/** Like listMissingDocuments, for callers that already know the documents of the identities. */
export async function missingAmong(
  tx: Tx,
  partnerId: string,
  customerId: string,
  named: readonly NamedFile[],
): Promise<MissingDocument[]> {
  const people = new Map(named.map((one) => [one.documentId, one.uboId]));
  const rows = await listMissing(tx, partnerId, customerId, [...people.keys()]);
  return rows.map((row) => ({ ...row, uboId: people.get(row.documentId) ?? null }));
}

export interface ApprovalFacts {
  people: readonly JudgedPerson[];
  /** The number of open hits. */
  openHits: number;
  missing: readonly MissingDocument[];
  /** Documents that the approving analyst has not opened. */
  unopened: readonly Pick<DocumentRow, 'documentId' | 'category' | 'uboId'>[];
}

/** The first one is the error if the approval is proposed or confirmed anyway. */
export function approvalBlockers(
  { screeningDueAt, flagCodes: flags }: Pick<ReviewRow, 'screeningDueAt' | 'flagCodes'>,
  { people, openHits: openHitCount, missing, unopened }: ApprovalFacts,
): Blocker[] {
  const refused = people.filter((one) => ['Rejected', 'ChangesRequested'].includes(one.verificationStatus));
  return [
    ...refused.map(({ uboId, verificationStatus: status }): Blocker => {
      return {
        code: 'Review.VerdictOpen',
        message: `The person ${uboId} is ${status}, so the business cannot be approved. Request changes or reject, or change the verdict on that person.`,
        uboId,
        documentId: null,
      };
    }),
    ...(screeningDueAt === null ? [] : [blocker('Review.ScreeningPending')]),
    ...(openHitCount === 0 ? [] : [hitOpen(openHitCount)]),
    ...(flags.includes('ProhibitedCountry') ? [blocker('Review.CountryProhibited')] : []),
    ...missing.map(documentMissing),
    ...unopened.map((one) => documentUnopened(one, unopened.length - 1)),
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

function documentMissing({ documentId, category, status, uboId }: MissingDocument): Blocker {
  const named = uboId === null ? 'was submitted' : `the person ${uboId} refers to`;
  const cure = isOpen({ status }) ? 'Wait for it, or request changes' : 'Request changes';
  return {
    code: 'Review.DocumentMissing',
    message: `The document ${documentId} (${category}), which ${named}, cannot be opened: ${WHY[status]}. ${cure} so that the partner uploads it or submits another document.`,
    uboId,
    documentId,
  };
}

function documentUnopened({ documentId, category, uboId }: ApprovalFacts['unopened'][number], others: number): Blocker {
  const [more, cure] = others === 0 ? ['', 'Open it'] : [` and ${others} more`, 'Open them'];
  return {
    code: 'Review.DocumentUnopened',
    message: `You have not opened the document ${documentId} (${category})${more} since the package was queued, so you cannot approve it. ${cure}, then try again.`,
    uboId,
    documentId,
  };
}

function hitOpen(count: number): Blocker {
  const what = count === 1 ? 'A screening hit has' : `${count} screening hits have`;
  return {
    code: 'Review.HitOpen',
    message: `${what} no finding yet, so the business cannot be approved. Compare the subject of each hit with the sanctions list entry, and record whether they are the same.`,
    uboId: null,
    documentId: null,
  };
}

export function blocker(code: Blocker['code']): Blocker {
  const { cause, remedy } = ERRORS[code];
  return { code, message: `${cause} ${remedy}`, uboId: null, documentId: null };
}
