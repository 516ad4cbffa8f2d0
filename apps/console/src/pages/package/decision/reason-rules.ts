// Which reasons of the catalogue are offered for an outcome, in groups, and the default subject of a new one.
import type { CatalogueReason, DecisionOutcome, DecisionPreview, PackageRecord } from '@onboarding/contract';
import { ACTIONS, fieldName, STATUSES, spelled } from '@onboarding/ui/words';
import { documentName, personName } from './words.ts';

/** More would hardly be readable. */
const MOST_REASONS = 20;

export const isFull = (reasons: number): boolean => reasons >= MOST_REASONS;

/** Reasons that fit the outcome and whose kind of subject exists. */
export const offeredReasons = (
  found: Targets,
  outcome: DecisionOutcome,
  catalogue: readonly CatalogueReason[],
): CatalogueReason[] => catalogue.filter((one) => one.outcomes.includes(outcome) && hasTarget(found, one));

type Targets = Pick<PackageRecord, 'people' | 'documents'>;

const hasTarget = ({ people, documents }: Targets, { target }: CatalogueReason) =>
  target === 'Business' || (target === 'Person' ? people : documents).length > 0;

/** The selected person, or the only one. */
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

/** A document reason whose target is not a document is about a missing one. */
const groupOf = ({ code, target }: CatalogueReason) =>
  target !== 'Document' && code.startsWith('Document.') ? MISSING : ABOUT[target];

export const groupsOf = (offered: readonly CatalogueReason[]) =>
  GROUPS.map((group) => ({
    group,
    items: offered
      .filter((one) => groupOf(one) === group)
      .map(({ code, message }) => ({ value: code, label: message })),
  })).filter(({ items }) => items.length > 0);

// What a partner should do about a reason, in one line.

type Status = DecisionPreview['verificationStatus'];

export const statusLine = ({
  verificationStatus,
  nextAction,
}: Pick<Status, 'verificationStatus' | 'nextAction'>): string =>
  STATUSES[verificationStatus].label + (nextAction === 'None' ? '' : `. Next: ${ACTIONS[nextAction].toLowerCase()}`);

export function remedyOf(
  found: PackageRecord,
  { uboId, documentId, remediation }: Pick<Status['reasons'][number], 'uboId' | 'documentId' | 'remediation'>,
): string {
  const document = found.documents.find((one) => one.documentId === documentId);
  const about =
    personName(found, uboId ?? null) ?? (document === undefined ? undefined : documentName(found, document));
  const { action, fields = [], documentCategories = [] } = remediation;
  const wanted = [...fields.map(fieldName), ...documentCategories.map((one) => spelled(one))];
  return [about, action === 'None' ? 'No remedy' : ACTIONS[action], wanted.join(', ')]
    .filter((part) => part !== undefined && part !== '')
    .join(' · ');
}
