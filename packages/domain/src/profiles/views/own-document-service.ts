// Sends a document's file to a partner's own users, and records this in the audit trail once the first bytes were sent.
import { isUuid } from '@onboarding/platform/ids';
import type { Tx } from '@onboarding/platform/postgres';
import type { Context, PartnerPerson } from '../../context.ts';
import { type DocumentFile, fileOf, findDocumentsToCheck } from '../../documents/index.ts';
import { DomainError } from '../../failure.ts';
import { lockCustomer } from '../access/customer-lock-store.ts';
import { changeCustomer } from '../change/customer-change-service.ts';
import { WRITE_ENTRY } from '../change/transition-store.ts';
import { findReviewedCustomer } from './reviewed-customer-store.ts';

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
