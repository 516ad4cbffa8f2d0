import type { PatchAnswer, Warning } from '@onboarding/contract';
import { isUuid, uuidv7 } from '@onboarding/platform/ids';
import { settled, type Tx } from '@onboarding/platform/postgres';
import { prepareAudit } from '../audit/index.ts';
import type { ClientActor, Context } from '../context.ts';
import { documentStatusOf, type NamedRow } from '../documents/index.ts';
import { type NewEvent, recordedEvents } from '../events/index.ts';
import { DomainError } from '../failure.ts';
import {
  comparePeople,
  findKnownPeople,
  type KnownPerson,
  namesOf,
  type PeopleChanges,
  type PeopleTotals,
  peopleTotals,
  sealedPeopleChanges,
} from '../people/index.ts';
import type { Catalogue } from '../requirements/index.ts';
import { type PreparedMove, prepareMove } from '../reviews/index.ts';
import { lockOwnCustomer, refuseClosed } from './customer-access.ts';
import { dataKeyOf } from './data-key.ts';
import { findOwnDocuments, judgeableDocuments } from './named-documents.ts';
import { ownCatalogue } from './own-catalogue.ts';
import type { BusinessFields } from './profile.ts';
import { storedFields } from './profile-representation.ts';
import { changedFields, patchFields, replaceFields } from './profile-update.ts';
import { standingOf } from './standing.ts';
import { type CheckedUpdate, checkUpdate, documentsNamed, type ReadUpdate, readUpdate } from './update-check.ts';
import { isMatched, refusalOf, triggerOf, type UpdateKind } from './update-rules.ts';
import { type LockedCustomer, updateProfile } from './update-store.ts';

export interface UpdateRequest {
  kind: UpdateKind;
  customerId: string;
  /** The If-Match header, if one was sent. */
  ifMatch: string | undefined;
  body: unknown;
  lookedFor?: LookedFor | undefined;
}

/** Documents that had no outcome when the request came, and whose files were looked for before its transaction. */
export interface LookedFor {
  ids: readonly string[];
  /** Of these, those of which it could not be found out whether a file is there. */
  unseen: readonly string[];
}

const NONE: LookedFor = { ids: [], unseen: [] };

/** The answer of a PATCH, of which a PUT shows the first half. */
export interface UpdateOutcome {
  answer: PatchAnswer;
  warnings: Warning[];
}

export async function updateBusiness(
  tx: Tx,
  context: Context,
  actor: ClientActor,
  current: Catalogue,
  request: UpdateRequest,
): Promise<UpdateOutcome> {
  const read = readUpdate(request.kind, request.body);
  const { customer, known, totals, ownDocuments } = await lock(tx, actor, request.customerId, read);
  const { lookedFor = NONE } = request;
  refuseByState(customer, request.ifMatch, settledSince(lookedFor, ownDocuments));
  const unseen = unseenDocuments(lookedFor, ownDocuments);
  const documents = await judgeableDocuments(tx, customer.customer_id, documentsNamed(read), ownDocuments, unseen);
  // From here on nobody else changes this customer, so what happens now happens after all earlier changes.
  const now = context.clock.now();
  const catalogue = ownCatalogue(current, customer);
  const stored = {
    customerId: customer.customer_id,
    partnerCustomerId: customer.partner_customer_id,
    known,
    totals,
    documents,
  };
  const checked = checkUpdate(read, stored, catalogue, now);
  if (unseen.length > 0) throw new DomainError('Service.Unavailable', UNSEEN);
  const changes = compare(context, catalogue, { customer, known, ownDocuments }, checked, now);
  if (changes.happened) await save(tx, context, actor, customer, changes, now);
  return {
    answer: {
      customerId: customer.customer_id,
      partnerCustomerId: customer.partner_customer_id,
      verificationStatus: changes.move.verificationStatus,
      version: customer.version + (changes.happened ? 1 : 0),
      ubos: changes.people.listed,
      documents: handedIn(checked, ownDocuments),
    },
    warnings: checked.warnings,
  };
}

