// Reads everything about one business in three round trips: first the package, which identifies the partner, then everything
// else in parallel, then the names of everyone mentioned.
import { PACKAGE_LIMITS, type PackageRecord } from '@onboarding/contract';
import { settled, type Tx } from '@onboarding/platform/postgres';
import { listStaffNames } from '../../accounts/index.ts';
import { type AuditRows, listOpened, listTrail, type OpenedRow } from '../../audit/index.ts';
import type { Context } from '../../context.ts';
import type { CustomerKey } from '../../customer-keys.ts';
import { type DocumentRow, listDocuments } from '../../documents/index.ts';
import { DomainError } from '../../failure.ts';
import { listPartnerNames } from '../../partners/index.ts';
import { listPeople, type NamedFile, type PersonRow } from '../../people/index.ts';
import {
  type BusinessBrief,
  dataKeyOf,
  findReviewedCustomer,
  listBusinessBriefs,
  type ReviewedCustomer,
} from '../../profiles/index.ts';
import { type DecisionRow, listDecisions, type ReviewRow } from '../../review-state/index.ts';
import { listLatestScreenings, type ScreeningRow } from '../../screening/index.ts';
import { recordReads, type Shown, type StaffReader } from '../../staff-reads/index.ts';
import { getReview } from '../access/package-access.ts';
import { type MissingDocument, missingAmong, unopenedBy } from '../decisions/blockers.ts';
import { listVerdicts, type VerdictRow } from '../decisions/verdict-store.ts';
import { type FindingRow, listFindings } from '../findings/finding-store.ts';
import { listNotes, type NoteRow } from '../notes/note-store.ts';
import { matchesOf, storedFlags } from './flag-representation.ts';
import { type PackageParts, toPackageRecord } from './package-representation.ts';
import { staffIn } from './review-trail-service.ts';

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
  const [customer, people, documents, decisions, verdicts, notes, screenings, findings, trail, opened] = await settled<
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
    audit: trail.rows,
  };
}

/** All members of our staff who are mentioned. */
function staffOf({ review, decisions, verdicts, notes, findings, opened, audit }: ReadParts): string[] {
  const mentioned = [
    review.claimedBy,
    ...decisions.flatMap((one) => [one.proposedBy, one.settledBy]),
    ...verdicts.map((one) => one.givenBy),
    ...notes.map((one) => one.writtenBy),
    ...findings.map((one) => one.foundBy),
    ...opened.map((one) => one.accountId),
    ...staffIn(audit),
  ];
  return mentioned.filter((id) => id !== null);
}
