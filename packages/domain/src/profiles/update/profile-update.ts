// How an update changes the stored business fields. Pure.
import { isDeepStrictEqual } from 'node:util';
import type { BusinessProfilePatch, BusinessProfilePut } from '@onboarding/contract';
import type { Catalogue } from '../../requirements/index.ts';
import { BUSINESS, type BusinessFields } from '../record/business-columns.ts';
import { type BusinessInput, toBusinessFields } from '../record/profile.ts';

/** Clears omitted fields, except those that are too large to repeat each time. */
export function replaceFields(input: BusinessProfilePut, stored: BusinessFields, catalogue: Catalogue): BusinessFields {
  return toBusinessFields(
    { ...input, addresses: input.addresses ?? stored.addresses, financials: input.financials ?? stored.financials },
    catalogue,
  );
}

/** Keeps omitted fields; null clears. */
export function patchFields(input: BusinessProfilePatch, stored: BusinessFields, catalogue: Catalogue): BusinessFields {
  return toBusinessFields({ ...stored, ...given(input) }, catalogue);
}

function given(input: BusinessProfilePatch): Partial<BusinessInput> {
  const { businessPersonList: _people, businessDocumentIdList: _documents, partnerCustomerId: _id, ...fields } = input;
  // An absent field must not override the stored one; the rest has the schema's types.
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<BusinessInput>;
}

/** The names of the fields that differ, in the order of the create body. */
export function changedFields(before: BusinessFields, after: BusinessFields): string[] {
  return BUSINESS.names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
}
