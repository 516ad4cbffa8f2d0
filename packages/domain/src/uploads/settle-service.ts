// Writes the outcome of a document: its state, the customer's new version, the audit entry and, if it is confirmed, the
// event; all of it or nothing, once.
import { type DocumentFinding, type DocumentRefusal, documentRecordSchema } from '@onboarding/contract';
import { uuidv7 } from '@onboarding/platform/ids';
import { settled, type Tx } from '@onboarding/platform/postgres';
import { prepareAudit } from '../audit/index.ts';
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
  outcomeValues,
} from '../documents/index.ts';
import { type NewEvent, recordedEvents } from '../events/index.ts';
import { advancedValues, type LockedCustomer, lockCustomer, standingOf } from '../profiles/index.ts';
import { claimEndsAt, haveFlagged, isInReview, stepFrom } from '../reviews/index.ts';
import { settleDocument } from './confirm-store.ts';

/** What was found about the version that counts. */
export interface Finding extends Pick<Outcome, 'versionId' | 'etag' | 'sizeBytes' | 'arrivedAt' | 'sha256'> {
  refusal: DocumentRefusal | null;
  /** What an analyst should know of it, if it is confirmed. */
  findings: readonly DocumentFinding[];
}

export interface Settled {
  /** As it is now. */
  document: CheckedDocument;
  confirmation: { outcome: Outcome['status']; arrivedAt: Date } | { outcome: 'Expired' | 'Nothing' };
}

const ACTIONS = {
  Confirmed: 'business.document.confirmed',
  Rejected: 'business.document.rejected',
  Quarantined: 'business.document.quarantined',
} as const;

const categoryOf = documentRecordSchema.pick({ documentCategory: true });

/** `seen` is the document to which the finding belongs. */
export async function settle(
  tx: Tx,
  { clock, keys, by = 'worker' }: Pick<Context, 'clock' | 'keys'> & { by?: 'worker' | 'api' | undefined },
  seen: CheckedDocument,
  finding: Finding,
): Promise<Settled> {
  const { partner_id: partnerId, customer_id: customerId, document_id: documentId } = seen;
  const [customer, document] = await settled<[LockedCustomer | undefined, CheckedDocument | undefined]>([
    lockCustomer(tx, partnerId, customerId),
    lockDocument(tx, partnerId, documentId),
  ]);
  if (customer === undefined || document === undefined) throw new Error('A document has lost its customer');
  // Somebody else was first, or has found another version of the object.
  if (!isOpen(document) || document.version_id !== seen.version_id) {
    return { document, confirmation: { outcome: 'Nothing' } };
  }
  // What an analyst may have proposed is for those to void who may: the worker.
  if (by === 'api' && isInReview(standingOf(customer).stage)) return { document, confirmation: { outcome: 'Nothing' } };
  const now = clock.now();
  if (customer.data_key === null || (finding.refusal === null && !takesDocuments(customer))) {
    // The customer was erased, so nothing of it is kept, whatever it is; or it was rejected since the link was given out.
    const expired = await expireDocument(tx, document, ['LinkIssued', 'Superseded', 'Uploaded'], checkAgainAt(now));
    if (expired === undefined) throw new Error('A locked document has changed');
    return { document: expired, confirmation: { outcome: 'Expired' } };
  }
  const outcome = outcomeOf(finding, document, now);
  await write(tx, keys, by, customer, document, outcome, now);
  if (outcome.status === 'Confirmed' && finding.findings.length > 0) {
    await noteFindings(tx, document, finding.findings);
    await haveFlagged(tx, document, now);
  }
  const { status, versionId, arrivedAt } = outcome;
  return {
    document: { ...document, status, version_id: versionId },
    confirmation: { outcome: status, arrivedAt },
  };
}

function takesDocuments(customer: LockedCustomer): boolean {
  return stepFrom(standingOf(customer).stage, 'DocumentConfirmed') !== undefined;
}

function outcomeOf(
  { findings: _, ...finding }: Finding,
  { created_at: createdAt }: CheckedDocument,
  now: Date,
): Outcome {
  const { refusal } = finding;
  if (refusal === null) {
    // Until its link ends, and for a while after, it can be uploaded over.
    const nextCheckAt = lookAfterAt(createdAt, now) ?? null;
    return { ...finding, status: 'Confirmed', confirmedAt: now, nextCheckAt };
  }
  // The file still lies there, which is seen to next; should that not happen, then soon.
  const nextCheckAt = checkAgainAt(now);
  const status = refusal === 'Infected' ? 'Quarantined' : 'Rejected';
  return { ...finding, status, confirmedAt: null, nextCheckAt };
}

async function write(
  tx: Tx,
  keys: Context['keys'],
  by: 'worker' | 'api',
  customer: LockedCustomer,
  document: CheckedDocument,
  outcome: Outcome,
  now: Date,
): Promise<void> {
  const { partner_id: partnerId, document_id: documentId } = document;
  const actor: ServiceActor = { kind: 'Service', partnerId, serviceName: by, requestId: uuidv7(now) };
  const subject = { customerId: customer.customer_id, partnerCustomerId: customer.partner_customer_id };
  const { documentCategory } = categoryOf.parse({ documentCategory: document.category });
  const { status, refusal, sizeBytes, sha256 } = outcome;
  const events = status === 'Confirmed' ? [confirmed(subject.customerId, document, outcome)] : [];
  const facts = { version: customer.version + 1, documentId, documentCategory, status, refusal, sizeBytes, sha256 };
  const head = { sequence: customer.audit_sequence, hash: customer.audit_hash };
  const audit = prepareAudit(keys, actor, subject.customerId, head, ACTIONS[status], facts, now);
  await settleDocument(tx, {
    customer: advancedValues(partnerId, customer, { events: events.length, auditHead: audit.head, now }),
    document: outcomeValues(documentId, outcome),
    events: recordedEvents(actor, subject, customer.event_sequence + 1, events, now),
    audit: audit.values,
    voiding: by === 'api' ? undefined : [status === 'Confirmed' ? now : null, claimEndsAt(now)],
  });
}

function confirmed(customerId: string, document: CheckedDocument, { sizeBytes, sha256 }: Outcome): NewEvent {
  if (sha256 === null) throw new Error('What is confirmed was read to its end');
  const { documentCategory } = categoryOf.parse({ documentCategory: document.category });
  const { document_id: documentId, ubo_id: uboId } = document;
  return {
    type: 'business.document.confirmed',
    data: { customerId, documentId, documentCategory, ...(uboId === null ? {} : { uboId }), sizeBytes, sha256 },
  };
}
