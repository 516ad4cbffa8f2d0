// Which countries the list shows, and the decision beside each.

import type { RuleDifference, RuleVersionList } from '@onboarding/contract';
import { type Country, type CountryStatus, statusOf } from './country-status.ts';

/** Filters by part of the name or the whole code, and by status. */
export function matching(
  countries: readonly Country[],
  { q = '', status }: { q?: string | undefined; status?: CountryStatus | undefined },
): Country[] {
  const wanted = q.trim().toLowerCase();
  return countries.filter(
    (one) =>
      (one.name.toLowerCase().includes(wanted) || one.countryCode.toLowerCase() === wanted) &&
      (status === undefined || statusOf(one) === status),
  );
}

/** When and by whom the status was decided; undefined if unknown. */
export function decisionBehind(country: Country): { at: string; by: string } | undefined {
  const listed = ['prohibited', 'undecided'].includes(statusOf(country)) ? country.prohibited : null;
  const at = listed === null ? country.decidedAt : listed.since;
  const by = listed === null ? country.decidedBy : listed.decidedBy;
  return at === null || by === null ? undefined : { at, by };
}

export const documentsWords = (documents: number): string =>
  documents === 1 ? '1 document' : `${documents} documents`;

export interface Told {
  word: string;
  at: string;
  by: string | null;
  why?: string;
}

/** Every decision about the country, with its label. */
export function toldOf({ standing, decidedAt, decidedBy, prohibited, highRisk }: Country): Told[] {
  const told: Told[] = [];
  if (decidedAt !== null) told.push({ word: standing === 'Open' ? 'Opened' : 'Closed', at: decidedAt, by: decidedBy });
  if (prohibited !== null) {
    const word = { Listed: 'Prohibited', Unlisted: 'Allowed', Undecided: 'To decide' }[prohibited.standing];
    told.push({ word, at: prohibited.since, by: prohibited.decidedBy, why: prohibited.reason });
  }
  if (highRisk !== null) {
    const word = highRisk.standing === 'Listed' ? 'High risk' : 'Ordinary risk';
    told.push({ word, at: highRisk.since, by: highRisk.decidedBy, why: highRisk.reason });
  }
  return told;
}

// Texts about the versions of a country's rules, and which of them can be activated.

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
