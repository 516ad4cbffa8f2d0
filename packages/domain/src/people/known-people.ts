// Which of the people of a request are on the profile already. Pure.
import { type BusinessPersonUpdate, type Candidate, LIMITS, problemAt, toPointer } from '@onboarding/contract';
import { emailKey } from './person.ts';
import type { Judgement } from './person-rules.ts';
import type { KnownPerson } from './person-update-store.ts';

type Path = readonly (string | number)[];
type SentPerson = Candidate<BusinessPersonUpdate>;
export type SentPeople = readonly (SentPerson | undefined)[];

/** By what people of the profile may be meant. */
export function namesOf(people: SentPeople): { uboIds: string[]; emailKeys: string[] } {
  return {
    uboIds: people.flatMap((person) => (typeof person?.uboId === 'string' ? [person.uboId.toLowerCase()] : [])),
    emailKeys: people.flatMap((person) => (person?.email === undefined ? [] : [emailKey(person.email)])),
  };
}

/** The person of the profile that is meant, by uboId or else by e-mail. */
export function findMeant(
  { uboId, email }: Pick<SentPerson, 'uboId' | 'email'>,
  known: readonly KnownPerson[],
): KnownPerson | undefined {
  if (typeof uboId === 'string') return known.find((one) => one.ubo_id === uboId.toLowerCase());
  return email === undefined ? undefined : known.find((one) => one.email_key === emailKey(email));
}

/** Problems of a request that only those who are on the profile bring to light. */
export function judgeKnownPeople(
  people: SentPeople,
  known: readonly KnownPerson[],
  path: Path,
  { problems }: Judgement,
): void {
  const first = new Map<KnownPerson, number>();
  const refuse = (index: number, field: string, text: string) =>
    problems.push(problemAt([...path, index, field], 'ValidationControl.Error', text));
  for (const [index, person] of people.entries()) {
    if (person === undefined) continue;
    const meant = findMeant(person, known);
    const byEmail = findMeant({ email: person.email }, known);
    if (typeof person.uboId === 'string' && meant === undefined) {
      refuse(index, 'uboId', 'names nobody of this profile; leave it out to add the person');
    } else if (meant !== undefined && byEmail !== undefined && byEmail !== meant) {
      refuse(index, 'uboId', 'names one person of this profile and email another; send those of the same person');
    }
    if (meant === undefined) continue;
    const earlier = first.get(meant);
    if (earlier === undefined) first.set(meant, index);
    // The same e-mail twice has been told already.
    else if (emailKey(person.email ?? '') !== emailKey(people[earlier]?.email ?? '')) {
      refuse(
        index,
        typeof person.uboId === 'string' ? 'uboId' : 'email',
        `names the same person as person ${earlier}; send each person once`,
      );
    }
  }
}

/** Nobody is ever removed, so a profile would grow without bound, and every look at it with it. */
export function judgeNumber(
  people: SentPeople,
  known: readonly KnownPerson[],
  stored: number,
  path: Path,
  { problems }: Judgement,
): void {
  const added = people.filter((person) => person !== undefined && findMeant(person, known) === undefined).length;
  if (added === 0 || stored + added <= LIMITS.peoplePerCustomer) return;
  const text = `would make ${stored + added} people of this customer, who has ${stored}; at most ${LIMITS.peoplePerCustomer} are possible. Add fewer, or correct people who are there already`;
  problems.push(problemAt(path, 'ValidationControl.Error', text));
}

/** Warns when everybody's shares together are more than the whole. Within one request that was refused already. */
export function judgeAllShares(
  people: SentPeople,
  known: readonly KnownPerson[],
  { stored, keepOmitted }: { stored: number; keepOmitted: boolean },
  path: Path,
  { warnings }: Judgement,
): void {
  const combined = people.reduce((sum, person) => {
    if (person === undefined) return sum;
    const before = findMeant(person, known)?.percentage_share ?? 0;
    const omitted = keepOmitted ? before : 0;
    return sum - before + (person.percentageShare === undefined ? omitted : (person.percentageShare ?? 0));
  }, stored);
  if (combined <= LIMITS.combinedShare) return;
  warnings.push({
    pointer: toPointer(path),
    code: 'Ownership.AboveHundred',
    message: `The shares of all people on the profile together are ${combined}. They were stored; please correct those that have changed.`,
  });
}
