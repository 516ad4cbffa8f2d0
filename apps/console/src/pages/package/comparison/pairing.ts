// Which people of two businesses are probably the same. Pure.
import type { FactsOf, PackageRecord, ReviewedPerson } from '@onboarding/contract';
import { folded, texts } from './likeness.ts';

export interface Pair {
  ours: ReviewedPerson;
  theirs: ReviewedPerson;
  /** Whether a flag found the number of an identity document of one on the other. */
  sharesNumber: boolean;
}

interface Pairing {
  pairs: Pair[];
  onlyOurs: ReviewedPerson[];
  onlyTheirs: ReviewedPerson[];
}

export const fullName = ({ firstName, lastName }: Pick<ReviewedPerson, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`;

/** Every person once, with the most certain pairs first. */
export function pairingOf(ours: PackageRecord, theirs: PackageRecord): Pairing {
  const shared = sharedNumbers(ours, theirs);
  const sharesNumber = (one: ReviewedPerson, other: ReviewedPerson) => shared.has(`${one.uboId} ${other.uboId}`);
  const left = { ours: [...ours.business.businessPersonList], theirs: [...theirs.business.businessPersonList] };
  const pairs: Pair[] = [];
  for (const isPair of [sharesNumber, ...SIGNS]) {
    for (const one of [...left.ours]) {
      const other = left.theirs.find((candidate) => isPair(one, candidate));
      if (other === undefined) continue;
      pairs.push({ ours: one, theirs: other, sharesNumber: sharesNumber(one, other) });
      left.ours.splice(left.ours.indexOf(one), 1);
      left.theirs.splice(left.theirs.indexOf(other), 1);
    }
  }
  return { pairs, onlyOurs: left.ours, onlyTheirs: left.theirs };
}

type Sign = (one: ReviewedPerson, other: ReviewedPerson) => boolean;

const sameName: Sign = (one, other) => folded(fullName(one)) === folded(fullName(other));
const sameBirth: Sign = (one, other) => one.birthDate !== null && one.birthDate === other.birthDate;

/** After the identity numbers, the most certain first. */
const SIGNS: readonly Sign[] = [
  (one, other) => sameName(one, other) && sameBirth(one, other),
  sameName,
  (one, other) => one.email.toLowerCase() === other.email.toLowerCase(),
  (one, other) => sameBirth(one, other) && texts(fullName(one), fullName(other)) === 'similar',
];

/** Pairs of uboIds, from the flags of both, because each may have been computed before the other business existed. */
function sharedNumbers(ours: PackageRecord, theirs: PackageRecord): ReadonlySet<string> {
  return new Set([
    ...matchesIn(ours, theirs).map(({ uboId, other }) => `${uboId} ${other.uboId}`),
    ...matchesIn(theirs, ours).map(({ uboId, other }) => `${other.uboId} ${uboId}`),
  ]);
}

function matchesIn({ flags }: PackageRecord, { business }: PackageRecord): FactsOf<'SharedIdentity'>['matches'] {
  const facts = flags.filter(({ code }) => code === 'SharedIdentity').map((flag) => flag.facts);
  return facts
    .flatMap(({ matches }) => matches as FactsOf<'SharedIdentity'>['matches'])
    .filter(({ other }) => other.customerId === business.customerId);
}
