// Texts about the versions of a country's rules, and which of them can be activated.
import type { RuleDifference, RuleVersionList } from '@onboarding/contract';
import { type Country, statusOf } from './country-status.ts';

export type Version = RuleVersionList['items'][number];
export type Field = RuleDifference['documents'][number]['fields'][number];

export const canActivate = ({ status }: Pick<Version, 'status'>): boolean => status !== 'Active';

/** Activating the rules of a country also opens it. */
export function consequencesOf(country: Country, status: Version['status']): string {
  const served = statusOf(country);
  const isListed = served === 'prohibited' || served === 'undecided';
  return [
    ...(status === 'Retired' ? ['It was active before, so its rules become a new version.'] : []),
    ...(country.activeVersion === null ? [] : ['The active version is retired at the same moment.']),
    ...(country.standing === 'Open'
      ? []
      : [`This also opens ${country.name}: its businesses and residents are accepted from then on.`]),
    ...(isListed ? ['It stays on the list of prohibited countries, so nobody is accepted until you allow it.'] : []),
    'New businesses follow it within 30 seconds; existing ones keep their rules.',
  ].join(' ');
}

/** A value of a field, in words; undefined if the field is absent. */
export function valueWords(value: Field['before']): string | number | undefined {
  if (value === null) return undefined;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return value;
}
