// A change since the last decision in words: the field, and its value before and after.
import type { ComparedValue, PackageRecord } from '@onboarding/contract';
import { countryName } from '@onboarding/ui/countries';
import { fieldName, identityName, spelled } from '@onboarding/ui/words';

/** There is nothing to compare before the first confirmed decision. */
export const isDecidedBefore = ({ decisions }: Pick<PackageRecord, 'decisions'>): boolean =>
  decisions.some(({ state }) => state === 'Confirmed');

/** Fields whose values are codes. */
const CODED = /^\/(businessTypeCode|industry|financials\/)/;
const COUNTRY = /country(Iso3Code|Code)?$|nationality$/i;

export function shownValue(value: ComparedValue, pointer: string): string {
  if (value === null || value === '') return '–';
  if (Array.isArray(value)) return value.map(identityName).join(', ');
  if (typeof value === 'string' && COUNTRY.test(pointer)) return countryName(value);
  if (typeof value === 'string' && CODED.test(pointer)) return spelled(value);
  return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value);
}

/** "/addresses/1/city": "Address 2, city". */
export function pathName(pointer: string): string {
  const [first = '', ...rest] = pointer.split('/').slice(1);
  const [index] = rest;
  if (index !== undefined && /^\d+$/.test(index)) {
    const head = first === 'addresses' ? 'Address' : fieldName(first);
    return [`${head} ${Number(index) + 1}`, ...rest.slice(1).map(lower)].join(', ');
  }
  return [fieldName(first), ...rest.map(lower)].join(', ');
}

const lower = (name: string) => fieldName(name).toLowerCase();
