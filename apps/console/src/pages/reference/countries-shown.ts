// Which countries the list shows, and the decision beside each.
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