/** In the order of the request, each once. Whatever was not found has been refused. */
function handedIn(checked: CheckedUpdate, rows: readonly NamedRow[]): PatchAnswer['documents'] {
  return documentsOf(checked).flatMap((id) =>
    rows
      .filter((row) => row.document_id === id)
      .map((row) => ({ documentId: row.document_id, status: documentStatusOf(row) })),
  );
}

interface Locked {
  customer: LockedCustomer;
  known: KnownPerson[];
  totals: PeopleTotals;
  ownDocuments: NamedRow[];
}

async function lock(tx: Tx, actor: ClientActor, customerId: string, read: ReadUpdate): Promise<Locked> {
  if (!isUuid(customerId)) throw new DomainError('Customer.NotFound');
  const people = read.check.candidate.businessPersonList ?? [];
  // Sent together: the server looks at people and documents only when it holds the customer's row.
  const [customer, known, totals, ownDocuments] = await settled<
    [LockedCustomer, KnownPerson[], PeopleTotals, NamedRow[]]
  >([
    lockOwnCustomer(tx, actor.partnerId, customerId),
    people.length === 0 ? Promise.resolve([]) : findKnownPeople(tx, actor.partnerId, customerId, namesOf(people)),
    people.length === 0 ? Promise.resolve({ people: 0, share: 0 }) : peopleTotals(tx, actor.partnerId, customerId),
    findOwnDocuments(tx, actor.partnerId, documentsNamed(read)),
  ]);
  return { customer, known, totals, ownDocuments };
}

/** Whether a file has arrived is not known, so neither yes nor no would be right. */
const UNSEEN = {
  message:
    'We could not see whether the file of a document has arrived, because our storage does not answer. Nothing was saved; send the request again in a few seconds.',
  retryAfterSeconds: 5,
};

function unseenDocuments({ unseen }: LookedFor, rows: readonly NamedRow[]): string[] {
  return rows
    .filter(
      ({ document_id: id, status }) => unseen.includes(id) && (status === 'LinkIssued' || status === 'Superseded'),
    )
    .map((row) => row.document_id);
}

/** How many outcomes were written since the request came, of documents that it hands in: each has raised the version by one. */
function settledSince({ ids }: LookedFor, rows: readonly NamedRow[]): number {
  return rows.filter(({ document_id: id, status }) => ids.includes(id) && OUTCOMES.includes(status)).length;
}
const OUTCOMES = ['Confirmed', 'Quarantined', 'Rejected'];

/** `settled`: what the request itself has brought about does not count against its If-Match. */
function refuseByState(customer: LockedCustomer, ifMatch: string | undefined, settled: number): void {
  const refusal = refusalOf(standingOf(customer).stage);
  if (refusal !== undefined) throw new DomainError(refusal);
  refuseClosed(customer);
  if (!isMatched(ifMatch, customer.version - settled)) throw new DomainError('Customer.VersionMismatch');
}

interface Changes {
  fields: BusinessFields;
  /** Fields of the request in which something changes, people and documents too. */
  changedFields: string[];
  people: PeopleChanges;
  /** Ids of the documents that are handed in for the first time. */
  handedIn: string[];
  /** Ids of those that are handed in and that no decision knew. */
  newToDecision: string[];
  move: PreparedMove;
  happened: boolean;
}

