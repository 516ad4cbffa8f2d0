/**
 * Erases everything that names or describes a customer and its people, wherever it was copied to. Ids, states, amounts and the
 * trail of what was done stay; the trail still verifies, because it never held any of it.
 *
 * The rows go first, in one transaction, and the objects after it. From the commit on nobody is shown a document, given a
 * link or able to read anything of it, and the documents are due for a look, so that the worker removes their objects should this
 * process die in between. The other way round a process that dies would leave a record that shows documents which are gone,
 * and nothing that says that the rest must follow.
 */
import { VERIFICATION_STATUSES } from '@onboarding/contract';
import type { Tx } from '@onboarding/platform/postgres';
import { prepareAudit } from '../audit/index.ts';
import type { Context, OperatorActor } from '../context.ts';
import { countDocuments, type DocumentCount, keysOfCustomer, settleErasure } from '../documents/index.ts';
import { type NewEvent, recordedEvents } from '../events/index.ts';
import { enterAsService } from '../partners/index.ts';
import { countIdentities } from '../people/index.ts';
import { type ErasedCustomer, type LockedCustomer, listErased, lockCustomer } from '../profiles/index.ts';
import { eraseTraces, writeErasure } from './erasure-store.ts';

export type { ErasedCustomer };

export type ErasureContext = Pick<Context, 'clock' | 'db' | 'keys' | 'storage'>;

export interface Erasable {
  verificationStatus: string;
  version: number;
  /** Whether an earlier erasure has been here, and taken all of it. */
  erased: boolean;
  identities: number;
  documents: DocumentCount[];
}

/** What an erasure would take; undefined when the partner has no such customer. Changes nothing. */
export async function inspectErasable(
  context: ErasureContext,
  partnerId: string,
  customerId: string,
): Promise<Erasable | undefined> {
  return context.db.transaction(async (tx) => {
    await enterAsService(tx, partnerId);
    const customer = await lockCustomer(tx, partnerId, customerId);
    return customer === undefined ? undefined : lookAt(tx, partnerId, customer);
  });
}

export interface Erasure {
  /** False when its rows were erased before. */
  changed: boolean;
  /** Versions of objects that were removed now. */
  objects: number;
}

/** Undefined when the partner has no such customer. Safe to repeat; fails with StorageAway when only the objects are left. */
export async function eraseCustomer(
  context: ErasureContext,
  actor: OperatorActor,
  { customerId, reason }: { customerId: string; reason: string },
): Promise<Erasure | undefined> {
  const { partnerId } = actor;
  const changed = await context.db.transaction(async (tx) => {
    await enterAsService(tx, partnerId);
    const customer = await lockCustomer(tx, partnerId, customerId);
    if (customer === undefined) return undefined;
    if (customer.erased_at !== null) {
      await eraseTraces(tx, partnerId, customerId, eventsKeptSince(context.clock.now()));
      return false;
    }
    await eraseRows(tx, context, actor, customer, reason);
    return true;
  });
  if (changed === undefined) return undefined;
  const objects = await context.storage.removeAll(keysOfCustomer({ partnerId, customerId }));
  const removedAt = context.clock.now();
  await context.db.transaction(async (tx) => {
    await enterAsService(tx, partnerId);
    await settleErasure(tx, partnerId, customerId, removedAt);
  });
  return { changed, objects };
}

async function eraseRows(
  tx: Tx,
  context: ErasureContext,
  actor: OperatorActor,
  customer: LockedCustomer,
  reason: string,
): Promise<void> {
  const now = context.clock.now();
  const { identities, documents } = await lookAt(tx, actor.partnerId, customer);
  const subject = { customerId: customer.customer_id, partnerCustomerId: customer.partner_customer_id };
  const version = customer.version + 1;
  const facts = { version, reason, identities, documents: documents.reduce((sum, one) => sum + one.documents, 0) };
  const head = { sequence: customer.audit_sequence, hash: customer.audit_hash };
  const events = [updatedEvent(customer, version)];
  await writeErasure(
    tx,
    actor.partnerId,
    customer,
    {
      audit: prepareAudit(context.keys, actor, subject.customerId, head, 'business.profile.erased', facts, now),
      events: {
        values: recordedEvents(actor, subject, customer.event_sequence + 1, events, now),
        count: events.length,
      },
      since: eventsKeptSince(now),
    },
    now,
  );
}

/** A day more than partitions of events are kept. */
const eventsKeptSince = (now: Date) => new Date(now.getTime() - 32 * 86_400_000);

/** What reads show differently from now on; of the business, all that was blanked. */
const ERASED_FIELDS = [
  'companyName',
  'tradingName',
  'email',
  'phoneNumber',
  'description',
  'website',
  'registrationNumber',
  'registrationDate',
  'addresses',
  'businessPersonList',
  'documents',
];

/** For whoever keeps a copy: what it shows of the business, its people and documents is no longer what we have. */
function updatedEvent(customer: LockedCustomer, version: number): NewEvent {
  const verificationStatus = VERIFICATION_STATUSES.find((one) => one === customer.verification_status);
  if (verificationStatus === undefined) throw new Error(`Unknown status ${customer.verification_status}`);
  const { customer_id: customerId, partner_customer_id: partnerCustomerId } = customer;
  return {
    type: 'business.profile.updated',
    data: { customerId, partnerCustomerId, verificationStatus, version, changedFields: ERASED_FIELDS },
  };
}

async function lookAt(tx: Tx, partnerId: string, customer: LockedCustomer): Promise<Erasable> {
  const { customer_id: customerId } = customer;
  return {
    verificationStatus: customer.verification_status,
    version: customer.version,
    erased: customer.erased_at !== null,
    identities: await countIdentities(tx, partnerId, customerId),
    documents: await countDocuments(tx, partnerId, customerId),
  };
}

const AT_ONCE = 1000;

/** Every erased customer of all partners, in the order of the erasures: to be done again after a backup was restored. */
export async function* listErasures({ db }: Pick<Context, 'db'>): AsyncGenerator<ErasedCustomer> {
  let after: ErasedCustomer | undefined;
  for (;;) {
    const from = after;
    const found = await db.transaction((tx) => listErased(tx, from, AT_ONCE), { readOnly: true });
    yield* found;
    after = found.at(-1);
    if (found.length < AT_ONCE) return;
  }
}
