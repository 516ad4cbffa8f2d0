// What the page shows for the country and the business type in its URL.
import type {
  BusinessType,
  Country,
  DocumentCategory,
  IdentityRequirement,
  PERSON_DOCUMENT_CATEGORIES,
  ReferenceData,
} from '@onboarding/contract';
import { ApiFailure } from '@onboarding/ui/api';
import { spelled } from '@onboarding/ui/words';

/** Sorted by name, with a mark on those that are not served. */
export const countryOptions = (countries: readonly Country[]) =>
  countries
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
    .map(({ countryCode, name, isOpen }) => ({ value: countryCode, label: isOpen ? name : `${name} (not served)` }));

export type Standing =
  | { kind: 'none' }
  | { kind: 'unknown'; code: string }
  | { kind: 'closed' | 'businesses-only' | 'served'; country: Country };

export function standingOf(countries: readonly Country[], code: string | undefined): Standing {
  if (code === undefined) return { kind: 'none' };
  const country = countries.find(({ countryCode }) => countryCode === code);
  if (country === undefined) return { kind: 'unknown', code };
  if (!country.isOpen) return { kind: 'closed', country };
  return { kind: country.identityRules === 'None' ? 'businesses-only' : 'served', country };
}

/** Whether the country was closed after the list of countries was read. */
export const isClosed = (error: Error | null): boolean =>
  error instanceof ApiFailure && error.code === 'OnboardingConfig.NotFound';

/** All types, unless the URL names an existing one. */
export function chosenTypes({ businessTypes }: Pick<ReferenceData, 'businessTypes'>, type: string | undefined) {
  const chosen = businessTypes.filter(({ businessTypeCode }) => businessTypeCode === type);
  return chosen.length > 0 ? chosen : businessTypes;
}

export const sendWords = (identities: readonly unknown[]): string =>
  identities.length === 1 ? 'Send this document.' : 'Send at least one of these documents.';

export function datesOf({
  requiresIssueDate,
  requiresExpiryDate,
}: Pick<IdentityRequirement, 'requiresIssueDate' | 'requiresExpiryDate'>): string {
  if (requiresIssueDate) return requiresExpiryDate ? 'Issue and expiry' : 'Issue';
  return requiresExpiryDate ? 'Expiry' : 'None needed';
}

const OF_PEOPLE: Record<(typeof PERSON_DOCUMENT_CATEGORIES)[number], true> = {
  IdentityFront: true,
  IdentityBack: true,
  ProofOfPersonAddress: true,
  Selfie: true,
};
const isOfPerson = (category: DocumentCategory) => Object.hasOwn(OF_PEOPLE, category);

/** The documents required of the business and of each of its people. */
export function documentWords({ documentCategories }: Pick<BusinessType, 'documentCategories'>) {
  const namesOf = (ofPerson: boolean) =>
    documentCategories
      .filter((category) => isOfPerson(category) === ofPerson)
      .map((category) => spelled(category))
      .join(', ') || '–';
  return { business: namesOf(false), person: namesOf(true) };
}
