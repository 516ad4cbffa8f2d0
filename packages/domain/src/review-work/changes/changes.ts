// The differences between a snapshot and the current business, as before and after. Identity numbers are not compared here:
// the database compares them, and only the result is used. Pure.

import type { KeyObject } from 'node:crypto';
import type {
  ComparedValue,
  DocumentChange,
  FieldChange,
  IdentityChange,
  PackageChanges,
  PersonChange,
  ReviewedBusiness,
} from '@onboarding/contract';
import { decrypt, encrypt } from '@onboarding/platform/crypto';
import { z } from 'zod';

/** Whether two identities have the same number. */
type CompareNumbers = (identityId: string, other: string) => IdentityChange['number'];

type Person = ReviewedBusiness['businessPersonList'][number];
type Identity = Person['identities'][number];
type EarlierPerson = SnapshotContent['people'][number];
type EarlierIdentity = EarlierPerson['identities'][number];

export function changesBetween(
  before: SnapshotContent,
  now: ReviewedBusiness,
  compareNumbers: CompareNumbers,
): Omit<PackageChanges, 'since'> {
  return {
    fields: fieldChanges(before.business, toContent(now).business),
    people: peopleChanges(before.people, now.businessPersonList, compareNumbers),
    documents: documentChanges(before.documents, now.documents),
  };
}

function peopleChanges(
  before: readonly EarlierPerson[],
  now: readonly Person[],
  compareNumbers: CompareNumbers,
): PersonChange[] {
  const earlier = new Map(before.map((person) => [person.uboId, person]));
  const current = new Set(now.map(({ uboId }) => uboId));
  const changed = now.flatMap((person): PersonChange[] => {
    const was = earlier.get(person.uboId);
    if (was === undefined) return [{ ...headOf(person), change: 'Added', fields: [], identities: [] }];
    const fields = fieldChanges(ownFieldsOf(was), ownFieldsOf(person));
    const identities = identityChanges(was.identities, person.identities, compareNumbers);
    if (fields.length + identities.length === 0) return [];
    return [{ ...headOf(person), change: 'Changed', fields, identities }];
  });
  const removed = before
    .filter(({ uboId }) => !current.has(uboId))
    .map((person): PersonChange => ({ ...headOf(person), change: 'Removed', fields: [], identities: [] }));
  return [...changed, ...removed];
}

const headOf = ({ uboId, firstName, lastName }: Pick<Person, 'uboId' | 'firstName' | 'lastName'>) => ({
  uboId,
  name: `${firstName} ${lastName}`,
});

function ownFieldsOf(person: Record<string, unknown>): Record<string, unknown> {
  const { uboId: _uboId, identities: _identities, verificationStatus: _status, ...own } = person;
  return own;
}

/** Treats an identity of the same type and country in the same position as changed, not as replaced. */
function identityChanges(
  before: readonly EarlierIdentity[],
  now: readonly Identity[],
  compareNumbers: CompareNumbers,
): IdentityChange[] {
  const kept = new Set(before.map(({ identityId }) => identityId));
  const current = new Set(now.map(({ identityId }) => identityId));
  const gone = before.filter(({ identityId }) => !current.has(identityId));
  const fresh = now.filter(({ identityId }) => !kept.has(identityId));
  const changes = fresh.map((identity): IdentityChange => {
    const index = gone.findIndex((one) => kindOf(one) === kindOf(identity));
    const [was] = index === -1 ? [] : gone.splice(index, 1);
    if (was === undefined) return { ...kindFields(identity), change: 'Added', number: null, fields: [] };
    return {
      ...kindFields(identity),
      change: 'Changed',
      number: compareNumbers(was.identityId, identity.identityId),
      fields: fieldChanges(detailsOf(was), detailsOf(identity)),
    };
  });
  const removed = gone.map(
    (identity): IdentityChange => ({ ...kindFields(identity), change: 'Removed', number: null, fields: [] }),
  );
  return [...changes, ...removed];
}

