// What a list of people changes on a profile: who is added, who differs and in what. Pure but for the keyed hashes.
import { isDeepStrictEqual } from 'node:util';
import type { BusinessPersonUpdate } from '@onboarding/contract';
import type { KeyRing } from '@onboarding/platform/crypto';
import type { Catalogue } from '../requirements/index.ts';
import { findMeant } from './known-people.ts';
import { type NewIdentity, type NewPerson, toNewPerson } from './person.ts';
import { comparedText, toPersonColumns } from './person-service.ts';
import type { KnownPerson } from './person-update-store.ts';

export interface ChangedPerson {
  /** As it is from now on; of the identities only the new ones. */
  person: NewPerson;
  /** Ids of identities that no longer count. */
  replaced: string[];
  changedFields: string[];
}

export interface PeopleChanges {
  added: NewPerson[];
  changed: ChangedPerson[];
  /** Everybody in the request, in its order, changed or not. */
  listed: { uboId: string; email: string; firstName: string; lastName: string; added: boolean }[];
}

export interface UpdateMeans {
  catalogue: Catalogue;
  keys: KeyRing;
  makeId: () => string;
  /** Whether what is left out of a person stays as it is (PATCH) or is cleared (PUT). */
  keepOmitted: boolean;
}

export function comparePeople(
  people: readonly BusinessPersonUpdate[],
  known: readonly KnownPerson[],
  means: UpdateMeans,
): PeopleChanges {
  const changes: PeopleChanges = { added: [], changed: [], listed: [] };
  for (const sent of people) {
    const meant = findMeant(sent, known);
    const person = toPerson(sent, meant, means);
    const { uboId, email, firstName, lastName } = person;
    changes.listed.push({ uboId, email, firstName, lastName, added: meant === undefined });
    if (meant === undefined) changes.added.push(person);
    else {
      const change = comparePerson(person, meant, means.keys);
      if (change.changedFields.length > 0) changes.changed.push(change);
    }
  }
  return changes;
}

function toPerson(
  sent: BusinessPersonUpdate,
  meant: KnownPerson | undefined,
  { catalogue, makeId, keepOmitted }: UpdateMeans,
): NewPerson {
  if (meant === undefined) return toNewPerson(sent, catalogue, makeId);
  return { ...toNewPerson(keepOmitted ? completed(sent, meant) : sent, catalogue, makeId), uboId: meant.ubo_id };
}

function completed(sent: BusinessPersonUpdate, meant: KnownPerson): BusinessPersonUpdate {
  return {
    birthDate: meant.birth_date,
    taxResidenceCountry: meant.tax_residence_country,
    phone: meant.phone,
    percentageShare: meant.percentage_share,
    ...sent,
  };
}

/** Columns and what callers call them, in the order of the specification. */
const FIELDS = [
  ['first_name', 'firstName'],
  ['last_name', 'lastName'],
  ['birth_date', 'birthDate'],
  ['tax_residence_country', 'taxResidenceCountry'],
  ['nationality', 'nationality'],
  ['email', 'email'],
  ['phone', 'phone'],
  ['ownership_type', 'ownershipType'],
  ['percentage_share', 'percentageShare'],
  ['address', 'address'],
] as const;

function comparePerson(person: NewPerson, meant: KnownPerson, keys: KeyRing): ChangedPerson {
  const wanted = toPersonColumns(person);
  const differing = FIELDS.filter(([column]) => !isSame(wanted[column], meant[column])).map(([, name]) => name);
  const { fresh, replaced } = compareIdentities(person.identities, meant, keys);
  const identities = fresh.length + replaced.length > 0 ? ['identities'] : [];
  return { person: { ...person, identities: fresh }, replaced, changedFields: [...differing, ...identities] };
}

function isSame(a: unknown, b: unknown): boolean {
  // The only lists are those of ownership types, in which the order says nothing.
  if (Array.isArray(a) && Array.isArray(b)) return isDeepStrictEqual(a.toSorted(), b.toSorted());
  return isDeepStrictEqual(a, b);
}

/** An identity that is there already stays; each stored one can stand for one sent. */
function compareIdentities(
  sent: readonly NewIdentity[],
  meant: KnownPerson,
  keys: KeyRing,
): { fresh: NewIdentity[]; replaced: string[] } {
  const left = new Set(meant.identities);
  const fresh = sent.filter((identity) => {
    const hashes = new Map(
      keys.keyedHashes(comparedText(identity)).map(({ keyId, hash }) => [keyId, hash.toString('base64')]),
    );
    const same = [...left].find(
      (one) =>
        one.identity_type_code === identity.identityTypeCode &&
        one.issuing_country === identity.issuingCountry &&
        one.value_hash === hashes.get(one.value_hash_key_id) &&
        one.issue_date === identity.issueDate &&
        one.expiry_date === identity.expiryDate &&
        one.document_id === identity.documentUploadId,
    );
    if (same !== undefined) left.delete(same);
    return same === undefined;
  });
  return { fresh, replaced: [...left].map((one) => one.identity_id) };
}
