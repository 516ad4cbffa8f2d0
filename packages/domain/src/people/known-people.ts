// Matches people of a request with those already on the profile. Pure.
import {
  type AddressRecord,
  type BusinessPersonUpdate,
  type Candidate,
  LIMITS,
  problemAt,
  toPointer,
} from '@onboarding/contract';
import { emailKey } from './person.ts';
import type { Judgement } from './person-rules.ts';
import type { KnownPerson } from './person-store.ts';

type Path = readonly (string | number)[];
type SentPerson = Candidate<BusinessPersonUpdate>;
export type SentPeople = readonly (SentPerson | undefined)[];

/** The ids and e-mails by which a request may refer to people of the profile. */
export function namesOf(people: SentPeople): { uboIds: string[]; emailKeys: string[] } {
  return {
    uboIds: people.flatMap((person) => (typeof person?.uboId === 'string' ? [person.uboId.toLowerCase()] : [])),
    emailKeys: people.flatMap((person) => (person?.email === undefined ? [] : [emailKey(person.email)])),
  };
}

/** The person of the profile that the request refers to, by uboId or otherwise by e-mail. */
export function findMeant(
  { uboId, email }: Pick<SentPerson, 'uboId' | 'email'>,
  known: readonly KnownPerson[],
): KnownPerson | undefined {
  if (typeof uboId === 'string') return known.find((one) => one.uboId === uboId.toLowerCase());
  return email === undefined ? undefined : known.find((one) => one.emailKey === emailKey(email));
}

/** The stored country of residence of that person. */
export function storedResidence(person: SentPerson | undefined, known: readonly KnownPerson[]): string | undefined {
  if (person === undefined) return undefined;
  // Stored by toAddress.
  const address = findMeant(person, known)?.address as AddressRecord | undefined;
  return address?.countryCode;
}

/** Problems that depend on the people already on the profile. */
export function judgeKnownPeople(
  people: SentPeople,
  known: readonly KnownPerson[],
  path: Path,
  { kept, problems }: Judgement,
): void {
  const first = new Map<KnownPerson, number>();
  const addProblem = (index: number, field: string, text: string) =>
    problems.push(problemAt([...path, index, field], 'ValidationControl.Error', text));
  for (const [index, person] of people.entries()) {
    if (person === undefined) continue;
    const meant = findMeant(person, known);
    const byEmail = findMeant({ email: person.email }, known);
    if (typeof person.uboId === 'string' && meant === undefined) {
      addProblem(index, 'uboId', 'does not identify a person of this profile; omit it to add the person');
    } else if (meant !== undefined && byEmail !== undefined && byEmail !== meant) {
      addProblem(
        index,
        'uboId',
        'identifies one person of this profile and email another; send the values of the same person',
      );
    }
    if (meant === undefined) continue;
    const earlier = first.get(meant);
    if (earlier === undefined) first.set(meant, index);
    // A repeated e-mail has already been reported.
    else if (
      kept.isOmitted(index, 'email') ||
      emailKey(person.email ?? '') !== emailKey(people[earlier]?.email ?? '')
    ) {
      addProblem(
        index,
        typeof person.uboId === 'string' ? 'uboId' : 'email',
        'identifies the same person as an earlier entry; send each person once',
      );
    }
  }
}

/** Identities that refer to stored ones, as only those of a person with a uboId can. */
export function judgeIdentityIds(
  people: SentPeople,
  known: readonly KnownPerson[],
  path: Path,
  judgement: Judgement,
): void {
  people.forEach((person, index) => {
    if (person === undefined) return;
    const here = [...path, index, 'identities'];
    if (typeof person.uboId !== 'string') warnOfIds(person, here, judgement);
    else judgeIdsOf(person, findMeant(person, known), here, judgement);
  });
}

function judgeIdsOf(
  { identities = [] }: SentPerson,
  meant: KnownPerson | undefined,
  path: Path,
  { problems }: Judgement,
): void {
  // An unknown uboId has been reported.
  if (meant === undefined) return;
  const first = new Map<string, number>();
  for (const [place, identity] of identities.entries()) {
    const id = identity?.identityId?.toLowerCase();
    if (id === undefined) continue;
    const earlier = first.get(id);
    if (earlier === undefined) first.set(id, place);
    const text = meant.identities.every(({ identityId }) => identityId !== id)
      ? 'does not identify a current identity of this person; read the profile for its identities, or omit it to add one'
      : earlier !== undefined && `identifies the same identity as identity ${earlier}; send each identity once`;
    if (text !== false) problems.push(problemAt([...path, place, 'identityId'], 'ValidationControl.Error', text));
  }
}

function warnOfIds({ identities = [] }: SentPerson, path: Path, { warnings }: Judgement): void {
  for (const [place, identity] of identities.entries()) {
    if (typeof identity?.identityId !== 'string') continue;
    warnings.push({
      pointer: toPointer([...path, place, 'identityId']),
      code: 'Field.Unknown',
      message: 'An identityId without the uboId of its person was ignored. Send both to correct a stored identity.',
    });
  }
}

/** People are never removed, so without a limit a profile, and every read of it, would grow indefinitely. */
export function judgeNumber(
  people: SentPeople,
  known: readonly KnownPerson[],
  stored: number,
  path: Path,
  { problems }: Judgement,
): void {
  const added = people.filter((person) => person !== undefined && findMeant(person, known) === undefined).length;
  if (added === 0 || stored + added <= LIMITS.peoplePerCustomer) return;
  const text = `would bring this customer from ${stored} to ${stored + added} people; at most ${LIMITS.peoplePerCustomer} are allowed. Add fewer, or update existing people`;
  problems.push(problemAt(path, 'ValidationControl.Error', text));
}

/** Warns if all shares together exceed 100%. Within one request, that has already been refused. */
export function judgeAllShares(
  people: SentPeople,
  known: readonly KnownPerson[],
  { stored, keepOmitted }: { stored: number; keepOmitted: boolean },
  path: Path,
  { warnings }: Judgement,
): void {
  const combined = people.reduce((sum, person) => {
    if (person === undefined) return sum;
    const before = findMeant(person, known)?.percentageShare ?? 0;
    const omitted = keepOmitted ? before : 0;
    return sum - before + (person.percentageShare === undefined ? omitted : (person.percentageShare ?? 0));
  }, stored);
  if (combined <= LIMITS.combinedShare) return;
  warnings.push({
    pointer: toPointer(path),
    code: 'Ownership.AboveHundred',
    message: `The shares of all people on the profile add up to ${combined}. They were stored; please correct those that have changed.`,
  });
}
