// An analyst's verdict on one person or document of a package. A verdict that changes something voids the open proposal,
// because its basis has changed.
import {
  type BodyCheck,
  type DecisionOutcome,
  type Problem,
  problemAt,
  REVIEW_REASONS,
  type ReasonCode,
  type ReasonTarget,
  type Verdict,
  type VerdictAnswer,
  type VerdictInput,
  type VerdictSubject,
} from '@onboarding/contract';
import { isUuid } from '@onboarding/platform/ids';
import { settled, type Tx } from '@onboarding/platform/postgres';
import type { Context, StaffPerson } from '../../context.ts';
import { findNamedDocuments } from '../../documents/index.ts';
import type { NewEvent } from '../../events/index.ts';
import { acceptBody, DomainError } from '../../failure.ts';
import { listPersonStatuses, type PersonStatusRow } from '../../people/index.ts';
import { changeCustomer, type LockedCustomer } from '../../profiles/index.ts';
import { claimFor, holdClaim } from '../../review-state/index.ts';
import { type LockedPackage, lockOwnPackage } from '../access/package-access.ts';
import { findVerdict, JUDGE_DOCUMENT, JUDGE_PERSON, type VerdictRow } from './verdict-store.ts';

type Recording = Pick<Context, 'clock' | 'keys'>;

interface Subject {
  customerId: string;
  /** The id of the person or document. */
  subjectId: string;
}

export async function judgePerson(
  tx: Tx,
  { clock, keys }: Recording,
  person: StaffPerson,
  { customerId, subjectId }: Subject,
  body: BodyCheck<VerdictInput>,
): Promise<VerdictAnswer> {
  const locked = await lockOwnPackage(tx, person, customerId);
  const { customer, actor } = locked;
  const uboId = subjectId.toLowerCase();
  const [people, earlier] = await settled<[PersonStatusRow[], VerdictRow | undefined]>([
    listPersonStatuses(tx, actor.partnerId, customer.customerId),
    findEarlier(tx, locked, 'Person', uboId),
  ]);
  const before = people.find((one) => one.uboId === uboId);
  if (before === undefined) throw new DomainError('Review.SubjectNotFound');
  const checked = checkVerdict('Person', body);
  const changesStatus = before.verificationStatus !== checked.verdict;
  if (!changesStatus && isSame(earlier, checked)) return given(customer, 'Person', uboId, checked);
  const now = clock.now();
  const after = await changeCustomer(tx, keys, actor, customer, {
    write: JUDGE_PERSON,
    values: { uboId, personStatus: checked.verdict, ...toValues('Person', uboId, checked, person) },
    action: 'business.person.verdict',
    facts: { version: customer.version + 1, uboId, verdict: checked.verdict, ...reasonOf(checked) },
    events: changesStatus ? [updatedEvent(customer, uboId)] : [],
    now,
  });
  await holdClaim(tx, actor.partnerId, customer.customerId, claimFor(person.accountId, now));
  return given(after, 'Person', uboId, checked);
}

export async function judgeDocument(
  tx: Tx,
  { clock, keys }: Recording,
  person: StaffPerson,
  { customerId, subjectId }: Subject,
  body: BodyCheck<VerdictInput>,
): Promise<VerdictAnswer> {
  const locked = await lockOwnPackage(tx, person, customerId);
  const { customer, actor } = locked;
  const documentId = subjectId.toLowerCase();
  const documents = isUuid(documentId) ? await findNamedDocuments(tx, actor.partnerId, [documentId]) : [];
  const document = documents.find((one) => one.customerId === customer.customerId);
  if (document === undefined) throw new DomainError('Review.SubjectNotFound');
  if (document.status !== 'Confirmed') throw new DomainError('Review.DocumentUnreadable');
  const checked = checkVerdict('Document', body);
  if (isSame(await findEarlier(tx, locked, 'Document', documentId), checked)) {
    return given(customer, 'Document', documentId, checked);
  }
  const now = clock.now();
  await changeCustomer(tx, keys, actor, customer, {
    write: JUDGE_DOCUMENT,
    values: toValues('Document', documentId, checked, person),
    action: 'review.document.verdict',
    facts: { documentId, verdict: checked.verdict, ...reasonOf(checked) },
    visible: false,
    now,
  });
  await holdClaim(tx, actor.partnerId, customer.customerId, claimFor(person.accountId, now));
  return given(customer, 'Document', documentId, checked);
}

async function findEarlier(
  tx: Tx,
  { customer, actor }: LockedPackage,
  kind: VerdictSubject,
  subjectId: string,
): Promise<VerdictRow | undefined> {
  if (!isUuid(subjectId)) return undefined;
  return findVerdict(tx, actor.partnerId, customer.customerId, { subjectKind: kind, subjectId });
}

function isSame(earlier: VerdictRow | undefined, { verdict, reasonCode }: CheckedVerdict): boolean {
  return earlier?.verdict === verdict && earlier.reasonCode === reasonCode;
}

function toValues(
  subjectKind: VerdictSubject,
  subjectId: string,
  { verdict, reasonCode }: CheckedVerdict,
  { accountId: givenBy }: StaffPerson,
) {
  return { subjectKind, subjectId, verdict, reasonCode, givenBy };
}

function updatedEvent({ customerId }: LockedCustomer, uboId: string): NewEvent {
  return { type: 'business.person.updated', data: { customerId, uboId, changedFields: ['verificationStatus'] } };
}

const reasonOf = ({ reasonCode }: CheckedVerdict) => (reasonCode === null ? {} : { reasonCode });

function given(
  { customerId, version }: LockedCustomer,
  subjectKind: VerdictSubject,
  subjectId: string,
  { verdict, reasonCode }: CheckedVerdict,
): VerdictAnswer {
  return { customerId, subjectKind, subjectId, verdict, reasonCode, version };
}

// Turns the body of a verdict into one that can be stored, or into all its problems.

interface CheckedVerdict {
  verdict: Verdict;
  reasonCode: ReasonCode | null;
}

/** The decision about the business that corresponds to a verdict. */
const LEADS_TO: Record<Exclude<Verdict, 'Approved'>, DecisionOutcome> = {
  Rejected: 'Reject',
  ChangesRequested: 'RequestChanges',
};

function checkVerdict(kind: VerdictSubject, read: BodyCheck<VerdictInput>): CheckedVerdict {
  const { verdict, reasonCode } = read.candidate;
  const problems = [...read.problems, ...judgeReason(kind, verdict, reasonCode)];
  const accepted = acceptBody(read, read.inFieldOrder(problems));
  return { verdict: accepted.verdict, reasonCode: accepted.reasonCode ?? null };
}

function judgeReason(
  kind: VerdictSubject,
  verdict: Verdict | undefined,
  code: ReasonCode | null | undefined,
): Problem[] {
  if (code === undefined || code === null) return [];
  const tell = (text: string) => [problemAt(['reasonCode'], 'ValidationControl.Error', text)];
  if (verdict === 'Approved') return tell('must be omitted when the verdict is Approved');
  const { target, outcomes }: { target: ReasonTarget; outcomes: readonly DecisionOutcome[] } = REVIEW_REASONS[code];
  if (target !== kind) return tell(`is a reason about a ${target.toLowerCase()}, not about a ${kind.toLowerCase()}`);
  const fits = verdict === undefined || outcomes.includes(LEADS_TO[verdict]);
  return fits ? [] : tell(`cannot be given for the verdict ${verdict}`);
}
