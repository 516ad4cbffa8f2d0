import { ConfigError } from '@onboarding/platform/config';
import { openScreening } from '@onboarding/platform/screening';
import { describe, expect, test } from 'vitest';
import type { RoleConfigOf } from './catalogue.ts';
import { readFor, whole } from './read.ts';
import { judged } from './rules.ts';
import { screeningFaults, toScreeningSettings } from './worker.ts';

describe('the settings of screening', () => {
  const read = (
    settings: Record<string, string>,
    deployment: 'development' | 'sandbox' | 'production' = 'production',
  ) => {
    const reading = readFor<RoleConfigOf<'screening'>>('worker', settings, (name) => name.startsWith('SCREENING_'));
    return toScreeningSettings(whole(judged(reading, screeningFaults({ ...reading.values, ENVIRONMENT: deployment }))));
  };

  test('give each provider what it needs, or name what is missing', () => {
    expect(() => read({})).toThrow(/SCREENING_PROVIDER is not set/);
    expect(() => read({ SCREENING_PROVIDER: 'nobody' })).toThrow(/must be one of watchman, yente, builtin/);
    expect(() => read({ SCREENING_PROVIDER: 'watchman' })).toThrow(/SCREENING_URL must be set/);
    expect(() => read({ SCREENING_PROVIDER: 'yente', SCREENING_URL: 'ftp://x' })).toThrow(ConfigError);
    const yente = { SCREENING_PROVIDER: 'yente', SCREENING_URL: 'https://yente.example' };
    expect(read(yente)).toEqual({ provider: 'yente', url: yente.SCREENING_URL, minScore: 0.7, dataset: 'default' });
    expect(() => read({ ...yente, SCREENING_DATASET: '../admin' })).toThrow(/SCREENING_DATASET/);
    expect(() => read({ ...yente, SCREENING_MIN_SCORE: '0' })).toThrow(/SCREENING_MIN_SCORE/);
    expect(
      read({
        SCREENING_PROVIDER: 'watchman',
        SCREENING_URL: 'https://watchman:8084',
        SCREENING_DATASET: 'us_ofac, eu_csl',
      }),
    ).toEqual({ provider: 'watchman', url: 'https://watchman:8084', minScore: 0.6, lists: ['us_ofac', 'eu_csl'] });
  });

  test('require https outside development', () => {
    const plain = { SCREENING_PROVIDER: 'watchman', SCREENING_URL: 'http://watchman:8084' };
    for (const deployment of ['sandbox', 'production'] as const) {
      expect(() => read(plain, deployment)).toThrow(/SCREENING_URL must be https outside development/);
    }
    expect(read(plain, 'development')).toMatchObject({ url: plain.SCREENING_URL });
  });

  test('refuse the built-in list in production', () => {
    expect(() => read({ SCREENING_PROVIDER: 'builtin' })).toThrow(/must not be builtin in production/);
    expect(openScreening(read({ SCREENING_PROVIDER: 'builtin' }, 'sandbox')).name).toBe('builtin');
  });
});
