// The order of the people on the page, and what about each needs attention. Pure, except for the hook.
import type { PackageRecord, ReviewedPerson } from '@onboarding/contract';
import { useMemo } from 'react';
import { FLAGS } from '../../queue/words.ts';
import { subjectsOf } from '../work/evidence-rules.ts';

/** More people are a list of one line each, those that need attention first. */
const MOST_CARDS = 8;

export const isLong = ({ business }: Pick<PackageRecord, 'business'>): boolean =>
  business.businessPersonList.length > MOST_CARDS;

/** By uboId, in words, the most urgent first. People who need no attention are missing. */
export function attentionOf(found: PackageRecord): ReadonlyMap<string, readonly string[]> {
  const words = new Map<string, string[]>();
  const add = (uboId: string | null, what: string) =>
    uboId !== null && words.set(uboId, [...(words.get(uboId) ?? []), what]);
  for (const { uboId, hits } of found.screenings) {
    if (hits?.some(({ finding }) => finding === null) === true) add(uboId, 'Hit to review');
  }
  for (const { uboId, verificationStatus } of found.business.businessPersonList) {
    if (verificationStatus === 'Rejected') add(uboId, 'Rejected');
    if (verificationStatus === 'ChangesRequested') add(uboId, 'Changes requested');
  }
  // A screening hit needs a finding, which is counted above.
  for (const { code, facts } of found.flags.filter((flag) => flag.code !== 'ScreeningHit')) {
    for (const { uboId } of subjectsOf(facts, found).people) add(uboId, FLAGS[code]);
  }
  return words;
}

/** In a long list: people who need attention, then those without a verdict, each with the largest share first. */
export function inOrder(found: PackageRecord): ReviewedPerson[] {
  const people = found.business.businessPersonList;
  if (!isLong(found)) return people;
  const attention = attentionOf(found);
  const rank = ({ uboId, verificationStatus }: ReviewedPerson) =>
    attention.has(uboId) ? 0 : verificationStatus === 'Approved' ? 2 : 1;
  const share = ({ percentageShare }: ReviewedPerson) => percentageShare ?? -1;
  return people.toSorted((one, other) => rank(one) - rank(other) || share(other) - share(one));
}

/** Sorted once for the data, the flags and the screenings, so that a verdict does not move the people under the reader. */
export function usePeopleInOrder(found: PackageRecord): ReviewedPerson[] {
  const { business, verification, queue, flagsPending, screeningPending } = found;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a verdict changes the package, but not the order.
  const order = useMemo(
    () => inOrder(found).map(({ uboId }) => uboId),
    [business.customerId, verification.version, queue.queuedAt, flagsPending, screeningPending],
  );
  const byId = new Map(business.businessPersonList.map((person) => [person.uboId, person]));
  return order.flatMap((uboId) => byId.get(uboId) ?? []);
}

/** "2 need attention · 40 without a verdict". */
export function linesWords(people: readonly ReviewedPerson[], attention: number): string {
  const open = people.filter(({ verificationStatus }) => verificationStatus === 'NotStarted').length;
  return `${attention === 1 ? '1 needs' : `${attention} need`} attention · ${open} without a verdict`;
}

/** Part of a name, ignoring case. The open person stays, so that the keys and links always show the one that they open. */
export function matchingPeople(
  people: readonly ReviewedPerson[],
  text: string,
  open: string | undefined,
): ReviewedPerson[] {
  const wanted = text.trim().toLowerCase();
  return people.filter(
    ({ uboId, firstName, lastName }) => uboId === open || `${firstName} ${lastName}`.toLowerCase().includes(wanted),
  );
}
