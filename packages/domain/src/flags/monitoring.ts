// Which flags return an approved business to an analyst, and when one is new. Pure.
import type { Flag, ReviewFlag } from '@onboarding/contract';

/**
 * Flags that an analyst must investigate before approving. The others are hints: a similar name, a number that anyone can
 * copy from a public register, an implausible phone number. Claims that anyone can make about another business must not cause
 * a review.
 */
const BLOCKING: ReadonlySet<ReviewFlag> = new Set([
  'SharedIdentity',
  'OwnershipAboveHundred',
  'NoOwner',
  'IdentityExpired',
  'HighRiskPurpose',
  'ScreeningHit',
  'HighRiskCountry',
  'ProhibitedCountry',
]);

/** The codes of blocking flags with findings that are not in `known`, the flags of the last approval. */
export function newlyBlocking(known: readonly Flag[], flags: readonly Flag[]): ReviewFlag[] {
  const before = new Map(known.map((flag) => [flag.code, flag]));
  return flags.filter((flag) => BLOCKING.has(flag.code) && isNew(before.get(flag.code), flag)).map(({ code }) => code);
}

function isNew(before: Flag | undefined, flag: Flag): boolean {
  if (before === undefined) return true;
  // A truncated list does not show what it omits.
  if ('more' in before.facts && before.facts.more) return false;
  const known = findingsOf(before);
  return [...findingsOf(flag)].some(([finding, weight]) => weight > (known.get(finding) ?? 0));
}

/** What a flag refers to, as ids and pointers, each with a count. */
function findingsOf(flag: Flag): Map<string, number> {
  switch (flag.code) {
    case 'ScreeningHit':
      return new Map(flag.facts.subjects.map(({ uboId, hits }) => [uboId ?? 'business', hits]));
    case 'SharedIdentity':
      return new Map(flag.facts.matches.map(({ identityId, other }) => [`${identityId} ${other.uboId}`, 1]));
    case 'IdentityExpired':
      return new Map(flag.facts.identities.map(({ identityId }) => [identityId, 1]));
    case 'HighRiskPurpose':
      return new Map(flag.facts.fields.map(({ pointer, value }) => [`${pointer} ${value}`, 1]));
    // Ignores which of a person's fields contains the country: a replaced identity is not a new country.
    case 'HighRiskCountry':
    case 'ProhibitedCountry':
      return new Map(flag.facts.places.map(({ uboId, country }) => [`${uboId ?? 'business'} ${country}`, 1]));
    default:
      return new Map([[flag.code, 1]]);
  }
}
