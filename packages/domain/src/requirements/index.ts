// Owns: reference data (countries, business types), the versioned rules for identity documents per country, and the lists of
// prohibited and high-risk countries. Refuses: invalid reference data. For an identity, it only reports problems; the caller
// refuses.
export { type CatalogueSource, createCatalogueSource } from './catalogue.ts';
export { decideOnCountries, lookAgainFor, missingDecisions, requireCountryDecisions } from './country-list-service.ts';
export { holdOpenLook, listEntries, listLooks, noteProgress, readCountryLists } from './country-list-store.ts';
export {
  checksumDisagrees,
  comparableNumber,
  isJudgedGenerally,
  judgeIdentity,
  normaliseNumber,
} from './identity-rules.ts';
export {
  type Assumptions,
  activateRequirementSet,
  addBusinessType,
  addRequirementSet,
  CountryNotServed,
  closeCountry,
  getRequirementSet,
  listAssumptions,
  listBusinessTypes,
  listRequirementSets,
  openCountry,
  ReferenceRefused,
  retireBusinessType,
  setUsualDocuments,
} from './reference-service.ts';
export { findCountryName, listCountryRows, listNewCountries } from './reference-store.ts';
export { type Catalogue, catalogueAt, isOpenCountry } from './requirement.ts';
export {
  getBusinessTypes,
  getCountries,
  getCountryRequirements,
  getIdentityRequirements,
} from './requirement-representation.ts';
export { differenceOfRules, listRuleVersions, readRuleSet } from './rule-versions.ts';
