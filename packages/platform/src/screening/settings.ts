import { z } from 'zod';
import { ConfigError, type environmentSetting, readConfig } from '../config/index.ts';
import { createBuiltin } from './builtin.ts';
import type { ScreeningProvider } from './provider.ts';
import { createWatchman } from './watchman.ts';
import { createYente } from './yente.ts';

const PROVIDERS = ['watchman', 'yente', 'builtin'] as const;
const NAMES = 'must be a name of letters, digits, _ and -';

const settings = z.object({
  /** Who is asked; `builtin` knows nobody but its own invented entries. */
  SCREENING_PROVIDER: z.enum(PROVIDERS, { error: `must be one of ${PROVIDERS.join(', ')}` }),
  SCREENING_URL: z.url({ protocol: /^https?$/, error: 'must be the http(s) address of the provider' }).optional(),
  /** From which score on an entry of a list counts as a hit. Providers count differently, so each has a default. */
  SCREENING_MIN_SCORE: z.coerce
    .number({ error: 'must be a number above 0, at most 1' })
    .gt(0, { error: 'must be a number above 0, at most 1' })
    .max(1, { error: 'must be a number above 0, at most 1' })
    .optional(),
  /** Of yente, the collection that is matched against; of watchman, the lists that must be loaded, separated by commas. */
  SCREENING_DATASET: z
    .string()
    .transform((text) => text.split(',').map((one) => one.trim()))
    .pipe(z.array(z.string().regex(/^[A-Za-z0-9_-]+$/, { error: NAMES })).min(1))
    .optional(),
});

export type ScreeningSettings =
  | { provider: 'watchman'; url: string; minScore: number; lists: string[] }
  | { provider: 'yente'; url: string; minScore: number; dataset: string }
  | { provider: 'builtin' };

// Watchman gives an entry of the same name, without a birth date, less than 0.8; yente's own threshold is 0.7.
const MIN_SCORES = { watchman: 0.6, yente: 0.7 } as const;

export function readScreeningSettings(
  environment: Record<string, string | undefined>,
  deployment: z.output<typeof environmentSetting>,
): ScreeningSettings {
  const chosen = readConfig(settings, environment);
  const { SCREENING_PROVIDER: provider, SCREENING_URL: url, SCREENING_DATASET: names } = chosen;
  if (provider === 'builtin') {
    if (deployment !== 'production') return { provider };
    throw new ConfigError('SCREENING_PROVIDER must not be builtin in production: its list is invented');
  }
  if (url === undefined) throw new ConfigError(`SCREENING_URL must be set to the address of ${provider}`);
  if (deployment !== 'development' && new URL(url).protocol !== 'https:') {
    throw new ConfigError(
      `SCREENING_URL must be https outside development: names and birth dates go there. Put a proxy that speaks TLS before ${provider}`,
    );
  }
  const minScore = chosen.SCREENING_MIN_SCORE ?? MIN_SCORES[provider];
  if (provider === 'watchman') return { provider, url, minScore, lists: names ?? [] };
  const [dataset = 'default', ...more] = names ?? [];
  if (more.length > 0) throw new ConfigError('SCREENING_DATASET must be one collection of yente');
  return { provider, url, minScore, dataset };
}

export function openScreening(chosen: ScreeningSettings): ScreeningProvider {
  switch (chosen.provider) {
    case 'watchman':
      return createWatchman(chosen);
    case 'yente':
      return createYente(chosen);
    case 'builtin':
      return createBuiltin();
  }
}
