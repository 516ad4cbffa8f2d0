// Writes the outcome of a document: its state, the customer's new version, the audit entry and the event; atomically and only
// once.
import type { DocumentFinding, DocumentRefusal } from '@onboarding/contract';
import { uuidv7 } from '@onboarding/platform/ids';
import { settled, type Tx } from '@onboarding/platform/postgres';
import type { Context, ServiceActor } from '../context.ts';
import {
  type CheckedDocument,
  checkAgainAt,
  expireDocument,
  isOpen,
  lockDocument,
  lookAfterAt,
  noteFindings,
  type Outcome,
} from '../documents/index.ts';
import type { NewEvent } from '../events/index.ts';
import {
  changeCustomer,
  type LockedCustomer,
  lockCustomer,
  performTransition,
  reviewStateOf,
} from '../profiles/index.ts';
import { claimEndsAt, haveFlagged, isInReview, stepFrom } from '../review-state/index.ts';
import { RECORD_OUTCOME, RECORD_OUTCOME_UNREVIEWED } from './confirm-store.ts';
import type { Kept } from './keep-service.ts';

/** The result of checking the pinned version. */
export interface Finding extends Pick<Outcome, 'versionId' | 'etag' | 'sizeBytes' | 'arrivedAt' | 'sha256'> {
  refusal: DocumentRefusal | null;
  /** What an analyst should know about it, if it is confirmed. */
  findings: readonly DocumentFinding[];
}

export interface RecordedOutcome {
  /** Its new state. */
  document: CheckedDocument;
  confirmation: { outcome: Outcome['status']; arrivedAt: Date } | { outcome: 'Expired' | 'Nothing' };
}

const ACTIONS = {
  Confirmed: 'business.document.confirmed',
  Rejected: 'business.document.rejected',
  Quarantined: 'business.document.quarantined',
} as const;

/** `seen`: the document that was checked. `kept`: its stored copy, required to confirm it. */
export async function recordOutcome(
  tx: Tx,
  { clock, keys, by = 'worker' }: Pick<Context, 'clock' | 'keys'> & { by?: ServiceActor['serviceName'] | undefined },
  seen: CheckedDocument,
  finding: Finding,
  kept?: Kept,
): Promise<RecordedOutcome> {
  const { partnerId, customerId, documentId } = seen;
  const [customer, document] = await settled<[LockedCustomer | undefined, CheckedDocument | undefined]>([
    lockCustomer(tx, partnerId, customerId),
    lockDocument(tx, partnerId, documentId),
  ]);
  if (customer === undefined || document === undefined) throw new Error('A document has lost its customer');
  // Another process was first, or has found another version of the object.
  if (!isOpen(document) || document.versionId !== seen.versionId) {
    return { document, confirmation: { outcome: 'Nothing' } };
  }
  // The API cannot void an analyst's proposal: the worker must record the outcome of this document.
  if (by === 'api' && isInReview(reviewStateOf(customer).stage))
    return { document, confirmation: { outcome: 'Nothing' } };
  const now = clock.now();
  if (customer.dataKey === null || (finding.refusal === null && !takesDocuments(customer))) {
    // The customer was erased, so no file is kept, or rejected since the link was issued.
    const expired = await expireDocument(tx, document, ['LinkIssued', 'Superseded', 'Uploaded'], checkAgainAt(now));
    if (expired === undefined) throw new Error('A locked document has changed');
    return { document: expired, confirmation: { outcome: 'Expired' } };
  }
  const outcome = outcomeOf(finding, kept, document, now);
  const actor: ServiceActor = { kind: 'Service', partnerId, serviceName: by, requestId: uuidv7(now) };
  const written = await write(tx, keys, actor, customer, document, outcome, now);
  if (outcome.status === 'Confirmed') await haveReviewed(tx, keys, actor, written, document, now);
  if (outcome.status === 'Confirmed' && finding.findings.length > 0) {
    await noteFindings(tx, document, finding.findings);
    await haveFlagged(tx, document, now);
  }
  const { status, versionId, arrivedAt } = outcome;
  return {
    document: {
      ...document,
      status,
      versionId,
      keptKey: outcome.keptKey,
      nextCheckAt: outcome.nextCheckAt,
    },
    confirmation: { outcome: status, arrivedAt },
  };
}

