// Whether a country is served, in one word.

import type { RuledCountryList } from '@onboarding/contract';
import type { Tone } from '@onboarding/ui/tones';

export type Country = RuledCountryList['items'][number];

export const STATUSES = ['open', 'closed', 'new', 'prohibited', 'undecided'] as const;
export type CountryStatus = (typeof STATUSES)[number];

export const STATUS_WORDS: Record<CountryStatus, { name: string; color: Tone; means: string }> = {
  open: { name: 'Open', color: 'success', means: 'Its businesses are accepted.' },
  closed: { name: 'Closed', color: 'neutral', means: 'New businesses and residents of the country are refused.' },
  new: { name: 'New', color: 'warning', means: 'Nobody is accepted until an operator opens it.' },
  prohibited: { name: 'Prohibited', color: 'danger', means: 'Every request that names the country is refused.' },
  undecided: {
    name: 'Undecided',
    color: 'danger',
    means: 'It is not served until an operator prohibits or allows it.',
  },
};

/** A prohibited country is not served even if it is open. */
export function statusOf({ standing, prohibited }: Country): CountryStatus {
  if (prohibited?.standing === 'Listed') return 'prohibited';
  if (prohibited?.standing === 'Undecided') return 'undecided';
  return ({ New: 'new', Open: 'open', Closed: 'closed' } as const)[standing];
}

export const isHighRisk = ({ highRisk }: Country): boolean => highRisk?.standing === 'Listed';

export const DECISIONS = ['open', 'close', 'prohibit', 'allow', 'high-risk', 'ordinary-risk'] as const;
export type CountryDecision = (typeof DECISIONS)[number];

/** The decisions that the country's status allows. */
export function decisionsFor(country: Country): CountryDecision[] {
  const status = statusOf(country);
  const offered: Record<CountryStatus, readonly CountryDecision[]> = {
    open: ['close', 'prohibit'],
    closed: ['open', 'prohibit'],
    new: ['open', 'close', 'prohibit'],
    prohibited: ['allow'],
    undecided: ['allow', 'prohibit'],
  };
  return [...offered[status], isHighRisk(country) ? 'ordinary-risk' : 'high-risk'];
}
