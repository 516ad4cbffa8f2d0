// Owns: reference data (countries, business types) and the rules for identity documents per country. Refuses: nothing by
// itself; it tells what speaks against an identity, and the caller refuses.
export { type CatalogueSource, createCatalogueSource } from './catalogue.ts';
export { checksumDisagrees, comparableNumber, judgeIdentity, normaliseNumber } from './identity-rules.ts';
export type { Catalogue } from './requirement.ts';
export { getIdentityRequirements } from './requirement-representation.ts';
