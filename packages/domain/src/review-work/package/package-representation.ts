import type { KeyObject } from 'node:crypto';
import {
  type Colleague,
  type DocumentCategory,
  type ExplainedFlag,
  explainFlag,
  type Flag,
  flagSchema,
  type GivenVerdict,
  type PackageDecisionRecord,
  type PackageHit,
  type PackageRecord,
  type PackageScreening,
  PERSON_DOCUMENT_CATEGORIES,
  type RequestedDocument,
} from '@onboarding/contract';
import type { KeyRing } from '@onboarding/platform/crypto';
import { type AuditRow, type ComparedRow, type OpenedRow, toReviewEntry } from '../../audit/index.ts';
import type { DocumentRow } from '../../documents/index.ts';
import { areFlagsPending } from '../../flags/index.ts';
import type { PersonRow } from '../../people/index.ts';
import { type ReviewedCustomer, toProfileRecord } from '../../profiles/index.ts';
import { type DecisionRow, messageOf, type ReviewRow, remediationOf } from '../../review-state/index.ts';
import type { ScreeningRow } from '../../screening/index.ts';
import { approvalBlockers, type MissingDocument } from '../decisions/blockers.ts';
import { evidenceVersionOf } from '../decisions/evidence.ts';
import type { VerdictRow } from '../decisions/verdict-store.ts';
import { type JudgedHit, judgedHits, openHits, unsealFindingNote } from '../findings/finding-service.ts';
import type { FindingRow } from '../findings/finding-store.ts';
import { unsealNote } from '../notes/note-service.ts';
import type { NoteRow } from '../notes/note-store.ts';
import type { PagesRow } from '../pages/pages-store.ts';

export interface PackageParts {
  review: ReviewRow;
  customer: ReviewedCustomer;
  people: PersonRow[];
  documents: DocumentRow[];
  /** Newest first, like notes and audit entries. */
  decisions: DecisionRow[];
  verdicts: VerdictRow[];
  notes: NoteRow[];
  screenings: ScreeningRow[];
  findings: FindingRow[];
  missing: MissingDocument[];
  /** Documents that the reader must open before approving. */
  unopened: DocumentRow[];
  /** Documents opened by our staff since the package was queued. */
  opened: OpenedRow[];
  /** Identity numbers compared since then. */
  compared: ComparedRow[];
  /** How many of their pages, for those that reported it. */
  pages: PagesRow[];
  audit: AuditRow[];
}

interface PackageNames extends Names {
  keys: KeyRing;
  /** Undefined if the customer was erased. */
  dataKey: KeyObject | undefined;
  staff(accountId: string): string | null;
}

export function toPackageRecord(
  parts: PackageParts,
  flags: readonly Flag[],
  names: PackageNames,
  now: Date,
): PackageRecord {
  const { review, customer, people, documents, decisions, notes, screenings, audit } = parts;
  const business = toProfileRecord(customer, people, documents);
  const verdictOn = verdictsOf(parts, names);
  const requested = requestedDocuments(decisions, documents);
  return {
    evidenceVersion: evidenceVersionOf(parts),
    blockers: approvalBlockers(review, { ...parts, openHits: countOpenHits(parts, names) }),
    partner: { partnerId: review.partnerId, name: names.partner(review.partnerId) ?? '' },
    business,
    verification: {
      status: business.verificationStatus,
      attempt: customer.attempt,
      submittedAt: (customer.submittedAt ?? customer.createdAt).toISOString(),
      statusChangedAt: (customer.statusChangedAt ?? customer.createdAt).toISOString(),
      decidedAt: customer.decidedAt?.toISOString() ?? null,
      version: customer.version,
    },
    claim: claimOf(review, names),
    queue: queueOf(review),
    flags: flags.map((flag) => toExplainedFlag(flag, names)),
    flagsPending: areFlagsPending(review.flagsDueAt, now),
    screenings: screenings.map((row) => toScreening(row, parts.findings, names)),
    screeningPending: review.screeningDueAt !== null,
    people: business.businessPersonList.map(({ uboId, verificationStatus }) => ({
      uboId,
      verificationStatus,
      verdict: verdictOn('Person', uboId),
    })),
    documents: business.documents.map((document) => ({
      ...document,
      verdict: verdictOn('Document', document.documentId),
      requestedBy: reasonsAnswered(requested, document.documentId),
      openedBy: openedBy(parts, document.documentId, names),
    })),
    requestedDocuments: requested,
    comparisons: parts.compared.map(({ identityId, accountId, matches, comparedAt }) => ({
      ...colleague(accountId, names),
      identityId,
      matches,
      comparedAt: comparedAt.toISOString(),
    })),
    decisions: decisions.map((row) => toDecision(row, names)),
    notes: notes.map((row) => toNote(row, names)),
    audit: audit.map((row) => toReviewEntry(row, names.staff)),
  };
}

