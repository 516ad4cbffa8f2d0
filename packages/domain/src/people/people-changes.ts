// The changes that a list of people makes to a profile: who is added, and who changes how. Pure, except for the keyed hashes.
import { isDeepStrictEqual } from 'node:util';
import type { BusinessPersonUpdate } from '@onboarding/contract';
import type { KeyRing } from '@onboarding/platform/crypto';
import type { FieldsOf } from '@onboarding/platform/postgres';
import type { Catalogue } from '../requirements/index.ts';
import { findMeant } from './known-people.ts';
import { type NewIdentity, type NewPerson, toNewPerson } from './person.ts';
import { PERSON, SENT_IDENTITY } from './person-columns.ts';
import { comparedText } from './person-service.ts';
import type { KnownPerson } from './person-store.ts';

export type PersonField = keyof FieldsOf<typeof PERSON> | 'identities';

interface ChangedPerson {
  /** The new state, with only the new identities. */
  person: NewPerson;
  /** Ids of replaced identities. */
  replaced: string[];
  changedFields: PersonField[];
}

export interface PeopleChanges {
  added: NewPerson[];
  changed: ChangedPerson[];
  /** Everyone in the request, in its order, changed or not. */
  listed: { uboId: string; email: string; firstName: string; lastName: string; added: boolean }[];
}

export interface UpdateMeans {
  catalogue: Catalogue;
  keys: KeyRing;
  makeId: () => string;
  /** Whether omitted fields of a person are kept (PATCH) or cleared (PUT). */
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
  return { ...toNewPerson(keepOmitted ? completed(sent, meant) : sent, catalogue, makeId), uboId: meant.uboId };
}

function completed(sent: BusinessPersonUpdate, meant: KnownPerson): BusinessPersonUpdate {
  return { ...PERSON.toFields(meant), ...sent };
}

function comparePerson(person: NewPerson, meant: KnownPerson, keys: KeyRing): ChangedPerson {
  const stored = PERSON.toFields(meant);
  const differing = PERSON.names.filter((name) => !isSame(person[name], stored[name]));
  const { fresh, replaced } = compareIdentities(person.identities, meant, keys);
  const identities = fresh.length + replaced.length > 0 ? (['identities'] as const) : [];
  return { person: { ...person, identities: fresh }, replaced, changedFields: [...differing, ...identities] };
}

function isSame(a: unknown, b: unknown): boolean {
  // The only lists are ownership types, whose order has no meaning.
  if (Array.isArray(a) && Array.isArray(b)) return isDeepStrictEqual(a.toSorted(), b.toSorted());
  return isDeepStrictEqual(a, b);
}

/** Keeps a stored identity that is sent again; each one matches at most one sent. */
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
        one.valueHash === hashes.get(one.valueHashKeyId) &&
        SENT_IDENTITY.names.every((name) => SENT_IDENTITY.toFields(one)[name] === identity[name]),
    );
    if (same !== undefined) left.delete(same);
    return same === undefined;
  });
  return { fresh, replaced: [...left].map((one) => one.identityId) };
}
