// What an update changes, compared with the locked profile, and the events of that. Pure, except for the keyed hashes.
import type { VerificationReason } from '@onboarding/contract';
import { uuidv7 } from '@onboarding/platform/ids';
import type { Context } from '../../context.ts';
import type { NamedRow } from '../../documents/index.ts';
import type { NewEvent } from '../../events/index.ts';
import { compareMetadata, type MetadataChanges, type PairsBySubject, sentMetadata } from '../../metadata/index.ts';
import { comparePeople, type KnownPerson, type PeopleChanges, type PeopleTotals } from '../../people/index.ts';
import type { Catalogue } from '../../requirements/index.ts';
import { type Check, type PreparedMove, prepareMove } from '../../review-state/index.ts';
import { reviewStateOf } from '../access/customer-access.ts';
import type { LockedCustomer } from '../access/customer-lock-store.ts';
import type { BusinessFields } from '../record/business-columns.ts';
import { storedFields } from '../record/profile.ts';
import { checksDueAfter } from './due-checks.ts';
import type { CheckedUpdate } from './update-check.ts';
import { newToDecision } from './update-documents.ts';
import { changedFields, patchFields, replaceFields, triggerOf } from './update-rules.ts';

/** What an update reads once it holds the customer's lock. */
export interface LockedProfile {
  customer: LockedCustomer;
  known: KnownPerson[];
  totals: PeopleTotals;
  ownDocuments: NamedRow[];
  /** Empty if the request sends none. */
  metadata: PairsBySubject;
}

interface Before extends Omit<LockedProfile, 'totals'> {
  /** The reasons of the request for changes, if there is one. */
  reasons: readonly VerificationReason[];
  /** Whether the request sends people, other than their metadata. */
  bringsPeople: boolean;
}

export interface UpdateChanges {
  fields: BusinessFields;
  /** Fields of the request that change something, including people, documents and metadata. */
  changedFields: string[];
  people: PeopleChanges;
  /** People who were on the profile before and changed, or whose metadata did, with the names of the changed fields. */
  updatedPeople: { uboId: string; changedFields: string[] }[];
  metadata: MetadataChanges;
  /** Ids of the documents submitted for the first time. */
  submitted: string[];
  /** Ids of submitted documents that were not part of any decision. */
  newToDecision: string[];
  move: PreparedMove;
  dueChecks: ReadonlySet<Check>;
  happened: boolean;
}

export function compareUpdate(
  context: Pick<Context, 'keys'>,
  catalogue: Catalogue,
  { customer, known, ownDocuments, metadata: pairs, reasons, bringsPeople }: Before,
  checked: CheckedUpdate,
  now: Date,
): UpdateChanges {
  const before = storedFields(customer);
  const fields =
    checked.kind === 'PUT'
      ? replaceFields(checked.input, before, catalogue)
      : patchFields(checked.input, before, catalogue);
  const sent = checked.input.businessPersonList ?? [];
  const people = comparePeople(sent, known, {
    catalogue,
    keys: context.keys,
    makeId: () => uuidv7(now),
    keepOmitted: checked.kind === 'PATCH',
  });
  const metadata = compareMetadata(pairs, sentMetadata(customer.customerId, ownMetadata(checked), people.listed, sent));
  const updatedPeople = updatedAmong(people, metadata);
  const changed = changedFields(before, fields);
  const state = reviewStateOf(customer);
  const documents = documentsOf(checked);
  const submitted = ownDocuments.filter((row) => row.handedInAt === null && documents.includes(row.documentId));
  const unknown = newToDecision(customer, documents, ownDocuments);
  const trigger = triggerOf(state.verificationStatus, {
    kind: checked.kind,
    bringsEvidence: bringsPeople || documents.length > 0,
    changedFields: changed,
    changesPeople: people.added.length + people.changed.length > 0,
    bringsNewDocuments: unknown.length > 0,
    reasons,
  });
  const move = prepareMove(state, { trigger, claim: null, reasons: [], now });
  const named = [
    ...changed,
    ...(people.added.length + updatedPeople.length > 0 ? ['businessPersonList'] : []),
    ...(submitted.length > 0 ? ['businessDocumentIdList'] : []),
    ...(metadata.subjects.has(customer.customerId) ? ['metadata'] : []),
  ];
  return {
    fields,
    changedFields: named,
    people,
    updatedPeople,
    metadata,
    submitted: submitted.map((row) => row.documentId),
    newToDecision: unknown,
    move,
    dueChecks: checksDueAfter(changed, people),
    happened: named.length > 0 || move.changesStatus,
  };
}

/** Null clears in a PATCH; in a PUT it means that nothing was sent. */
const ownMetadata = ({ kind, input: { metadata } }: CheckedUpdate) =>
  kind === 'PUT' ? (metadata ?? undefined) : metadata;

function updatedAmong({ listed, changed }: PeopleChanges, { subjects }: MetadataChanges) {
  const fieldsOf = (uboId: string) => changed.find(({ person }) => person.uboId === uboId)?.changedFields ?? [];
  return listed
    .filter(({ added }) => !added)
    .map(({ uboId }) => ({ uboId, changedFields: [...fieldsOf(uboId), ...(subjects.has(uboId) ? ['metadata'] : [])] }))
    .filter(({ changedFields: names }) => names.length > 0);
}

/** The submitted documents, without duplicates. */
export function documentsOf(checked: CheckedUpdate): string[] {
  const sent = checked.kind === 'PATCH' ? (checked.input.businessDocumentIdList ?? []) : [];
  return [...new Set(sent.map((id) => id.toLowerCase()))];
}

export function eventsOf(
  { customerId, partnerCustomerId }: LockedCustomer,
  version: number,
  { changedFields: changed, people, updatedPeople, move }: UpdateChanges,
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
    ...updatedPeople.map(
      ({ uboId, changedFields: names }): NewEvent => ({
        type: 'business.person.updated',
        data: { customerId, uboId, changedFields: names },
      }),
    ),
    ...move.events,
  ];
}
