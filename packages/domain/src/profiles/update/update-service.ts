import type { KeyObject } from 'node:crypto';
import type { PatchAnswer, RawBody, VerificationReason, Warning } from '@onboarding/contract';
import { isUuid, uuidv7 } from '@onboarding/platform/ids';
import { settled, type Tx } from '@onboarding/platform/postgres';
import type { ClientActor, Context } from '../../context.ts';
import type { NamedRow } from '../../documents/index.ts';
import type { NewEvent } from '../../events/index.ts';
import { DomainError } from '../../failure.ts';
import {
  comparePeople,
  findKnownPeople,
  type KnownIdentity,
  type KnownPerson,
  namesOf,
  openNumber,
  type PeopleChanges,
  type PeopleTotals,
  peopleTotals,
  sealedPeopleChanges,
} from '../../people/index.ts';
import type { Catalogue } from '../../requirements/index.ts';
import { movedReview, type PreparedMove, prepareMove } from '../../review-state/index.ts';
import { dataKeyOf, lockOwnCustomer, refuseClosed, reviewStateOf } from '../access/customer-access.ts';
import type { LockedCustomer } from '../access/customer-lock-store.ts';
import { changeCustomer } from '../change/customer-change-service.ts';
import { movedCustomer, UPDATE_PROFILE } from '../change/customer-change-store.ts';
import { BUSINESS, type BusinessFields } from '../record/business-columns.ts';
import { refusalOf, storedFields } from '../record/profile.ts';
import { listLastReasons } from '../status/verification-status-service.ts';
import {
  type CheckedUpdate,
  checkUpdate,
  completeUpdate,
  documentsNamed,
  type ReadUpdate,
  readUpdate,
} from './update-check.ts';
import {
  findOwnDocuments,
  judgeableDocuments,
  type LookedFor,
  NOT_LOOKED_FOR,
  newToDecision,
  recordedSince,
  UNSEEN,
  unseenDocuments,
} from './update-documents.ts';
import {
  changedFields,
  isMatched,
  ownCatalogue,
  patchFields,
  replaceFields,
  triggerOf,
  type UpdateKind,
  unansweredWarning,
} from './update-rules.ts';

export interface UpdateRequest {
  kind: UpdateKind;
  customerId: string;
  /** The If-Match header, if one was sent. */
  ifMatch: string | undefined;
  body: RawBody;
  lookedFor?: LookedFor | undefined;
}

/** The response of a PATCH; a PUT returns only the first half. */
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
  const locked = await lock(tx, actor, request.customerId, read);
  const { customer, known, ownDocuments } = locked;
  const { lookedFor = NOT_LOOKED_FOR } = request;
  refuseByState(customer, request.ifMatch, recordedSince(lookedFor, ownDocuments));
  // The customer is locked by now, so this time is after all earlier changes.
  const now = context.clock.now();
  const catalogue = ownCatalogue(current, customer);
  const checked = await checkLocked(tx, context, actor, { read, locked, lookedFor, catalogue, now });
  // A PUT always answers.
  const asked = request.kind === 'PATCH' && customer.verificationStatus === 'ChangesRequested';
  const reasons = asked ? await listLastReasons(tx, actor.partnerId, customer.customerId) : [];
  const changes = compare(context, catalogue, { customer, known, ownDocuments, reasons }, checked, now);
  if (changes.happened) await save(tx, context, actor, customer, changes, now);
  return {
    answer: {
      customerId: customer.customerId,
      partnerCustomerId: customer.partnerCustomerId,
      verificationStatus: changes.move.verificationStatus,
      version: customer.version + (changes.happened ? 1 : 0),
      ubos: changes.people.listed,
      documents: submitted(checked, ownDocuments),
    },
    warnings:
      asked && !changes.move.changesStatus ? [...checked.warnings, unansweredWarning(reasons)] : checked.warnings,
  };
}

interface LockedUpdate {
  read: ReadUpdate;
  locked: Locked;
  lookedFor: LookedFor;
  catalogue: Catalogue;
  now: Date;
}

/** Completes the people of the update, then checks everything. */
async function checkLocked(
  tx: Tx,
  context: Context,
  actor: ClientActor,
  { read, locked, lookedFor, catalogue, now }: LockedUpdate,
): Promise<CheckedUpdate> {
  const { customer, known, totals, ownDocuments } = locked;
  const { customerId, partnerCustomerId } = customer;
  const update = completeUpdate(read, known, numbersOf(context, customer));
  const sent = documentsNamed(read);
  const named = documentsNamed(update);
  const kept = named.filter((id) => !sent.includes(id));
  const rows = [...ownDocuments, ...(await findOwnDocuments(tx, actor.partnerId, kept))];
  const unseen = unseenDocuments(lookedFor, ownDocuments);
  const documents = await judgeableDocuments(tx, customerId, named, rows, { unseen, now });
  const countries = countriesOf(storedFields(customer));
  const stored = { customerId, partnerCustomerId, countries, known, totals, documents };
  const checked = checkUpdate(update, stored, catalogue, now);
  if (unseen.length > 0) throw new DomainError('Service.Unavailable', UNSEEN);
  return checked;
}

