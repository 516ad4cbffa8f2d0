// Reads everything about one business in three round trips: first the package, which identifies the partner, then everything
// else in parallel, then the names of everyone mentioned.
import {
  type AuditQuery,
  PACKAGE_LIMITS,
  type PackageRecord,
  type PackageState,
  type ReviewAuditPage,
} from '@onboarding/contract';
import { isUuid } from '@onboarding/platform/ids';
import { settled, type Tx } from '@onboarding/platform/postgres';
import { listStaffNames } from '../../accounts/index.ts';
import {
  type AuditRow,
  type AuditRows,
  type ComparedRow,
  listCompared,
  listOpened,
  listTrail,
  type OpenedRow,
  toReviewEntry,
} from '../../audit/index.ts';
import type { Context } from '../../context.ts';
import type { CustomerKey } from '../../customer-keys.ts';
import {
  type DocumentFile,
  type DocumentRow,
  fileOf,
  findDocumentsToCheck,
  listDocuments,
} from '../../documents/index.ts';
import { DomainError } from '../../failure.ts';
import { listPartnerNames } from '../../partners/index.ts';
import { listPeople, type NamedFile, type PersonRow } from '../../people/index.ts';
import {
  type BusinessBrief,
  dataKeyOf,
  findReviewedCustomer,
  listBusinessBriefs,
  type ReviewedCustomer,
  recordStep,
} from '../../profiles/index.ts';
import { type DecisionRow, findOpenDecision, listDecisions, type ReviewRow } from '../../review-state/index.ts';
import { listLatestScreenings, type ScreeningRow } from '../../screening/index.ts';
import { recordReads, type Shown, type StaffReader } from '../../staff-reads/index.ts';
import { erased, getReview, lockPackage } from '../access/package-access.ts';
import { type MissingDocument, missingAmong, unopenedBy } from '../decisions/blockers.ts';
import { evidenceVersionOf } from '../decisions/evidence.ts';
import { listVerdicts, type VerdictRow } from '../decisions/verdict-store.ts';
import { type FindingRow, listFindings } from '../findings/finding-store.ts';
import { holdOn } from '../notes/note-service.ts';
import { listNotes, type NoteRow } from '../notes/note-store.ts';
import { listPagesSeen, type PagesRow } from '../pages/pages-store.ts';
import { matchesOf, type PackageParts, storedFlags, toPackageRecord } from './package-representation.ts';

export async function readPackage(
  tx: Tx,
  { clock, keys, openedDocuments }: Pick<Context, 'clock' | 'keys' | 'openedDocuments'>,
  reader: StaffReader,
  customerId: string,
): Promise<PackageRecord> {
  const review = await getReview(tx, customerId);
  const parts = await readParts(tx, review);
  const { customer } = parts;
  const flags = storedFlags(review.flags);
  const matches = flags.flatMap(matchesOf);
  const [staff, partners, businesses, missing] = await settled<
    [Map<string, string>, Map<string, string>, Map<string, BusinessBrief>, MissingDocument[]]
  >([
    listStaffNames(tx, staffOf(parts)),
    listPartnerNames(tx, [review.partnerId, ...matches.map((one) => one.partnerId)]),
    listBusinessBriefs(tx, matches),
    missingAmong(tx, review.partnerId, review.customerId, namedFiles(parts.people)),
  ]);
  await recordReads(tx, { clock }, reader, shownIn(review, matches));
  // The encrypted data of an erased customer is unreadable.
  const dataKey = customer.dataKey === null ? undefined : dataKeyOf(keys, customer);
  const names = {
    keys,
    dataKey,
    staff: (accountId: string) => staff.get(accountId) ?? null,
    partner: (partnerId: string) => partners.get(partnerId),
    company: (otherId: string) => businesses.get(otherId)?.companyName,
  };
  const { accountId } = reader.person;
  const asked = openedDocuments && review.queuedAt !== null;
  const unopened = asked ? unopenedBy(accountId, parts.documents, parts.opened) : [];
  return toPackageRecord({ ...parts, missing, unopened }, flags, names, clock.now());
}

/** The business, and the others that the package refers to, each once. */
function shownIn(review: ReviewRow, matches: readonly CustomerKey[]): Shown[] {
  const { partnerId, customerId } = review;
  const others = new Map(matches.map((one) => [one.customerId, one.partnerId]));
  return [
    { partnerId, customerId, kind: 'Package' },
    ...[...others].map(([otherId, ofPartner]): Shown => {
      return { partnerId: ofPartner, customerId: otherId, kind: 'Comparison', subjectId: customerId };
    }),
  ];
}

function namedFiles(people: readonly PersonRow[]): NamedFile[] {
  return people.flatMap(({ uboId, identities }) =>
    identities.flatMap(({ documentId }) => (documentId === null ? [] : [{ uboId, documentId }])),
  );
}

type ReadParts = Omit<PackageParts, 'missing' | 'unopened'>;

