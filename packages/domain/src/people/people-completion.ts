// Completes people who are sent with their uboId: an omitted field keeps its stored value. All checks then see each
// person as it would be stored. Pure.
import type { Path, RawBody } from '@onboarding/contract';
import { PERSON, SENT_IDENTITY } from './person-columns.ts';
import type { KnownIdentity, KnownPerson } from './person-store.ts';

export interface CompletedPeople {
  people: readonly RawBody[];
  /** Whether this person was sent without this field. */
  isOmitted(index: number, field: string): boolean;
  /** Whether this place of the list is a field of a stored person, or of a stored identity of one. */
  mayOmit(path: Path): boolean;
}

type Sent = Readonly<Record<string, RawBody>>;

/** Returns undefined if no one is sent with the uboId of a known person. Opens only omitted numbers. */
export function completePeople(
  sent: RawBody,
  known: readonly KnownPerson[],
  openNumber: (identity: KnownIdentity) => string,
): CompletedPeople | undefined {
  if (!Array.isArray(sent)) return undefined;
  const list: readonly RawBody[] = sent;
  const stored = list.map((person) => findById(known, person, 'uboId', ({ uboId }) => uboId));
  if (stored.every((person) => person === undefined)) return undefined;
  const findStoredIdentity = (index: number, place: number) => {
    const person = list[index];
    const meant = stored[index];
    const identities = isObject(person) ? person.identities : undefined;
    return meant !== undefined && Array.isArray(identities) ? findIdentity(meant, identities[place]) : undefined;
  };
  return {
    people: list.map((person, index) => {
      const meant = stored[index];
      return meant === undefined || !isObject(person) ? person : completePerson(person, meant, openNumber);
    }),
    isOmitted(index, field) {
      const person = list[index];
      return stored[index] !== undefined && isObject(person) && !Object.hasOwn(person, field);
    },
    mayOmit([index, field, place, ...inner]) {
      if (typeof index !== 'number' || field === undefined) return false;
      if (place === undefined) return stored[index] !== undefined;
      return (
        field === 'identities' &&
        typeof place === 'number' &&
        inner.length === 1 &&
        findStoredIdentity(index, place) !== undefined
      );
    },
  };
}

function completePerson(sent: Sent, meant: KnownPerson, openNumber: (identity: KnownIdentity) => string): Sent {
  const identities = Object.hasOwn(sent, 'identities') ? sent.identities : meant.identities.map(asSent);
  return {
    ...PERSON.toFields(meant),
    ...sent,
    identities: Array.isArray(identities)
      ? identities.map((identity: RawBody) => completeIdentity(identity, meant, openNumber))
      : identities,
  };
}

const asSent = ({ identityId }: KnownIdentity): Sent => ({ identityId });

function completeIdentity(sent: RawBody, meant: KnownPerson, openNumber: (identity: KnownIdentity) => string): RawBody {
  const stored = findIdentity(meant, sent);
  if (stored === undefined || !isObject(sent)) return sent;
  const number = Object.hasOwn(sent, 'identityValue') ? {} : { identityValue: openNumber(stored) };
  return { ...SENT_IDENTITY.toFields(stored), ...number, ...sent };
}

const findIdentity = (meant: KnownPerson, sent: RawBody) =>
  findById(meant.identities, sent, 'identityId', ({ identityId }) => identityId);

function findById<T>(stored: readonly T[], sent: RawBody, name: string, idOf: (one: T) => string): T | undefined {
  const id = isObject(sent) ? sent[name] : undefined;
  return typeof id === 'string' ? stored.find((one) => idOf(one) === id.toLowerCase()) : undefined;
}

function isObject(value: RawBody): value is Sent {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
