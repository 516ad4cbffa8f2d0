// How a partner's own people view a document: by a link that is valid for one minute, and always with an audit entry.
import type { DocumentView } from '@onboarding/contract';
import { isUuid } from '@onboarding/platform/ids';
import type { Tx } from '@onboarding/platform/postgres';
import type { Context, PartnerPerson } from '../../context.ts';
import { findDocumentsToCheck, issueViewLink } from '../../documents/index.ts';
import { DomainError } from '../../failure.ts';
import { changeCustomer } from '../change/customer-change-service.ts';
import { lockCustomer } from '../change/customer-lock-store.ts';
import { WRITE_ENTRY } from '../change/transition-store.ts';

export async function viewOwnDocument(
  tx: Tx,
  { clock, keys, storage }: Pick<Context, 'clock' | 'keys' | 'storage'>,
  person: PartnerPerson,
  { customerId, documentId }: { customerId: string; documentId: string },
): Promise<DocumentView> {
  const { partnerId } = person;
  const customer = isUuid(customerId) ? await lockCustomer(tx, partnerId, customerId) : undefined;
  if (customer === undefined) throw new DomainError('Customer.NotFound');
  if (customer.data_key === null) {
    const message = 'The data and documents of this customer have been erased, so there is nothing left to view.';
    throw new DomainError('Customer.Closed', { message });
  }
  const [document] = isUuid(documentId) ? await findDocumentsToCheck(tx, [{ partnerId, documentId }]) : [];
  if (document?.customer_id !== customer.customer_id) throw new DomainError('Customer.DocumentNotFound');
  const now = clock.now();
  const view = await issueViewLink(storage, document, 'Customer.DocumentUnreadable', now);
  await changeCustomer(tx, keys, person, customer, {
    write: WRITE_ENTRY,
    values: {},
    action: 'business.document.viewed',
    facts: { documentId: document.document_id },
    visible: false,
    now,
  });
  return view;
}
