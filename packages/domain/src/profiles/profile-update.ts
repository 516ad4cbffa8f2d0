// What an update makes of the business fields that are stored. Pure.
import { isDeepStrictEqual } from 'node:util';
import type { BusinessProfilePatch, BusinessProfilePut } from '@onboarding/contract';
import type { Catalogue } from '../requirements/index.ts';
import { type BusinessFields, type BusinessInput, toBusinessFields } from './profile.ts';

/** What is left out is cleared, except the parts that are too large to be repeated each time. */
export function replaceFields(input: BusinessProfilePut, stored: BusinessFields, catalogue: Catalogue): BusinessFields {
  return toBusinessFields(
    { ...input, addresses: input.addresses ?? stored.addresses, financials: input.financials ?? stored.financials },
    catalogue,
  );
}

/** What is left out stays; null clears. */
export function patchFields(input: BusinessProfilePatch, stored: BusinessFields, catalogue: Catalogue): BusinessFields {
  const { incorporationCountry, ...fields } = stored;
  const before: BusinessInput = { ...fields, incorporationCountryIso3Code: incorporationCountry };
  return toBusinessFields({ ...before, ...given(input) }, catalogue);
}

function given(input: BusinessProfilePatch): Partial<BusinessInput> {
  const { businessPersonList: _people, businessDocumentIdList: _documents, partnerCustomerId: _id, ...fields } = input;
  // A field that is not there must not hide the stored one; what is left has the types of the schema.
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<BusinessInput>;
}

/** In the order of the create body. */
const NAMES = {
  email: 'email',
  phoneNumber: 'phoneNumber',
  companyName: 'companyName',
  tradingName: 'tradingName',
  businessTypeCode: 'businessTypeCode',
  incorporationCountry: 'incorporationCountryIso3Code',
  industry: 'industry',
  description: 'description',
  website: 'website',
  registrationNumber: 'registrationNumber',
  registrationDate: 'registrationDate',
  addresses: 'addresses',
  financials: 'financials',
} as const satisfies Record<keyof BusinessFields, string>;

/** Create's names of the fields in which the two differ. */
export function changedFields(before: BusinessFields, after: BusinessFields): string[] {
  return (Object.keys(NAMES) as (keyof BusinessFields)[])
    .filter((field) => !isDeepStrictEqual(before[field], after[field]))
    .map((field) => NAMES[field]);
}