function takesDocuments(customer: LockedCustomer): boolean {
  return stepFrom(reviewStateOf(customer).stage, 'DocumentConfirmed') !== undefined;
}

function outcomeOf(
  { findings: _, ...finding }: Finding,
  kept: Kept | undefined,
  { createdAt }: CheckedDocument,
  now: Date,
): Outcome {
  const { refusal } = finding;
  if (refusal === null) {
    if (kept === undefined) throw new Error('Nothing is confirmed that is not kept');
    const { key: keptKey, versionId, etag } = kept;
    // More files can be uploaded until shortly after the link expires.
    const nextCheckAt = lookAfterAt(createdAt, now) ?? null;
    return { ...finding, versionId, etag, keptKey, status: 'Confirmed', confirmedAt: now, nextCheckAt };
  }
  // The file still exists and is removed next; this schedules a retry in case that fails.
  const nextCheckAt = checkAgainAt(now);
  const status = refusal === 'Infected' ? 'Quarantined' : 'Rejected';
  // The hash of a refused file is not kept: a fragment of someone else's file could be recognised by it.
  return { ...finding, sha256: null, keptKey: null, status, confirmedAt: null, nextCheckAt };
}

/** An approved business is reviewed again, because the approval did not consider this document. */
async function haveReviewed(
  tx: Tx,
  keys: Context['keys'],
  actor: ServiceActor,
  customer: LockedCustomer,
  { documentId }: CheckedDocument,
  now: Date,
): Promise<void> {
  const { stage } = reviewStateOf(customer);
  const trigger = 'DocumentConfirmed';
  if (stepFrom(stage, trigger)?.to === stage) return;
  await performTransition(tx, keys, actor, customer, {
    trigger,
    claim: null,
    reasons: [],
    now,
    further: { documentId },
  });
}

async function write(
  tx: Tx,
  keys: Context['keys'],
  actor: ServiceActor,
  customer: LockedCustomer,
  document: CheckedDocument,
  outcome: Outcome,
  now: Date,
): Promise<LockedCustomer> {
  const { documentId, category: documentCategory } = document;
  const { status, refusal, sizeBytes, sha256 } = outcome;
  const isConfirmed = status === 'Confirmed';
  const change = {
    action: ACTIONS[status],
    facts: { version: customer.version + 1, documentId, documentCategory, status, refusal, sizeBytes, sha256 },
    events: [eventOf(customer.customerId, document, outcome)],
    now,
  };
  const values = { ...outcome, documentId };
  if (actor.serviceName === 'api') {
    return changeCustomer(tx, keys, actor, customer, { ...change, write: RECORD_OUTCOME_UNREVIEWED, values });
  }
  // A confirmed document is evidence that a proposed approval did not consider.
  const voiding = { isEvidence: isConfirmed, unproposedUntil: claimEndsAt(now) };
  return changeCustomer(tx, keys, actor, customer, {
    ...change,
    write: RECORD_OUTCOME,
    values: { ...values, ...voiding },
  });
}

function eventOf(
  customerId: string,
  { documentId, category: documentCategory, uboId }: CheckedDocument,
  { status, refusal, sizeBytes, sha256 }: Outcome,
): NewEvent {
  const which = { customerId, documentId, documentCategory, ...(uboId === null ? {} : { uboId }) };
  if (status !== 'Confirmed') {
    if (refusal === null) throw new Error('A refused document has no reason');
    return { type: 'business.document.rejected', data: { ...which, status, refusal } };
  }
  if (sha256 === null) throw new Error('A confirmed document has no hash');
  return { type: 'business.document.confirmed', data: { ...which, sizeBytes, sha256 } };
}
