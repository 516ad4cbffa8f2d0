/**
 * Erases everything that names or describes a customer and its people, including all copies. Keeps ids, states, amounts and
 * the audit trail, which still verifies, because it never contained erased data.
 *
 * The rows are erased first, in one transaction, then the objects. After the commit, documents and links are inaccessible,
 * and the documents are due for a check, so that the worker removes their objects if this process dies in between. In the
 * reverse order, a crash would leave a record that lists deleted documents, and nothing would complete the erasure.
 */
import type { VerificationStatus } from '@onboarding/contract';
import type { Tx } from '@onboarding/platform/postgres';
import type { Context, OperatorActor } from '../context.ts';
import { countDocuments, type DocumentCount, keysOfCustomer, recordErasedDocuments } from '../documents/index.ts';
import type { NewEvent } from '../events/index.ts';
import { inPages } from '../in-pages.ts';
import { enterAsService } from '../partners/index.ts';
import { countIdentities } from '../people/index.ts';
import {
  BUSINESS,
  changeCustomer,
  type ErasedCustomer,
  type LockedCustomer,
  listErased,
  lockCustomer,
} from '../profiles/index.ts';
import { ERASE, eraseTraces } from './erasure-store.ts';

export type { ErasedCustomer };

export type ErasureContext = Pick<Context, 'clock' | 'db' | 'keys' | 'storage'>;

export interface Erasable {
  verificationStatus: VerificationStatus;
  version: number;
  /** Whether an earlier erasure completed. */
  erased: boolean;
  identities: number;
  documents: DocumentCount[];
}

/** What an erasure would remove; undefined if the partner has no such customer. Read-only. */
export async function inspectErasable(
  context: ErasureContext,
  partnerId: string,
  customerId: string,
): Promise<Erasable | undefined> {
  return context.db.transaction(async (tx) => {
    await enterAsService(tx, partnerId);
    const customer = await lockCustomer(tx, partnerId, customerId);
    return customer === undefined ? undefined : countErasable(tx, partnerId, customer);
  });
}

export interface Erasure {
  /** False if the rows had already been erased. */
  changed: boolean;
  /** Object versions removed by this call. */
  objects: number;
}

/**
 * Returns undefined if the partner has no such customer. Idempotent; fails with StorageUnavailable if only the objects
 * remain.
 */
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
    if (customer.erasedAt !== null) {
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
    await recordErasedDocuments(tx, partnerId, customerId, removedAt);
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
  const { identities, documents } = await countErasable(tx, actor.partnerId, customer);
  const version = customer.version + 1;
  await changeCustomer(tx, context.keys, actor, customer, {
    write: ERASE,
    values: { since: eventsKeptSince(now) },
    action: 'business.profile.erased',
    facts: { version, reason, identities, documents: documents.reduce((sum, one) => sum + one.documents, 0) },
    events: [updatedEvent(customer, version)],
    now,
  });
}

/** One day longer than event partitions are kept. */
const eventsKeptSince = (now: Date) => new Date(now.getTime() - 32 * 86_400_000);

/** Fields whose values reads now return differently; for the business, all that were cleared. */
const ERASED_FIELDS = [...BUSINESS.erasedNames, 'businessPersonList', 'documents', 'metadata'];

/** Notifies partners that keep a copy that business, people and documents have changed. */
function updatedEvent(customer: LockedCustomer, version: number): NewEvent {
  const { customerId, partnerCustomerId, verificationStatus } = customer;
  return {
    type: 'business.profile.updated',
    data: { customerId, partnerCustomerId, verificationStatus, version, changedFields: ERASED_FIELDS },
  };
}

async function countErasable(tx: Tx, partnerId: string, customer: LockedCustomer): Promise<Erasable> {
  const { customerId, verificationStatus, version } = customer;
  return {
    verificationStatus,
    version,
    erased: customer.erasedAt !== null,
    identities: await countIdentities(tx, partnerId, customerId),
    documents: await countDocuments(tx, partnerId, customerId),
  };
}

const AT_ONCE = 1000;

/** Every erased customer of all partners, in the order of erasure: to repeat the erasures after a backup was restored. */
export async function* listErasures({ db }: Pick<Context, 'db'>): AsyncGenerator<ErasedCustomer> {
  const pages = inPages<ErasedCustomer, ErasedCustomer | undefined>(db, {
    after: undefined,
    size: AT_ONCE,
    list: listErased,
    placeOf: (customer) => customer,
  });
  for await (const page of pages) yield* page;
}
