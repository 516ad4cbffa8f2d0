// When the provider looks for changed keys. The database returns the keys that the test provides.
import { generateKeyPairSync } from 'node:crypto';
import { openKeyRing } from '@onboarding/platform/crypto';
import { createLogger } from '@onboarding/platform/logger';
import type { Db } from '@onboarding/platform/postgres';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TEST_KEY_RING } from '../../../../tests/harness/values.ts';
import { SigningKey } from '../keys/signing-keys.ts';
import { createCurrentProvider } from './current-provider.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
let stored: string[] | Error;
let made: string[][];
let log: Record<string, unknown>[];
let options: unknown[];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  [stored, made, log, options] = [['one'], [], [], []];
});
afterEach(() => void vi.useRealTimers());

function open() {
  const db: Db = {
    async transaction(_work, choice) {
      options.push(choice);
      if (stored instanceof Error) throw stored;
      return stored.map((keyId) => new SigningKey(keyId, privateKey)) as never;
    },
    close: async () => {},
  };
  const logger = createLogger(
    { service: 'identity', level: 'info' },
    { write: (line) => void log.push(JSON.parse(line)) },
  );
  return createCurrentProvider({
    ...{ db, logger, clock: { now: () => new Date() }, keys: openKeyRing(TEST_KEY_RING), lookEverySeconds: 10 },
    make(signingKeys) {
      const kids = signingKeys.map(({ kid }) => kid);
      made.push(kids);
      return { callback: () => async () => kids } as never;
    },
  });
}
const current = ({ handle }: Awaited<ReturnType<typeof open>>) => handle({} as never, {} as never);

test('looks for changed keys at the configured interval until it is stopped, and replaces the provider only for a change', async () => {
  const provider = await open();
  await vi.advanceTimersByTimeAsync(9_999);
  expect([options.length, await current(provider)]).toEqual([1, ['one']]);
  const first = provider.get();
  await vi.advanceTimersByTimeAsync(1);
  expect([options.length, made.length, provider.get()]).toEqual([2, 1, first]);
  stored = ['two', 'one'];
  await vi.advanceTimersByTimeAsync(10_000);
  expect([made, await current(provider)]).toEqual([
    [['one'], ['two', 'one']],
    ['two', 'one'],
  ]);
  expect(provider.get()).not.toBe(first);
  expect(log).toMatchObject([{ msg: 'signing keys changed', signingKeyId: 'two', keys: 2 }]);
  // Creating the first key recognises its own earlier commit.
  expect(new Set(options.map((choice) => JSON.stringify(choice)))).toEqual(new Set(['{"repeatable":true}']));
  provider.stop();
  expect(vi.getTimerCount()).toBe(0);
});

test('continues with the keys that it has while the database is unavailable, and says why', async () => {
  const provider = await open();
  stored = new Error('away');
  await provider.refresh();
  expect([made, await current(provider)]).toEqual([[['one']], ['one']]);
  expect(log).toMatchObject([{ level: 'warn', err: { message: 'away' } }]);
  stored = ['two'];
  await provider.refresh();
  expect(await current(provider)).toEqual(['two']);
  provider.stop();
});