/** Opens identity numbers of a locked customer; unwraps the customer's key once, and only if it is needed. */
function numbersOf({ keys }: Context, customer: LockedCustomer): (identity: KnownIdentity) => string {
  let dataKey: KeyObject | undefined;
  return (identity) => {
    dataKey ??= dataKeyOf(keys, customer);
    return openNumber(dataKey, identity);
  };
}

function countriesOf({ incorporationCountryIso3Code: country, addresses }: BusinessFields): Set<string> {
  return new Set([country, ...addresses.map((address) => address.countryCode)]);
}

/** In the order of the request, without duplicates. Missing ones have already been refused. */
function submitted(checked: CheckedUpdate, rows: readonly NamedRow[]): PatchAnswer['documents'] {
  return documentsOf(checked).flatMap((id) =>
    rows.filter((row) => row.documentId === id).map(({ status }) => ({ documentId: id, status })),
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
  // Pipelined: the server reads people and documents only after it has locked the customer's row.
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

/** `own`: version increases caused by the request itself, which its If-Match tolerates. */
function refuseByState(customer: LockedCustomer, ifMatch: string | undefined, own: number): void {
  const refusal = refusalOf(reviewStateOf(customer).stage);
  if (refusal !== undefined) throw new DomainError(refusal);
  refuseClosed(customer);
  const { customerId, version } = customer;
  if (!isMatched(ifMatch, version - own))
    throw new DomainError('Customer.VersionMismatch', { current: { customerId, version } });
}

interface Changes {
  fields: BusinessFields;
  /** Fields of the request that change something, including people and documents. */
  changedFields: string[];
  people: PeopleChanges;
  /** Ids of the documents submitted for the first time. */
  submitted: string[];
  /** Ids of submitted documents that were not part of any decision. */
  newToDecision: string[];
  move: PreparedMove;
  happened: boolean;
}

function compare(
  context: Context,
  catalogue: Catalogue,
  { customer, known, ownDocuments, reasons }: Omit<Locked, 'totals'> & { reasons: readonly VerificationReason[] },
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
  const state = reviewStateOf(customer);
  const documents = documentsOf(checked);
  const submitted = ownDocuments.filter((row) => row.handedInAt === null && documents.includes(row.documentId));
  const changesPeople = people.added.length + people.changed.length > 0;
  const unknown = newToDecision(customer, documents, ownDocuments);
  const trigger = triggerOf(state.verificationStatus, {
    kind: checked.kind,
    bringsEvidence: people.listed.length + documents.length > 0,
    changedFields: changed,
    changesPeople,
    bringsNewDocuments: unknown.length > 0,
    reasons,
  });
  const move = prepareMove(state, { trigger, claim: null, reasons: [], now });
  const named = [
    ...changed,
    ...(changesPeople ? ['businessPersonList'] : []),
    ...(submitted.length > 0 ? ['businessDocumentIdList'] : []),
  ];
  return {
    fields,
    changedFields: named,
    people,
    submitted: submitted.map((row) => row.documentId),
    newToDecision: unknown,
    move,
    happened: named.length > 0 || move.changesStatus,
  };
}

/** The submitted documents, without duplicates. */
function documentsOf(checked: CheckedUpdate): string[] {
  const sent = checked.kind === 'PATCH' ? (checked.input.businessDocumentIdList ?? []) : [];
  return [...new Set(sent.map((id) => id.toLowerCase()))];
}

async function save(
  tx: Tx,
  context: Context,
  actor: ClientActor,
  customer: LockedCustomer,
  changes: Changes,
  now: Date,
): Promise<void> {
  const { fields, move, people, submitted } = changes;
  const documentIds = move.changesStatus ? changes.newToDecision : submitted;
  const version = customer.version + 1;
  const facts = {
    version,
    ...(move.changesStatus ? move.facts : { verificationStatus: move.verificationStatus }),
    changedFields: changes.changedFields,
    peopleAdded: people.added.length,
    peopleUpdated: people.changed.length,
    ...(documentIds.length > 0 ? { documentIds } : {}),
  };
  await changeCustomer(tx, context.keys, actor, customer, {
    write: UPDATE_PROFILE,
    values: {
      ...BUSINESS.toValues(fields),
      ...movedCustomer(move),
      ...movedReview(move, { filedCountry: fields.incorporationCountryIso3Code, filedType: fields.businessTypeCode }),
      ...sealedPeopleChanges(context.keys, () => dataKeyOf(context.keys, customer), people, now),
      submittedDocuments: submitted,
    },
    action: 'business.profile.updated',
    facts,
    events: eventsOf(customer, version, changes),
    now,
  });
}

function eventsOf(
  { customerId, partnerCustomerId }: LockedCustomer,
  version: number,
  { changedFields: changed, people, move }: Changes,
): NewEvent[] {
  const updated: NewEvent = {
    type: 'business.profile.updated',
    data: {
      customerId,
      partnerCustomerId,
      verificationStatus: move.verificationStatus,
      version,
      changedFields: changed,
    },
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
