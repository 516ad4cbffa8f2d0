import type { KeyObject } from 'node:crypto';
import {
  type Colleague,
  type Flag,
  type GivenVerdict,
  type PackageDecisionRecord,
  type PackageRecord,
  type PackageScreening,
  packageSchema,
  screeningHitSchema,
} from '@onboarding/contract';
import { decrypt } from '@onboarding/platform/crypto';
import { type AuditRow, toReviewEntry } from '../audit/index.ts';
import type { DocumentRow } from '../documents/index.ts';
import type { PersonRow } from '../people/index.ts';
import { type ReviewedCustomer, toProfileRecord } from '../profiles/index.ts';
import { areFlagsPending, type DecisionRow, messageOf, type ReviewRow } from '../reviews/index.ts';
import type { ScreeningRow } from '../screening/index.ts';
import { type NoteRow, unsealNote, type VerdictRow } from '../verification/index.ts';
import { type Names, toExplainedFlag } from './flag-representation.ts';
import { reasonsAnswered, requestedDocuments } from './requested-documents.ts';

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
  audit: AuditRow[];
}

export interface PackageNames extends Names {
  /** Undefined when the customer's data were erased. */
  dataKey: KeyObject | undefined;
  staff(accountId: string): string | null;
}

const stored = packageSchema.shape;
const decisionWords = stored.decisions.element.pick({ outcome: true, state: true, voidedBy: true });
const reasonOf = stored.queue.shape.reason;
const verdictWords = stored.people.element.shape.verdict.unwrap().pick({ verdict: true });
const screeningWords = stored.screenings.element.pick({ outcome: true });
const hitsOf = screeningHitSchema.array();

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
    partner: { partnerId: review.partner_id, name: names.partner(review.partner_id) ?? '' },
    business,
    verification: {
      status: business.verificationStatus,
      attempt: customer.attempt,
      submittedAt: (customer.submitted_at ?? customer.created_at).toISOString(),
      statusChangedAt: (customer.status_changed_at ?? customer.created_at).toISOString(),
      decidedAt: customer.decided_at?.toISOString() ?? null,
      version: customer.version,
    },
    claim: claimOf(review, names),
    queue: queueOf(review),
    flags: flags.map((flag) => toExplainedFlag(flag, names)),
    flagsPending: areFlagsPending(review.flags_due_at, now),
    screenings: screenings.map((row) => toScreening(row, names.dataKey)),
    screeningPending: review.screening_due_at !== null,
    people: business.businessPersonList.map(({ uboId, verificationStatus }) => ({
      uboId,
      verificationStatus,
      verdict: verdictOn('Person', uboId),
    })),
    documents: business.documents.map((document) => ({
      ...document,
      verdict: verdictOn('Document', document.documentId),
      requestedBy: reasonsAnswered(requested, document.documentId),
    })),
    requestedDocuments: requested,
    decisions: decisions.map((row) => toDecision(row, names)),
    notes: notes.map((row) => ({
      noteId: row.note_id,
      text: names.dataKey === undefined ? null : unsealNote(names.dataKey, row),
      writtenBy: colleague(row.written_by, names),
      writtenAt: row.written_at.toISOString(),
    })),
    audit: audit.map((row) => toReviewEntry(row, names.staff)),
  };
}

function colleague(accountId: string, names: PackageNames): Colleague {
  return { accountId, name: names.staff(accountId) };
}

function queueOf({ priority, queued_at: queuedAt, queue_reason: reason }: ReviewRow): PackageRecord['queue'] {
  return {
    priority,
    reason: queuedAt === null ? null : reasonOf.parse(reason),
    queuedAt: queuedAt?.toISOString() ?? null,
  };
}

function claimOf(review: ReviewRow, names: PackageNames): PackageRecord['claim'] {
  const { claimed_by: by, claimed_at: at, claim_ends_at: endsAt } = review;
  if (by === null || at === null || endsAt === null) return null;
  return { ...colleague(by, names), claimedAt: at.toISOString(), endsAt: endsAt.toISOString() };
}

function verdictsOf({ verdicts }: PackageParts, names: PackageNames) {
  const given = new Map(verdicts.map((row) => [`${row.subject_kind} ${row.subject_id}`, row]));
  return (kind: 'Person' | 'Document', subjectId: string): GivenVerdict | null => {
    const row = given.get(`${kind} ${subjectId}`);
    if (row === undefined) return null;
    return {
      ...verdictWords.parse({ verdict: row.verdict }),
      reasonCode: row.reason_code,
      givenBy: colleague(row.given_by, names),
      givenAt: row.given_at.toISOString(),
    };
  };
}

function toDecision(row: DecisionRow, names: PackageNames): PackageDecisionRecord {
  return {
    decisionId: row.decision_id,
    ...decisionWords.parse({ outcome: row.outcome, state: row.state, voidedBy: row.voided_by }),
    attempt: row.attempt,
    proposedBy: colleague(row.proposed_by, names),
    proposedAt: row.proposed_at.toISOString(),
    settledBy: row.settled_by === null ? null : colleague(row.settled_by, names),
    settledAt: row.settled_at?.toISOString() ?? null,
    reasons: row.reasons.map((reason) => ({
      reasonId: reason.reason_id,
      code: reason.code,
      message: messageOf(reason),
      pointer: reason.pointer,
      uboId: reason.ubo_id,
      documentId: reason.document_id,
    })),
  };
}

function toScreening(row: ScreeningRow, dataKey: KeyObject | undefined): PackageScreening {
  return {
    uboId: row.ubo_id,
    ...screeningWords.parse({ outcome: row.outcome }),
    provider: row.provider,
    screenedAt: row.screened_at.toISOString(),
    hitCount: row.hit_count,
    hits: hitsIn(row, dataKey),
  };
}

function hitsIn({ screening_id: id, hits_cipher: sealed }: ScreeningRow, dataKey: KeyObject | undefined) {
  if (sealed === null) return [];
  if (dataKey === undefined) return null;
  return hitsOf.parse(JSON.parse(decrypt(dataKey, sealed, id).toString('utf8')));
}
