import { z } from 'zod';
import { forRoles, inProduction, optional, otherwise, required, setting } from '../setting.ts';
import { base, listed, oneOf } from '../types.ts';

const SCORE = 'must be a number above 0, at most 1';
const NAMES = 'must be names of letters, digits, _ and -, separated by commas';
const SCREENING = ['screening'] as const;

export const screeningSettings = {
  SCREENING_PROVIDER: setting({
    type: oneOf('watchman', 'yente', 'builtin'),
    meaning: '`watchman`, `yente` or, except in production, `builtin`, whose list is fictitious',
    readBy: { worker: forRoles(SCREENING, required) },
    example: 'yente',
  }),
  SCREENING_URL: setting({
    type: base,
    meaning: 'URL of the provider, https outside `development`; not needed for `builtin`',
    readBy: { worker: forRoles(SCREENING, inProduction(optional)) },
    example: 'https://yente.internal',
  }),
  SCREENING_MIN_SCORE: setting({
    type: z
      .string()
      .regex(/^\d+(\.\d+)?$/, { error: SCORE })
      .transform(Number)
      .pipe(z.number().gt(0, { error: SCORE }).max(1, { error: SCORE })),
    meaning: 'minimum score of a hit; each provider has its own scale',
    readBy: { worker: forRoles(SCREENING, otherwise('0.6 for watchman, 0.7 for yente')) },
    example: '0.7',
  }),
  SCREENING_DATASET: setting({
    type: listed.pipe(z.array(z.string().regex(/^[A-Za-z0-9_-]+$/, { error: NAMES })).min(1)),
    meaning: 'for watchman, comma-separated lists that must be loaded; for yente, the collection to search',
    readBy: { worker: forRoles(SCREENING, otherwise('`default` for yente')) },
    example: 'default',
  }),
};