async function readParts(tx: Tx, review: ReviewRow): Promise<ReadParts> {
  const { partnerId, customerId, queuedAt } = review;
  const [
    customer,
    people,
    documents,
    decisions,
    verdicts,
    notes,
    screenings,
    findings,
    trail,
    opened,
    compared,
    pages,
  ] = await settled<
    [
      ReviewedCustomer | undefined,
      PersonRow[],
      DocumentRow[],
      DecisionRow[],
      VerdictRow[],
      NoteRow[],
      ScreeningRow[],
      FindingRow[],
      AuditRows,
      OpenedRow[],
      ComparedRow[],
      PagesRow[],
    ]
  >([
    // Read first: if something changes in between, the version is too old rather than too new.
    findReviewedCustomer(tx, partnerId, customerId),
    listPeople(tx, partnerId, customerId),
    listDocuments(tx, partnerId, customerId),
    listDecisions(tx, partnerId, customerId),
    listVerdicts(tx, partnerId, customerId),
    listNotes(tx, partnerId, customerId),
    listLatestScreenings(tx, partnerId, customerId),
    listFindings(tx, partnerId, customerId),
    listTrail(tx, { partnerId, customerId }, { limit: PACKAGE_LIMITS.auditEntries }),
    queuedAt === null ? Promise.resolve([]) : listOpened(tx, partnerId, customerId, queuedAt),
    queuedAt === null ? Promise.resolve([]) : listCompared(tx, partnerId, customerId, queuedAt),
    queuedAt === null ? Promise.resolve([]) : listPagesSeen(tx, partnerId, customerId, queuedAt),
  ]);
  if (customer === undefined) throw new DomainError('Customer.NotFound');
  const shown = notes.slice(0, PACKAGE_LIMITS.notes);
  return {
    review,
    customer,
    people,
    documents,
    decisions,
    verdicts,
    notes: shown,
    screenings,
    findings,
    opened,
    compared,
    pages,
    audit: trail.rows,
  };
}

/** All members of our staff who are mentioned. */
function staffOf({ review, decisions, verdicts, notes, findings, opened, compared, audit }: ReadParts): string[] {
  const mentioned = [
    review.claimedBy,
    ...decisions.flatMap((one) => [one.proposedBy, one.settledBy]),
    ...verdicts.map((one) => one.givenBy),
    ...notes.map((one) => one.writtenBy),
    ...findings.map((one) => one.foundBy),
    ...[...opened, ...compared].map((one) => one.accountId),
    ...staffIn(audit),
  ];
  return mentioned.filter((id) => id !== null);
}

// Whether a package has changed since it was read: only ids and a hash, so that a page can poll it without a recorded read.

export async function readPackageState(tx: Tx, customerId: string): Promise<PackageState> {
  const review = await getReview(tx, customerId);
  const { partnerId } = review;
  const [customer, screenings, verdicts, findings, proposal] = await settled<
    [ReviewedCustomer | undefined, ScreeningRow[], VerdictRow[], FindingRow[], DecisionRow | undefined]
  >([
    findReviewedCustomer(tx, partnerId, customerId),
    listLatestScreenings(tx, partnerId, customerId),
    listVerdicts(tx, partnerId, customerId),
    listFindings(tx, partnerId, customerId),
    findOpenDecision(tx, partnerId, customerId),
  ]);
  if (customer === undefined) throw new DomainError('Customer.NotFound');
  return {
    evidenceVersion: evidenceVersionOf({ customer, review, screenings, verdicts, findings }),
    claimedBy: review.claimedBy,
    proposalId: proposal?.decisionId ?? null,
  };
}

/** The complete trail of a customer, for our own staff. */
export async function readReviewTrail(
  tx: Tx,
  context: Pick<Context, 'clock'>,
  reader: StaffReader,
  { customerId, query }: { customerId: string; query: AuditQuery },
): Promise<ReviewAuditPage> {
  const { partnerId, customerId: known } = await getReview(tx, customerId);
  const { rows, nextCursor } = await listTrail(tx, { partnerId, customerId: known }, query);
  const names = await listStaffNames(tx, staffIn(rows));
  await recordReads(tx, context, reader, [{ partnerId, customerId: known, kind: 'Trail' }]);
  return { items: rows.map((row) => toReviewEntry(row, (id) => names.get(id) ?? null)), nextCursor };
}

/** The accounts of our staff among the actors. */
function staffIn(rows: readonly AuditRow[]): string[] {
  return rows.filter((row) => row.actorKind === 'StaffPerson').map((row) => row.actorId);
}

// Sends a document's file to our own staff, and records this once the first bytes were sent.

interface Wanted {
  customerId: string;
  documentId: string;
}

/** For anyone who may read packages, with or without the claim, in any state. Sends nothing yet, so it records nothing. */
export async function findReviewedFile(tx: Tx, { customerId, documentId }: Wanted): Promise<DocumentFile> {
  const { partnerId, customerId: ownerId } = await getReview(tx, customerId);
  const customer = await findReviewedCustomer(tx, partnerId, ownerId);
  if (customer === undefined) throw new DomainError('Customer.NotFound');
  if (customer.dataKey === null) throw erased();
  const [document] = isUuid(documentId) ? await findDocumentsToCheck(tx, [{ partnerId, documentId }]) : [];
  if (document?.customerId !== ownerId) throw new DomainError('Review.SubjectNotFound');
  return fileOf(document, 'Review.DocumentUnreadable');
}

/**
 * Call after the first bytes were sent and before the last. Sending any bytes is a read; only sending the beginning of the
 * file counts as opening it, which approvals require.
 */
export async function recordFileSent(
  tx: Tx,
  { clock, keys }: Pick<Context, 'clock' | 'keys'>,
  reader: StaffReader,
  { customerId, documentId, opened }: Wanted & { opened: boolean },
): Promise<void> {
  const locked = await lockPackage(tx, reader.person, customerId);
  const { customer, actor } = locked;
  const now = clock.now();
  await holdOn(tx, locked, now);
  const facts = { documentId: documentId.toLowerCase() };
  if (opened) await recordStep(tx, keys, actor, customer, { action: 'review.document.viewed', facts, now });
  const shown = { partnerId: actor.partnerId, customerId: customer.customerId, subjectId: documentId };
  await recordReads(tx, { clock }, reader, [{ ...shown, kind: 'Document' }]);
}
