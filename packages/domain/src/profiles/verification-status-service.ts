import type { VerificationStatusRecord } from '@onboarding/contract';
import { isUuid } from '@onboarding/platform/ids';
import { settled, type Tx } from '@onboarding/platform/postgres';
import type { ClientActor } from '../context.ts';
import { type DocumentRow, listDocuments } from '../documents/index.ts';
import { DomainError } from '../failure.ts';
import { listPersonStatuses, type PersonStatusRow } from '../people/index.ts';
import { type DecisionRow, findLastDecision } from '../reviews/index.ts';
import { unreachable } from './customer-access.ts';
import { toVerificationStatus } from './verification-status-representation.ts';
import { findVerification, type VerificationRow } from './verification-status-store.ts';

export interface VerificationReading {
  record: VerificationStatusRecord;
  /** Differs whenever the record may: every change raises the version, every event the sequence. */
  tag: string;
}

export async function getVerificationStatus(
  tx: Tx,
  actor: ClientActor,
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
    return { record, tag: `${row.version}-${row.event_sequence}` };
  }
  throw await unreachable(tx, customerId);
}
