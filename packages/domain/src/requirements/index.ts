// Owns: reference data (countries, business types) and the rules for identity documents per country, with their
// versions. Refuses: reference data that is not sound. Of an identity it only tells what speaks against it; the caller
// refuses.
export { type CatalogueSource, createCatalogueSource } from './catalogue.ts';
export { checksumDisagrees, comparableNumber, judgeIdentity, normaliseNumber } from './identity-rules.ts';
export {
  activateRequirementSet,
  addBusinessType,
  addRequirementSet,
  getRequirementSet,
  listBusinessTypes,
  listRequirementSets,
  ReferenceRefused,
  retireBusinessType,
} from './reference-service.ts';
export { type Catalogue, catalogueAt } from './requirement.ts';
export { getIdentityRequirements } from './requirement-representation.ts';
