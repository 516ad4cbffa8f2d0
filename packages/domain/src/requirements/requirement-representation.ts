import { ERRORS, type IdentityRequirement, identityRequirementSchema } from '@onboarding/contract';
import { DomainError } from '../failure.ts';
import type { Catalogue } from './requirement.ts';

export interface IdentityRequirements {
  version: number;
  entries: IdentityRequirement[];
}

/**
 * What is accepted from residents of a country, as integrators see it. The country is part of the URL, so an unknown one is
 * 404.
 */
export function getIdentityRequirements(catalogue: Catalogue, country: string): IdentityRequirements {
  if (!catalogue.countries.has(country)) throw notFound('Country.NotFound', `${country} is not a country.`);
  const set = catalogue.requirements.get(country);
  if (set === undefined || !catalogue.open.has(country)) {
    throw notFound('OnboardingConfig.NotFound', `${country} is not served.`);
  }
  const entries = [...set.entries.values()].sort((a, b) => a.displayOrder - b.displayOrder);
  return { version: set.version, entries: entries.map((entry) => identityRequirementSchema.parse(entry)) };
}

function notFound(code: 'Country.NotFound' | 'OnboardingConfig.NotFound', cause: string): DomainError {
  const message = `${cause} ${ERRORS[code].remedy}`;
  return new DomainError(code, { status: 404, message, details: [{ pointer: '?countryCode', code, message }] });
}