function compare(
  context: Context,
  catalogue: Catalogue,
  { customer, known, ownDocuments }: Pick<Locked, 'customer' | 'known' | 'ownDocuments'>,
  checked: CheckedUpdate,
  now: Date,
): Changes {
  const before = storedFields(customer);
  const fields =
    checked.kind === 'PUT'
      ? replaceFields(checked.input, before, catalogue)
      : patchFields(checked.input, before, catalogue);
  const people = comparePeople(checked.input.businessPersonList ?? [], known, {
    catalogue,
    keys: context.keys,
    makeId: () => uuidv7(now),
    keepOmitted: checked.kind === 'PATCH',
  });
  const changed = changedFields(before, fields);
  const standing = standingOf(customer);
  const documents = documentsOf(checked);
  const handedIn = ownDocuments.filter((row) => row.handed_in_at === null && documents.includes(row.document_id));
  const changesPeople = people.added.length + people.changed.length > 0;
  const unknown = newToDecision(customer, documents, ownDocuments);
  const trigger = triggerOf(standing.verificationStatus, {
    kind: checked.kind,
    bringsEvidence: people.listed.length + documents.length > 0,
    changedFields: changed,
    changesPeople,
    bringsNewDocuments: unknown.length > 0,
  });
  const move = prepareMove(standing, { trigger, claim: null, reasons: [], now });
  const named = [
    ...changed,
    ...(changesPeople ? ['businessPersonList'] : []),
    ...(handedIn.length > 0 ? ['businessDocumentIdList'] : []),
  ];
  return {
    fields,
    changedFields: named,
    people,
    handedIn: handedIn.map((row) => row.document_id),
    newToDecision: unknown,
    move,
    happened: named.length > 0 || move.changesStatus,
  };
}

/** The documents that are handed in, each once. */
function documentsOf(checked: CheckedUpdate): string[] {
  const sent = checked.kind === 'PATCH' ? (checked.input.businessDocumentIdList ?? []) : [];
  return [...new Set(sent.map((id) => id.toLowerCase()))];
}

/** Of the documents that are handed in those that had not been confirmed when the business was decided on. */
function newToDecision(
  { decided_at: decidedAt }: LockedCustomer,
  handedIn: readonly string[],
  rows: readonly NamedRow[],
): string[] {
  const known = new Set(
    rows
      .filter(({ confirmed_at: at }) => at !== null && decidedAt !== null && at <= decidedAt)
      .map((row) => row.document_id),
  );
  return handedIn.filter((id) => !known.has(id));
}

async function save(
  tx: Tx,
  context: Context,
  actor: ClientActor,
  customer: LockedCustomer,
  changes: Changes,
  now: Date,
): Promise<void> {
  const { move, people, handedIn } = changes;
  const documentIds = move.changesStatus ? changes.newToDecision : handedIn;
  const version = customer.version + 1;
  const subject = { customerId: customer.customer_id, partnerCustomerId: customer.partner_customer_id };
  const events = eventsOf(subject, version, changes);
  const facts = {
    version,
    ...(move.changesStatus ? move.facts : { verificationStatus: move.verificationStatus }),
    changedFields: changes.changedFields,
    peopleAdded: people.added.length,
    peopleUpdated: people.changed.length,
    ...(documentIds.length > 0 ? { documentIds } : {}),
  };
  const head = { sequence: customer.audit_sequence, hash: customer.audit_hash };
  const sealed = sealedPeopleChanges(context.keys, () => dataKeyOf(context.keys, customer), people, now);
  const change = {
    fields: changes.fields,
    move,
    eventSequence: customer.event_sequence + events.length,
    audit: prepareAudit(context.keys, actor, subject.customerId, head, 'business.profile.updated', facts, now),
    addingPeople: sealed.adding,
    updatingPeople: sealed.updating,
    documentsHandedIn: handedIn,
    events: recordedEvents(actor, subject, customer.event_sequence + 1, events, now),
  };
  await updateProfile(tx, actor.partnerId, customer, change, now);
}

function eventsOf(
  subject: { customerId: string; partnerCustomerId: string },
  version: number,
  { changedFields: changed, people, move }: Changes,
): NewEvent[] {
  const { customerId } = subject;
  const updated: NewEvent = {
    type: 'business.profile.updated',
    data: { ...subject, verificationStatus: move.verificationStatus, version, changedFields: changed },
  };
  return [
    ...(changed.length > 0 ? [updated] : []),
    ...people.added.map(
      ({ uboId, ownershipType }): NewEvent => ({
        type: 'business.person.added',
        data: { customerId, uboId, ownershipType },
      }),
    ),
    ...people.changed.map(
      ({ person, changedFields: names }): NewEvent => ({
        type: 'business.person.updated',
        data: { customerId, uboId: person.uboId, changedFields: names },
      }),
    ),
    ...move.events,
  ];
}
