import {
  type BusinessType,
  type Country,
  type CountryRequirements,
  ERRORS,
  type IdentityRequirement,
  type IdentityRules,
  identityRequirementSchema,
} from '@onboarding/contract';
import { DomainError } from '../failure.ts';
import { type Catalogue, isOpenCountry, type RequirementSet } from './requirement.ts';

interface IdentityRequirements {
  version: number;
  entries: IdentityRequirement[];
}

/**
 * The documents accepted from residents of a country, as shown to integrators. The country is part of the URL, so an unknown
 * one is 404.
 */
export function getIdentityRequirements(catalogue: Catalogue, country: string): IdentityRequirements {
  return toRequirements(getActiveSet(catalogue, country, '?countryCode'));
}

/** The same, with the name of the country and since when the rules apply. The country in the path is case-insensitive. */
export function getCountryRequirements(catalogue: Catalogue, text: string): CountryRequirements {
  const countryCode = text.toUpperCase();
  const set = getActiveSet(catalogue, countryCode, undefined);
  const identityRules = rulesOf(catalogue, countryCode);
  const { version, entries } = toRequirements(set);
  return {
    countryCode,
    name: catalogue.countries.get(countryCode) ?? countryCode,
    identityRules: identityRules === 'General' ? 'General' : 'Country',
    version,
    activeSince: set.activatedAt.toISOString(),
    identities: entries,
  };
}

/** `pointer`: the parameter with the country; undefined if it is in the path. */
function getActiveSet(catalogue: Catalogue, country: string, pointer: string | undefined): RequirementSet {
  if (!catalogue.countries.has(country)) throw notFound('Country.NotFound', `${country} is not a country.`, pointer);
  const set = catalogue.requirements.get(country);
  if (set === undefined || !isOpenCountry(catalogue, country)) {
    throw notFound('OnboardingConfig.NotFound', `${country} is not served.`, pointer);
  }
  return set;
}

function toRequirements({ version, entries }: RequirementSet): IdentityRequirements {
  const inOrder = [...entries.values()].sort((a, b) => a.displayOrder - b.displayOrder);
  return { version, entries: inOrder.map((entry) => identityRequirementSchema.parse(entry)) };
}

function notFound(
  code: 'Country.NotFound' | 'OnboardingConfig.NotFound',
  cause: string,
  pointer: string | undefined,
): DomainError {
  const message = `${cause} ${ERRORS[code].remedy}`;
  const details = pointer === undefined ? {} : { details: [{ pointer, code, message }] };
  return new DomainError(code, { status: 404, message, ...details });
}

// Countries and business types as shown to integrators.

export function getCountries(catalogue: Catalogue): Country[] {
  return [...catalogue.countries]
    .map(([countryCode, name]) => ({
      countryCode,
      name,
      isOpen: isOpenCountry(catalogue, countryCode),
      identityRules: rulesOf(catalogue, countryCode),
    }))
    .sort((a, b) => (a.countryCode < b.countryCode ? -1 : 1));
}

function rulesOf(catalogue: Catalogue, country: string): IdentityRules {
  const entries = catalogue.requirements.get(country)?.entries;
  if (entries === undefined || !isOpenCountry(catalogue, country)) return 'None';
  return [...entries.values()].every((entry) => entry.general === true) ? 'General' : 'Country';
}

export function getBusinessTypes(catalogue: Catalogue): BusinessType[] {
  return [...catalogue.businessTypes.values()].sort().map((businessTypeCode) => ({
    businessTypeCode,
    documentCategories: [...(catalogue.usualDocuments.get(businessTypeCode) ?? [])],
  }));
}
