// The reference data that applies to one profile. Pure.
import { type Catalogue, catalogueAt } from '../../requirements/index.ts';
import type { CustomerRow } from '../record/profile-store.ts';

/**
 * A profile keeps the requirements under which it was created, and its business type even if that was retired since:
 * otherwise an update could not repeat stored values.
 */
export function ownCatalogue(
  catalogue: Catalogue,
  profile: Pick<CustomerRow, 'createdAt' | 'businessTypeCode'>,
): Catalogue {
  const then = catalogueAt(catalogue, profile.createdAt);
  const type = profile.businessTypeCode;
  if (then.businessTypes.has(type.toLowerCase())) return then;
  return { ...then, businessTypes: new Map([...then.businessTypes, [type.toLowerCase(), type]]) };
}
