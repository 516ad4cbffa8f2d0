// The settings of a screening provider.
import type { ScreeningSettings } from '@onboarding/platform/screening';
import type { ConfigOf, RoleConfigOf } from './catalogue.ts';
import { type Fault, howToSet } from './read.ts';

type Screening = RoleConfigOf<'screening'>;

// Watchman scores an entry with the same name but no birth date below 0.8; yente's own threshold is 0.7.
const MIN_SCORES = { watchman: 0.6, yente: 0.7 } as const;

export function screeningFaults(
  values: Partial<Screening> & Partial<Pick<ConfigOf<'worker'>, 'ENVIRONMENT'>>,
): Fault[] {
  const { SCREENING_PROVIDER: provider, SCREENING_URL: url, SCREENING_DATASET: names, ENVIRONMENT } = values;
  if (provider === undefined) return [];
  if (provider === 'builtin') {
    if (ENVIRONMENT !== 'production') return [];
    const cure = howToSet('SCREENING_PROVIDER');
    return [{ name: 'SCREENING_PROVIDER', problem: 'must not be builtin in production: its list is fictitious', cure }];
  }
  const faults: Fault[] = [];
  if (url === undefined) {
    const problem = `must be set to the address of ${provider}`;
    faults.push({ name: 'SCREENING_URL', problem, cure: howToSet('SCREENING_URL') });
  } else if (ENVIRONMENT !== 'development' && new URL(url).protocol !== 'https:') {
    const problem = 'must be https outside development: names and birth dates are sent there';
    faults.push({ name: 'SCREENING_URL', problem, cure: `Put a TLS proxy in front of ${provider}.` });
  }
  if (provider === 'yente' && names !== undefined && names.length > 1) {
    faults.push({
      name: 'SCREENING_DATASET',
      problem: 'must be a single collection for yente',
      cure: 'Choose one of them.',
    });
  }
  return faults;
}

/** Requires settings without faults. */
export function toScreeningSettings(
  values: Partial<Screening> & Pick<Screening, 'SCREENING_PROVIDER'>,
): ScreeningSettings {
  const { SCREENING_PROVIDER: provider, SCREENING_URL: url = '', SCREENING_DATASET: names = [] } = values;
  if (provider === 'builtin') return { provider };
  const minScore = values.SCREENING_MIN_SCORE ?? MIN_SCORES[provider];
  if (provider === 'watchman') return { provider, url, minScore, lists: names };
  return { provider, url, minScore, dataset: names[0] ?? 'default' };
}
