// Texts about a hit.
import { countryName } from '@onboarding/ui/countries';
import type { Compared } from './agreement.ts';

/** The providers' names for the reasons of a listing. */
const TOPICS: Record<string, string> = {
  sanction: 'Sanctioned',
  'sanction.linked': 'Linked to a sanctioned entity',
  'role.pep': 'Politically exposed',
  'role.rca': 'Close to a politically exposed person',
  crime: 'Crime',
  debarment: 'Debarred',
  wanted: 'Wanted',
};

export const topicWords = (topic: string): string => TOPICS[topic] ?? topic;

export const similarWords = (score: number): string => `${Math.round(score * 100)}% similar`;

/** Shows countries by name. */
export const valueWords = (field: Compared['field'], values: readonly string[]): string =>
  (field === 'Country' ? values.map(countryName) : values).join(', ') || '–';