const kindOf = ({ identityTypeCode, issuingCountry }: EarlierIdentity) => `${identityTypeCode} ${issuingCountry}`;

const kindFields = ({ identityId, identityTypeCode, issuingCountry }: EarlierIdentity) => ({
  identityId,
  // Identity types are never removed from the contract.
  identityTypeCode: identityTypeCode as Identity['identityTypeCode'],
  issuingCountry,
});

function detailsOf(identity: Record<string, unknown>): Record<string, unknown> {
  // Excludes even the masked number, which is compared separately.
  const { identityId: _identityId, identityValueMasked: _masked, ...details } = identity;
  return details;
}

function documentChanges(before: SnapshotContent['documents'], now: ReviewedBusiness['documents']): DocumentChange[] {
  const earlier = new Map(before.map(({ documentId, status }) => [documentId, status]));
  return now.flatMap(({ documentId, documentCategory, uboId, status }): DocumentChange[] => {
    const was = earlier.get(documentId) as DocumentChange['before'] | undefined;
    if (was === status) return [];
    const change = was === undefined ? 'Added' : 'Changed';
    return [{ documentId, change, documentCategory, uboId, before: was ?? null, after: status }];
  });
}

/** Compares objects field by field, so that a corrected postal code does not show the whole address as changed. */
function fieldChanges(before: Record<string, unknown>, after: Record<string, unknown>): FieldChange[] {
  const [earlier, current] = [new Map(leaves(before)), new Map(leaves(after))];
  return [...new Set([...current.keys(), ...earlier.keys()])].flatMap((pointer) => {
    const change = { pointer, before: earlier.get(pointer) ?? null, after: current.get(pointer) ?? null };
    return JSON.stringify(change.before) === JSON.stringify(change.after) ? [] : [change];
  });
}

function leaves(value: object, pointer = ''): [string, ComparedValue][] {
  return Object.entries(value).flatMap(([name, one]: [string, unknown]): [string, ComparedValue][] => {
    const at = `${pointer}/${name}`;
    if (one === undefined || one === null) return [];
    // The only lists of strings are ownership types, whose order has no meaning.
    if (Array.isArray(one) && one.every((item) => typeof item === 'string')) return [[at, one.toSorted()]];
    if (typeof one === 'object') return leaves(one, at);
    return [[at, typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean' ? one : String(one)]];
  });
}

// A business as it was when a decision took effect. It contains only what the partner could read then, so identity numbers
// are masked. It is encrypted with the customer's data key, like everything that is stored about a business outside its own
// rows.

/** The compared fields. Fields that a later release adds or removes must not make an earlier snapshot unreadable. */
const contentSchema = z.object({
  business: z.record(z.string(), z.unknown()),
  people: z.array(
    z.looseObject({
      uboId: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      identities: z.array(
        z.looseObject({
          identityId: z.string(),
          identityTypeCode: z.string(),
          issuingCountry: z.string(),
        }),
      ),
    }),
  ),
  documents: z.array(z.object({ documentId: z.string(), status: z.string() })),
});
type SnapshotContent = z.output<typeof contentSchema>;

export function toContent({
  // Omits states and times of the record, which are not data of the business.
  customerId: _customerId,
  partnerCustomerId: _reference,
  verificationStatus: _status,
  canUpdate: _canUpdate,
  createdAt: _createdAt,
  updatedAt: _updatedAt,
  erasedAt: _erasedAt,
  version: _version,
  businessPersonList,
  documents,
  ...business
}: ReviewedBusiness): SnapshotContent {
  return {
    business,
    people: businessPersonList,
    documents: documents.map(({ documentId, status }) => ({ documentId, status })),
  };
}

export function sealSnapshot(dataKey: KeyObject, decisionId: string, content: SnapshotContent): Buffer {
  return encrypt(dataKey, JSON.stringify(content), decisionId);
}

export function unsealSnapshot(dataKey: KeyObject, decisionId: string, sealed: Buffer): SnapshotContent {
  return contentSchema.parse(JSON.parse(decrypt(dataKey, sealed, decisionId).toString('utf8')));
}
