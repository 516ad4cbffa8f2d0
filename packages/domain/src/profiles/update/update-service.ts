import type { KeyObject } from 'node:crypto';
import type { PatchAnswer, RawBody, VerificationReason, Warning } from '@onboarding/contract';
import { isUuid } from '@onboarding/platform/ids';
import { settled, type Tx } from '@onboarding/platform/postgres';
import type { ClientActor, Context } from '../../context.ts';
import type { NamedRow } from '../../documents/index.ts';
import { DomainError } from '../../failure.ts';
import { listMetadata, type MetadataRow, metadataValues, pairsBySubject } from '../../metadata/index.ts';
import {
  findKnownPeople,
  type KnownIdentity,
  type KnownPerson,
  namesOf,
  openNumber,
  type PeopleTotals,
  peopleTotals,
  sealedPeopleChanges,
} from '../../people/index.ts';
import type { Catalogue } from '../../requirements/index.ts';
import { movedReview, wakeChecks } from '../../review-state/index.ts';
import { dataKeyOf, lockOwnCustomer, refuseClosed, reviewStateOf } from '../access/customer-access.ts';
import type { LockedCustomer } from '../access/customer-lock-store.ts';
import { changeCustomer } from '../change/customer-change-service.ts';
import { movedCustomer, UPDATE_PROFILE } from '../change/customer-change-store.ts';
import { BUSINESS, type BusinessFields } from '../record/business-columns.ts';
import { refusalOf, storedFields } from '../record/profile.ts';
import { listLastReasons } from '../status/verification-status-service.ts';
import { answerWarning } from './request-answers.ts';
import { compareUpdate, documentsOf, eventsOf, type LockedProfile, type UpdateChanges } from './update-changes.ts';
import {
  type CheckedUpdate,
  checkUpdate,
  completeUpdate,
  documentsNamed,
  type ReadUpdate,
  readUpdate,
  sendsMetadata,
  sendsPeople,
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
import { isMatched, malformedMatch, ownCatalogue, type UpdateKind } from './update-rules.ts';

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
  const { customer, ownDocuments } = locked;
  const { lookedFor = NOT_LOOKED_FOR } = request;
  refuseByState(customer, request.ifMatch, recordedSince(lookedFor, ownDocuments));
  // The customer is locked by now, so this time is after all earlier changes.
  const now = context.clock.now();
  const catalogue = ownCatalogue(current, customer);
  const checked = await checkLocked(tx, context, actor, { read, locked, lookedFor, catalogue, now });
  // A PUT always answers.
  const asked = request.kind === 'PATCH' && customer.verificationStatus === 'ChangesRequested';
  const reasons = asked ? await listLastReasons(tx, actor.partnerId, customer.customerId) : [];
  const bringsPeople = sendsPeople(read);
  const changes = compareUpdate(context, catalogue, { ...locked, reasons, bringsPeople }, checked, now);
  if (changes.happened) await save(tx, context, actor, customer, changes, now);
  const unanswered = asked ? unansweredBy(changes, locked, reasons) : undefined;
  return {
    answer: {
      customerId: customer.customerId,
      partnerCustomerId: customer.partnerCustomerId,
      verificationStatus: changes.move.verificationStatus,
      version: customer.version + (changes.happened ? 1 : 0),
      ubos: changes.people.listed,
      documents: submitted(checked, ownDocuments),
    },
    warnings: unanswered === undefined ? checked.warnings : [...checked.warnings, unanswered],
  };
}

/** A document that was known at the decision is no answer to it. */
function unansweredBy(
  { changedFields, people, move }: UpdateChanges,
  { customer, ownDocuments }: LockedProfile,
  reasons: readonly VerificationReason[],
): Warning | undefined {
  const ids = ownDocuments.map(({ documentId }) => documentId);
  const fresh = newToDecision(customer, ids, ownDocuments);
  const documents = ownDocuments.filter(({ documentId }) => fresh.includes(documentId));
  return answerWarning(reasons, { changedFields, people: people.listed, documents, answered: move.changesStatus });
}

interface LockedUpdate {
  read: ReadUpdate;
  locked: LockedProfile;
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
  const { customer, known, totals, ownDocuments, metadata } = locked;
  const { customerId, partnerCustomerId } = customer;
  const update = completeUpdate(read, known, numbersOf(context, customer));
  const sent = documentsNamed(read);
  const named = documentsNamed(update);
  const kept = named.filter((id) => !sent.includes(id));
  const rows = [...ownDocuments, ...(await findOwnDocuments(tx, actor.partnerId, kept))];
  const unseen = unseenDocuments(lookedFor, ownDocuments);
  const documents = await judgeableDocuments(tx, customerId, named, rows, { unseen, now });
  const countries = countriesOf(storedFields(customer));
  const stored = { customerId, partnerCustomerId, countries, known, totals, documents, metadata };
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

async function lock(tx: Tx, actor: ClientActor, customerId: string, read: ReadUpdate): Promise<LockedProfile> {
  if (!isUuid(customerId)) throw new DomainError('Customer.NotFound');
  const people = read.check.candidate.businessPersonList ?? [];
  // Pipelined: the server reads people and documents only after it has locked the customer's row.
  const [customer, known, totals, ownDocuments, metadata] = await settled<
    [LockedCustomer, KnownPerson[], PeopleTotals, NamedRow[], MetadataRow[]]
  >([
    lockOwnCustomer(tx, actor.partnerId, customerId),
    people.length === 0 ? Promise.resolve([]) : findKnownPeople(tx, actor.partnerId, customerId, namesOf(people)),
    people.length === 0 ? Promise.resolve({ people: 0, share: 0 }) : peopleTotals(tx, actor.partnerId, customerId),
    findOwnDocuments(tx, actor.partnerId, documentsNamed(read)),
    sendsMetadata(read) ? listMetadata(tx, actor.partnerId, customerId) : Promise.resolve([]),
  ]);
  return { customer, known, totals, ownDocuments, metadata: pairsBySubject(metadata) };
}

/** `own`: version increases caused by the request itself, which its If-Match tolerates. */
function refuseByState(customer: LockedCustomer, ifMatch: string | undefined, own: number): void {
  const refusal = refusalOf(reviewStateOf(customer).stage);
  if (refusal !== undefined) throw new DomainError(refusal);
  refuseClosed(customer);
  const { customerId, version } = customer;
  if (isMatched(ifMatch, version - own)) return;
  const message = malformedMatch(ifMatch, version - own);
  const current = { customerId, version };
  throw new DomainError('Customer.VersionMismatch', { current, ...(message !== undefined && { message }) });
}

async function save(
  tx: Tx,
  context: Context,
  actor: ClientActor,
  customer: LockedCustomer,
  changes: UpdateChanges,
  now: Date,
): Promise<void> {
  const { fields, move, people, metadata, submitted } = changes;
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
      ...movedReview(move, {
        filedCountry: fields.incorporationCountryIso3Code,
        filedType: fields.businessTypeCode,
        dueChecks: changes.dueChecks,
      }),
      ...sealedPeopleChanges(context.keys, () => dataKeyOf(context.keys, customer), people, now),
      submittedDocuments: submitted,
      ...metadataValues(metadata.added, metadata.removed),
    },
    action: 'business.profile.updated',
    facts,
    events: eventsOf(customer, version, changes),
    now,
  });
  wakeChecks(tx, move, changes.dueChecks);
}