function toNote(row: PackageParts['notes'][number], names: PackageNames): PackageRecord['notes'][number] {
  return {
    noteId: row.noteId,
    text: names.dataKey === undefined ? null : unsealNote(names.dataKey, row),
    writtenBy: colleague(row.writtenBy, names),
    writtenAt: row.writtenAt.toISOString(),
  };
}

function colleague(accountId: string, names: PackageNames): Colleague {
  return { accountId, name: names.staff(accountId) };
}

function countOpenHits({ screenings, findings }: PackageParts, { keys, dataKey }: PackageNames): number {
  return dataKey === undefined ? 0 : openHits(judgedHits(keys, dataKey, screenings, findings)).length;
}

function openedBy({ opened, pages }: PackageParts, documentId: string, names: PackageNames) {
  return opened
    .filter((row) => row.documentId === documentId)
    .map(({ accountId, openedAt }) => {
      const seen = pages.find((one) => one.documentId === documentId && one.accountId === accountId);
      const { pagesSeen = null, pagesTotal = null } = seen ?? {};
      return { ...colleague(accountId, names), openedAt: openedAt.toISOString(), pagesSeen, pagesTotal };
    });
}

function queueOf({ priority, queuedAt, queueReason: reason }: ReviewRow): PackageRecord['queue'] {
  return {
    priority,
    reason: queuedAt === null ? null : reason,
    queuedAt: queuedAt?.toISOString() ?? null,
  };
}

function claimOf(review: ReviewRow, names: PackageNames): PackageRecord['claim'] {
  const { claimedBy: by, claimedAt: at, claimEndsAt: endsAt } = review;
  if (by === null || at === null || endsAt === null) return null;
  return { ...colleague(by, names), claimedAt: at.toISOString(), endsAt: endsAt.toISOString() };
}

function verdictsOf({ verdicts }: PackageParts, names: PackageNames) {
  const given = new Map(verdicts.map((row) => [`${row.subjectKind} ${row.subjectId}`, row]));
  return (kind: VerdictRow['subjectKind'], subjectId: string): GivenVerdict | null => {
    const row = given.get(`${kind} ${subjectId}`);
    if (row === undefined) return null;
    return {
      verdict: row.verdict,
      reasonCode: row.reasonCode,
      givenBy: colleague(row.givenBy, names),
      givenAt: row.givenAt.toISOString(),
    };
  };
}

function toDecision(row: DecisionRow, names: PackageNames): PackageDecisionRecord {
  return {
    ...row,
    proposedBy: colleague(row.proposedBy, names),
    proposedAt: row.proposedAt.toISOString(),
    settledBy: row.settledBy === null ? null : colleague(row.settledBy, names),
    settledAt: row.settledAt?.toISOString() ?? null,
    reasons: row.reasons.map((reason) => ({ ...reason, message: messageOf(reason) })),
  };
}

function toScreening(row: ScreeningRow, findings: readonly FindingRow[], names: PackageNames): PackageScreening {
  const { screeningId, uboId, outcome, provider, screenedAt, hitCount } = row;
  const hits = hitsOf(row, findings, names);
  return { screeningId, uboId, outcome, provider, screenedAt: screenedAt.toISOString(), hitCount, hits };
}

