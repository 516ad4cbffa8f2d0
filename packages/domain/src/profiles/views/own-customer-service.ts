// Sends a document's file to a partner's own users, and records this in the audit trail once the first bytes were sent.

import { CUSTOMER_EVENT_LIMITS, type CustomerEventsQuery } from '@onboarding/contract';
import { isUuid } from '@onboarding/platform/ids';
import { settled, type Tx } from '@onboarding/platform/postgres';
import { listPartnerMoments } from '../../audit/index.ts';
import type { Context, PartnerPerson } from '../../context.ts';
import { type DocumentFile, fileOf, findDocumentsToCheck } from '../../documents/index.ts';
import { type EventRow, keptSince, listEventsAt } from '../../events/index.ts';
import { DomainError } from '../../failure.ts';
import { lockCustomer } from '../access/customer-lock-store.ts';
import { changeCustomer } from '../change/customer-change-service.ts';
import { WRITE_ENTRY } from '../change/customer-change-store.ts';
import { findVerification, type VerificationRow } from '../status/verification-status-store.ts';
import { findReviewedCustomer } from './customer-views-store.ts';

interface Wanted {
  customerId: string;
  documentId: string;
}

/** Sends nothing yet, so it records nothing. */
export async function findOwnFile(
  tx: Tx,
  { partnerId }: PartnerPerson,
  { customerId, documentId }: Wanted,
): Promise<DocumentFile> {
  const customer = isUuid(customerId) ? await findReviewedCustomer(tx, partnerId, customerId) : undefined;
  if (customer === undefined) throw new DomainError('Customer.NotFound');
  if (customer.dataKey === null) throw erased();
  const [document] = isUuid(documentId) ? await findDocumentsToCheck(tx, [{ partnerId, documentId }]) : [];
  if (document?.customerId !== customer.customerId) throw new DomainError('Customer.DocumentNotFound');
  return fileOf(document, 'Customer.DocumentUnreadable');
}

/** Call after the first bytes were sent and before the last. */
export async function recordOwnFileSent(
  tx: Tx,
  { clock, keys }: Pick<Context, 'clock' | 'keys'>,
  person: PartnerPerson,
  { customerId, documentId }: Wanted,
): Promise<void> {
  const customer = await lockCustomer(tx, person.partnerId, customerId);
  if (customer === undefined) throw new DomainError('Customer.NotFound');
  if (customer.dataKey === null) throw erased();
  await changeCustomer(tx, keys, person, customer, {
    write: WRITE_ENTRY,
    values: {},
    action: 'business.document.viewed',
    facts: { documentId: documentId.toLowerCase() },
    visible: false,
    now: clock.now(),
  });
}

function erased(): DomainError {
  return new DomainError('Customer.Closed', {
    message: 'The data and documents of this customer have been erased, so there is nothing left to save.',
  });
}

// The events of one customer. They are found through the times in its audit trail, so that no index over all events is
// needed.

/** The events, as far as they are kept, of the entries on a page of the trail, newest first. */
export async function listOwnEvents(
  tx: Tx,
  { partnerId }: PartnerPerson,
  customerId: string,
  { cursor }: CustomerEventsQuery,
  now: Date,
): Promise<EventRow[]> {
  const key = { partnerId, customerId };
  const [customer, moments] = isUuid(customerId)
    ? await settled<[VerificationRow | undefined, Date[]]>([
        findVerification(tx, partnerId, customerId),
        listPartnerMoments(tx, key, keptSince(now), { cursor, limit: CUSTOMER_EVENT_LIMITS.entries }),
      ])
    : [];
  if (customer === undefined || moments === undefined) throw new DomainError('Customer.NotFound');
  return listEventsAt(tx, key, moments, CUSTOMER_EVENT_LIMITS.events);
}
