import {
  type CountryRequirements,
  ERRORS,
  type IdentityRequirement,
  identityRequirementSchema,
} from '@onboarding/contract';
import { DomainError } from '../failure.ts';
import { rulesOf } from './reference-representation.ts';
import { type Catalogue, isOpenCountry, type RequirementSet } from './requirement.ts';

export interface IdentityRequirements {
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