function hitsOf(row: ScreeningRow, findings: readonly FindingRow[], names: PackageNames): PackageHit[] | null {
  const { keys, dataKey } = names;
  if (row.hitsCipher === null) return [];
  if (dataKey === undefined) return null;
  return judgedHits(keys, dataKey, [row], findings).map((one) => toHit(one, dataKey, names));
}

function toHit({ hit, finding }: JudgedHit, dataKey: KeyObject, names: PackageNames): PackageHit {
  if (finding === undefined) return { ...hit, finding: null };
  return {
    ...hit,
    finding: {
      finding: finding.finding,
      note: unsealFindingNote(dataKey, finding),
      foundBy: colleague(finding.foundBy, names),
      foundAt: finding.foundAt.toISOString(),
    },
  };
}

// The documents that the last request for changes asked for, and which of them have arrived since.

/** `decisions`: newest first. */
function requestedDocuments(decisions: readonly DecisionRow[], documents: readonly DocumentRow[]): RequestedDocument[] {
  const request = decisions.find((one) => one.outcome === 'RequestChanges' && one.state === 'Confirmed');
  const askedAt = request?.settledAt ?? null;
  if (request === undefined || askedAt === null) return [];
  return request.reasons.flatMap((reason) => {
    const about = documents.find((one) => one.documentId === reason.documentId);
    const person = reason.uboId ?? about?.uboId ?? null;
    return (remediationOf(reason, documents).documentCategories ?? []).map((category) => {
      const uboId = isOfPerson(category) ? person : null;
      const arrived = documents.filter(
        (one) =>
          one.category === category &&
          (uboId === null || one.uboId === uboId) &&
          one.status === 'Confirmed' &&
          one.confirmedAt !== null &&
          one.confirmedAt >= askedAt,
      );
      return { reasonId: reason.reasonId, category, uboId, documentIds: arrived.map((one) => one.documentId) };
    });
  });
}

function isOfPerson(category: DocumentCategory): boolean {
  return PERSON_DOCUMENT_CATEGORIES.some((one) => one === category);
}

/** The reasons that this document resolves. */
function reasonsAnswered(requested: readonly RequestedDocument[], documentId: string): string[] {
  const answered = requested.filter((one) => one.documentIds.includes(documentId)).map((one) => one.reasonId);
  return [...new Set(answered)];
}

// Stored flags with explanations for analysts.

interface Match {
  partnerId: string;
  customerId: string;
  why: string;
}

/** Skips flags that were withdrawn by a later release. */
export function storedFlags(stored: unknown): Flag[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((one) => {
    const parsed = flagSchema.safeParse(one);
    return parsed.success ? [parsed.data] : [];
  });
}

/** The other businesses that a flag refers to, each once. */
export function matchesOf(flag: Flag): Match[] {
  switch (flag.code) {
    case 'DuplicateRegistration':
      return flag.facts.others.map((one) => ({ ...one, why: 'It has the same registration number.' }));
    case 'SimilarName':
      return flag.facts.others.map(({ score, ...one }) => ({
        ...one,
        why: score === 1 ? 'It has the same name.' : `Its name is ${Math.round(score * 100)} percent similar.`,
      }));
    case 'SharedIdentity': {
      const others = new Map(flag.facts.matches.map(({ other }) => [other.customerId, other]));
      return [...others.values()].map(({ partnerId, customerId }) => ({
        partnerId,
        customerId,
        why: 'One of its people has the same identity document as a person of this business.',
      }));
    }
    default:
      return [];
  }
}

interface Names {
  partner(partnerId: string): string | undefined;
  company(customerId: string): string | undefined;
}

function toExplainedFlag(flag: Flag, names: Names): ExplainedFlag {
  return {
    code: flag.code,
    explanation: explainFlag(flag),
    facts: { ...flag.facts },
    matches: matchesOf(flag).map(({ partnerId, customerId, why }) => ({
      customerId,
      partnerId,
      partnerName: names.partner(partnerId) ?? null,
      companyName: names.company(customerId) ?? null,
      why,
    })),
  };
}
