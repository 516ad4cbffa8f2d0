// What an analyst finds about one person or one document of a package. A verdict that changes something voids what is proposed:
// it was proposed on other grounds.
import type { Verdict, VerdictAnswer, VerdictSubject, Warning } from '@onboarding/contract';
import { isUuid } from '@onboarding/platform/ids';
import { settled, type Tx } from '@onboarding/platform/postgres';
import { prepareAudit } from '../audit/index.ts';
import type { Context, StaffPerson } from '../context.ts';
import { findNamedDocuments } from '../documents/index.ts';
import { type NewEvent, recordedEvents } from '../events/index.ts';
import { DomainError } from '../failure.ts';
import { listPersonStatuses, type PersonStatusRow } from '../people/index.ts';
import { type LockedCustomer, standingOf } from '../profiles/index.ts';
import { holdClaim } from '../reviews/index.ts';
import { claimFor, refuseUnlessClaimant, refuseUnlessInReview } from './claim.ts';
import { type LockedPackage, lockPackage } from './package-access.ts';
import { type CheckedVerdict, checkVerdict } from './verdict-check.ts';
import { findVerdict, type VerdictRow, writeDocumentVerdict, writePersonVerdict } from './verdict-store.ts';

type Recording = Pick<Context, 'clock' | 'keys'>;

export interface GivenVerdict {
  answer: VerdictAnswer;
  warnings: Warning[];
}

export interface Subject {
  customerId: string;
  /** Of the person or document. */
  subjectId: string;
}

export async function judgePerson(
  tx: Tx,
  { clock, keys }: Recording,
  person: StaffPerson,
  { customerId, subjectId }: Subject,
  body: unknown,
): Promise<GivenVerdict> {
  const locked = await lockForVerdict(tx, person, customerId);
  const { customer, actor } = locked;
  const uboId = subjectId.toLowerCase();
  const [people, earlier] = await settled<[PersonStatusRow[], VerdictRow | undefined]>([
    listPersonStatuses(tx, actor.partnerId, customer.customer_id),
    findEarlier(tx, locked, 'Person', uboId),
  ]);
  const before = people.find((one) => one.ubo_id === uboId);
  if (before === undefined) throw new DomainError('Review.SubjectNotFound');
  const checked = checkVerdict('Person', body);
  const changesStatus = before.verification_status !== checked.verdict;
  if (!changesStatus && isSame(earlier, checked)) return given(customer, 'Person', uboId, checked);
  const now = clock.now();
  const verdict = toRow('Person', uboId, checked, person, now);
  const version = customer.version + 1;
  const facts = { version, uboId, verdict: checked.verdict, ...reasonOf(checked) };
  const events = changesStatus ? [updatedEvent(customer, uboId)] : [];
  const subject = { customerId: customer.customer_id, partnerCustomerId: customer.partner_customer_id };
  await writePersonVerdict(tx, actor.partnerId, customer, {
    verdict,
    audit: prepareAudit(keys, actor, customer.customer_id, headOf(customer), 'business.person.verdict', facts, now),
    events: {
      values: recordedEvents(actor, subject, customer.event_sequence + 1, events, now),
      count: events.length,
    },
  });
  await holdClaim(tx, actor.partnerId, customer.customer_id, claimFor(person.accountId, now));
  return given({ ...customer, version }, 'Person', uboId, checked);
}

export async function judgeDocument(
  tx: Tx,
  { clock, keys }: Recording,
  person: StaffPerson,
  { customerId, subjectId }: Subject,
  body: unknown,
): Promise<GivenVerdict> {
  const locked = await lockForVerdict(tx, person, customerId);
  const { customer, actor } = locked;
  const documentId = subjectId.toLowerCase();
  const documents = isUuid(documentId) ? await findNamedDocuments(tx, actor.partnerId, [documentId]) : [];
  const document = documents.find((one) => one.customer_id === customer.customer_id);
  if (document === undefined) throw new DomainError('Review.SubjectNotFound');
  if (document.status !== 'Confirmed') throw new DomainError('Review.DocumentUnreadable');
  const checked = checkVerdict('Document', body);
  if (isSame(await findEarlier(tx, locked, 'Document', documentId), checked)) {
    return given(customer, 'Document', documentId, checked);
  }
  const now = clock.now();
  const facts = { documentId, verdict: checked.verdict, ...reasonOf(checked) };
  await writeDocumentVerdict(tx, actor.partnerId, customer, {
    verdict: toRow('Document', documentId, checked, person, now),
    audit: prepareAudit(keys, actor, customer.customer_id, headOf(customer), 'review.document.verdict', facts, now),
  });
  await holdClaim(tx, actor.partnerId, customer.customer_id, claimFor(person.accountId, now));
  return given(customer, 'Document', documentId, checked);
}

async function lockForVerdict(tx: Tx, person: StaffPerson, customerId: string): Promise<LockedPackage> {
  const locked = await lockPackage(tx, person, customerId);
  refuseUnlessInReview(standingOf(locked.customer));
  refuseUnlessClaimant(locked.review, person.accountId);
  return locked;
}

async function findEarlier(
  tx: Tx,
  { customer, actor }: LockedPackage,
  kind: VerdictSubject,
  subjectId: string,
): Promise<VerdictRow | undefined> {
  if (!isUuid(subjectId)) return undefined;
  return findVerdict(tx, actor.partnerId, customer.customer_id, { subject_kind: kind, subject_id: subjectId });
}

function isSame(earlier: VerdictRow | undefined, { verdict, reasonCode }: CheckedVerdict): boolean {
  return earlier?.verdict === verdict && earlier.reason_code === reasonCode;
}

function toRow(
  kind: VerdictSubject,
  subjectId: string,
  { verdict, reasonCode }: CheckedVerdict,
  { accountId }: StaffPerson,
  now: Date,
): VerdictRow & { verdict: Verdict } {
  return {
    subject_kind: kind,
    subject_id: subjectId,
    verdict,
    reason_code: reasonCode,
    given_by: accountId,
    given_at: now,
  };
}

function updatedEvent({ customer_id: customerId }: LockedCustomer, uboId: string): NewEvent {
  return { type: 'business.person.updated', data: { customerId, uboId, changedFields: ['verificationStatus'] } };
}

const reasonOf = ({ reasonCode }: CheckedVerdict) => (reasonCode === null ? {} : { reasonCode });

function headOf(customer: LockedCustomer) {
  return { sequence: customer.audit_sequence, hash: customer.audit_hash };
}

function given(
  { customer_id: customerId, version }: LockedCustomer,
  subjectKind: VerdictSubject,
  subjectId: string,
  { verdict, reasonCode, warnings }: CheckedVerdict,
): GivenVerdict {
  return { answer: { customerId, subjectKind, subjectId, verdict, reasonCode, version }, warnings };
}
