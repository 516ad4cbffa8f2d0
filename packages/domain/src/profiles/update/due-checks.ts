// Which fields the flags and the screening read. An update of other fields makes neither of them due. Pure.
import type { PeopleChanges, PersonField } from '../../people/index.ts';
import type { Check } from '../../review-state/index.ts';
import type { BusinessFields } from '../record/business-columns.ts';

/** A new field does not compile without its line here. */
const READERS_OF_BUSINESS: Record<keyof BusinessFields, readonly Check[]> = {
  email: [],
  phoneNumber: ['Flags'],
  companyName: ['Flags', 'Screening'],
  tradingName: ['Screening'],
  businessTypeCode: [],
  incorporationCountryIso3Code: ['Flags', 'Screening'],
  industry: ['Flags'],
  description: [],
  website: [],
  registrationNumber: ['Flags'],
  registrationDate: [],
  addresses: ['Flags'],
  financials: ['Flags'],
};

const READERS_OF_PERSON: Record<PersonField, readonly Check[]> = {
  firstName: ['Screening'],
  lastName: ['Screening'],
  birthDate: ['Screening'],
  taxResidenceCountry: ['Flags'],
  nationality: ['Flags', 'Screening'],
  email: [],
  phone: ['Flags'],
  ownershipType: ['Flags'],
  percentageShare: ['Flags'],
  address: ['Flags', 'Screening'],
  identities: ['Flags'],
};

export function checksDueAfter(
  business: readonly (keyof BusinessFields)[],
  { added, changed }: Pick<PeopleChanges, 'added' | 'changed'>,
): Set<Check> {
  return new Set([
    ...business.flatMap((field) => READERS_OF_BUSINESS[field]),
    ...changed.flatMap(({ changedFields }) => changedFields.flatMap((field) => READERS_OF_PERSON[field])),
    ...(added.length > 0 ? (['Flags', 'Screening'] as const) : []),
  ]);
}
