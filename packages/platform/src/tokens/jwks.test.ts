import { exportJWK, generateKeyPair } from 'jose';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { PATIENCE_MS } from '../../../../tests/harness/patience.ts';
import { createJwksSource, KeysUnavailable } from './jwks.ts';

const keys: Record<string, object> = {};
beforeAll(async () => {
  for (const kid of ['old', 'new']) {
    const { publicKey } = await generateKeyPair('RS256', { extractable: true });
    keys[kid] = { ...(await exportJWK(publicKey)), kid };
  }
});

/** An issuer whose keys, availability and clock are set by the test. */
function scene() {
  const state = { time: Date.parse('2026-01-01T00:00:00Z'), published: ['old'], away: false, asked: 0 };
  const source = createJwksSource(
    async () => {
      state.asked++;
      if (state.away) throw new Error('away');
      return { keys: state.published.map((kid) => keys[kid]) };
    },
    { now: () => new Date(state.time) },
  );
  return { state, source };
}
const MINUTE = 60_000;

describe('the issuer is queried', () => {
  test('once for concurrent requests, and not again while the keys are fresh', async () => {
    const { state, source } = scene();
    const found = await Promise.all(Array.from({ length: 20 }, () => source.find('old')));
    expect(found.every((key) => key !== undefined)).toBe(true);
    state.time += 4 * MINUTE;
    await source.find('old');
    expect(state.asked).toBe(1);
  });

  test('immediately for an unknown key id, so a new key works without waiting', async () => {
    const { state, source } = scene();
    await source.find('old');
    state.published = ['old', 'new'];
    state.time += 10_000;
    expect(await source.find('new')).toBeDefined();
    expect(state.asked).toBe(2);
  });

  test('at most every five seconds, no matter how many unknown ids arrive', async () => {
    const { state, source } = scene();
    await source.find('old');
    state.time += 10_000;
    for (let i = 0; i < 100; i++) expect(await source.find(`made-up-${i}`)).toBeUndefined();
    expect(state.asked).toBe(2);
  });

  test('in the background when the keys are no longer fresh', async () => {
    const { state, source } = scene();
    await source.find('old');
    state.published = ['new'];
    state.time += 6 * MINUTE;
    expect(await source.find('old')).toBeDefined();
    await vi.waitFor(async () => expect(await source.find('new')).toBeDefined(), PATIENCE_MS);
    expect(await source.find('old')).toBeUndefined();
  });
});

describe('while the issuer is unavailable', () => {
  test('cached keys continue to work for a day', async () => {
    const { state, source } = scene();
    await source.find('old');
    state.away = true;
    state.time += 23 * 60 * MINUTE;
    expect(await source.find('old')).toBeDefined();
    state.time += 2 * 60 * MINUTE;
    await expect(source.find('old')).rejects.toBeInstanceOf(KeysUnavailable);
  });

  test('an unknown key id fails with KeysUnavailable', async () => {
    const { state, source } = scene();
    await source.find('old');
    state.away = true;
    state.time += 10_000;
    await expect(source.find('new')).rejects.toBeInstanceOf(KeysUnavailable);
    state.away = false;
    state.published = ['old', 'new'];
    state.time += 10_000;
    expect(await source.find('new')).toBeDefined();
  });

  test('a process that never had keys fails with KeysUnavailable', async () => {
    const { state, source } = scene();
    state.away = true;
    await expect(source.find('old')).rejects.toBeInstanceOf(KeysUnavailable);
  });
});
