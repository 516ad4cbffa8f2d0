import type { VerificationStatusRecord } from '@onboarding/contract';
import { isUuid } from '@onboarding/platform/ids';
import { settled, type Tx } from '@onboarding/platform/postgres';
import type { PartnerReader } from '../../context.ts';
import { type DocumentRow, listDocuments } from '../../documents/index.ts';
import { DomainError } from '../../failure.ts';
import { listPersonStatuses, type PersonStatusRow } from '../../people/index.ts';
import { type DecisionRow, findLastDecision, type Move, prepareMove } from '../../review-state/index.ts';
import { unreadable } from '../access/customer-access.ts';
import type { LockedCustomer } from '../access/customer-lock-store.ts';
import { reviewStateOf } from '../change/review-state.ts';
import { movedVerification, toVerificationStatus } from './verification-status-representation.ts';
import { findVerification, type VerificationRow } from './verification-status-store.ts';

export interface VerificationReading {
  record: VerificationStatusRecord;
  /** Changes whenever the record may: every change increases the version, and every event the sequence. */
  tag: string;
}

export async function getVerificationStatus(
  tx: Tx,
  actor: PartnerReader,
  customerId: string,
): Promise<VerificationReading> {
  if (!isUuid(customerId)) throw new DomainError('Customer.NotFound');
  const [row, people, documents, decision] = await settled<
    [VerificationRow | undefined, PersonStatusRow[], DocumentRow[], DecisionRow | undefined]
  >([
    findVerification(tx, actor.partnerId, customerId),
    listPersonStatuses(tx, actor.partnerId, customerId),
    listDocuments(tx, actor.partnerId, customerId),
    findLastDecision(tx, actor.partnerId, customerId),
  ]);
  if (row !== undefined) {
    const record = toVerificationStatus(row, people, documents, decision);
    return { record, tag: `${row.version}-${row.eventSequence}` };
  }
  throw await unreadable(tx, actor, customerId);
}

/** A transition, and what else its decision changes for the partner. */
export interface Foreseen {
  move: Move;
  decision: DecisionRow;
  people: readonly PersonStatusRow[];
}

/** The status that would result from a transition, without performing it. Takes a locked customer. */
export async function foreseeVerificationStatus(
  tx: Tx,
  partnerId: string,
  customer: LockedCustomer,
  { move, decision, people }: Foreseen,
): Promise<VerificationStatusRecord> {
  const { customerId } = customer;
  const [row, documents] = await settled<[VerificationRow | undefined, DocumentRow[]]>([
    findVerification(tx, partnerId, customerId),
    listDocuments(tx, partnerId, customerId),
  ]);
  if (row === undefined) throw new Error('A locked customer is gone');
  const moved = movedVerification(row, prepareMove(reviewStateOf(customer), move));
  return toVerificationStatus(moved, people, documents, decision);
}
