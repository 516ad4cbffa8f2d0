// Which packages are reassigned together, to whom, and what became of them.
import type { QueueItem, ReassignedMany } from '@onboarding/contract';
import { withValue } from '@onboarding/ui/search';
import type { Colleague } from './reassign-choices.ts';

/** The API takes up to this many at once. */
export const AT_ONCE = 100;

/** In place of a colleague's account. */
export const QUEUE = 'queue';

type Item = Pick<QueueItem, 'customerId' | 'companyName' | 'claimedBy' | 'claimedByName' | 'proposal'>;

/** Everyone who has a package or can have one; an analyst whose account is disabled has only packages. */
export function holdersOf(colleagues: readonly Colleague[], items: readonly Item[], from: string | undefined) {
  const known = [
    { value: '', label: 'Everyone but you' },
    ...colleagues.map(({ accountId, name }) => ({ value: accountId, label: name })),
  ];
  const name = items.find(({ claimedBy }) => claimedBy === from)?.claimedByName;
  return withValue(known, from, name ?? 'A former colleague');
}

export function targetsOf(colleagues: readonly Colleague[], from: string | undefined) {
  const others = colleagues.filter(({ accountId }) => accountId !== from);
  return [
    { value: '', label: 'Choose what happens', disabled: true },
    { value: QUEUE, label: 'Back to the queue' },
    ...others.map(({ accountId, name, role }) => ({ value: accountId, label: `${name}, ${role}` })),
  ];
}

/** The packages of one analyst are all chosen at first, those of everyone none. */
export const chosenAtFirst = (items: readonly Item[], from: string | undefined): ReadonlySet<string> =>
  new Set(from === undefined ? [] : items.map(({ customerId }) => customerId));

export function toggled(chosen: ReadonlySet<string>, customerId: string): ReadonlySet<string> {
  const next = new Set(chosen);
  if (!next.delete(customerId)) next.add(customerId);
  return next;
}

/** The body of the request. A package that was decided or released meanwhile is no longer in the list. */
export const packagesOf = (items: readonly Item[], chosen: ReadonlySet<string>) =>
  items.flatMap(({ customerId, claimedBy }) =>
    claimedBy !== null && chosen.has(customerId) ? [{ customerId, claimedBy }] : [],
  );

export const packageWords = (packages: number): string => (packages === 1 ? '1 package' : `${packages} packages`);

/** The question and the label of the button. */
export function questionOf(packages: number, to: string, colleagues: readonly Colleague[]) {
  const what = packageWords(packages);
  if (to === QUEUE) return { question: `Return ${what} to the queue?`, act: `Return ${what}` };
  const name = colleagues.find(({ accountId }) => accountId === to)?.name ?? 'your colleague';
  return { question: `Reassign ${what} to ${name}?`, act: `Reassign ${what}` };
}

/** The decisions that become void. */
export function voidedWords(items: readonly Item[], chosen: ReadonlySet<string>): string | undefined {
  const proposals = items.filter(({ customerId, proposal }) => chosen.has(customerId) && proposal !== null).length;
  if (proposals === 0) return undefined;
  return proposals === 1
    ? 'A decision has been proposed for one of them. It becomes void.'
    : `Decisions have been proposed for ${proposals} of them. They become void.`;
}

export interface Outcome {
  done: number;
  refused: { companyName: string; message: string }[];
}

/** What became of the chosen packages, with the names of those that were refused. */
export function outcomeOf({ results }: ReassignedMany, items: readonly Item[]): Outcome {
  const refused = results.flatMap(({ customerId, error }) => {
    if (error === null) return [];
    const name = items.find((one) => one.customerId === customerId)?.companyName;
    return [{ companyName: name ?? 'A business', message: error.message }];
  });
  return { done: results.length - refused.length, refused };
}
