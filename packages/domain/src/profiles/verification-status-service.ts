import type { VerificationStatusRecord } from '@onboarding/contract';
import { isUuid } from '@onboarding/platform/ids';
import { settled, type Tx } from '@onboarding/platform/postgres';
import type { ClientActor } from '../context.ts';
import { DomainError } from '../failure.ts';
import { listPersonStatuses, type PersonStatusRow } from '../people/index.ts';
import { customerExists } from './profile-store.ts';
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
  const [row, people] = await settled<[VerificationRow | undefined, PersonStatusRow[]]>([
    findVerification(tx, actor.partnerId, customerId),
    listPersonStatuses(tx, actor.partnerId, customerId),
  ]);
  if (row !== undefined) {
    return { record: toVerificationStatus(row, people), tag: `${row.version}-${row.event_sequence}` };
  }
  throw new DomainError((await customerExists(tx, customerId)) ? 'Partner.NotAuthorized' : 'Customer.NotFound');
}
