// Countries and business types as shown to integrators.
import type { BusinessType, Country, IdentityRules } from '@onboarding/contract';
import { type Catalogue, isOpenCountry } from './requirement.ts';

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

export function rulesOf(catalogue: Catalogue, country: string): IdentityRules {
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
