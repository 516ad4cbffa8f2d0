// Which reasons of the catalogue are offered for an outcome, in groups, and whom or what a new one is about.
import type { CatalogueReason, DecisionOutcome, PackageRecord } from '@onboarding/contract';

/** More could hardly be read. */
const MOST_REASONS = 20;

export const isFull = (reasons: number): boolean => reasons >= MOST_REASONS;

/** Those that fit the outcome and have something to be about. */
export const offeredReasons = (
  found: Targets,
  outcome: DecisionOutcome,
  catalogue: readonly CatalogueReason[],
): CatalogueReason[] => catalogue.filter((one) => one.outcomes.includes(outcome) && hasTarget(found, one));

type Targets = Pick<PackageRecord, 'people' | 'documents'>;

const hasTarget = ({ people, documents }: Targets, { target }: CatalogueReason) =>
  target === 'Business' || (target === 'Person' ? people : documents).length > 0;

/** The selected one; the only one needs no selecting. */
export function personFor({ people }: Pick<PackageRecord, 'people'>, selected: string | undefined): string | null {
  return (
    people.find(({ uboId }) => uboId === selected)?.uboId ?? (people.length === 1 ? (people[0]?.uboId ?? null) : null)
  );
}

export function documentFor(
  { documents }: Pick<PackageRecord, 'documents'>,
  selected: string | undefined,
): string | null {
  return documents.find((one) => one.documentId === selected)?.documentId ?? null;
}

const MISSING = 'A document is missing';
const ABOUT = { Business: 'About the business', Person: 'About a person', Document: 'About a document' } as const;
const GROUPS = [ABOUT.Business, ABOUT.Person, MISSING, ABOUT.Document];

/** Reasons about documents whose target is none are about those that are not there. */
const groupOf = ({ code, target }: CatalogueReason) =>
  target !== 'Document' && code.startsWith('Document.') ? MISSING : ABOUT[target];

export const groupsOf = (offered: readonly CatalogueReason[]) =>
  GROUPS.map((group) => ({
    group,
    items: offered
      .filter((one) => groupOf(one) === group)
      .map(({ code, message }) => ({ value: code, label: message })),
  })).filter(({ items }) => items.length > 0);
