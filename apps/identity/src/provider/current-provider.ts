// The provider in use. Its signing keys are fixed, so a change of keys creates a new provider; running requests finish
// with the old one.
import type { KeyRing } from '@onboarding/platform/crypto';
import type { Clock } from '@onboarding/platform/ids';
import type { Logger } from '@onboarding/platform/logger';
import type { Db } from '@onboarding/platform/postgres';
import type { Provider } from 'oidc-provider';
import { loadSigningKeys, type SigningKey } from '../keys/signing-keys.ts';

export interface CurrentProvider {
  get(): Provider;
  handle: ReturnType<Provider['callback']>;
  /** Checks for a change of keys now instead of within the next few seconds. */
  refresh(): Promise<void>;
  stop(): void;
}

interface Parts {
  db: Db;
  clock: Clock;
  keys: KeyRing;
  logger: Logger;
  lookEverySeconds: number;
  make(signingKeys: SigningKey[]): Provider;
}

export async function createCurrentProvider(parts: Parts): Promise<CurrentProvider> {
  const { db, clock, keys, logger } = parts;
  const load = () => db.transaction((tx) => loadSigningKeys(tx, { keys, now: clock.now() }), { repeatable: true });
  const idsOf = (signingKeys: SigningKey[]) => signingKeys.map((key) => key.kid).join(' ');

  const first = await load();
  let ids = idsOf(first);
  let provider = parts.make(first);
  let handle = provider.callback();

  async function refresh(): Promise<void> {
    try {
      const loaded = await load();
      if (idsOf(loaded) === ids) return;
      provider = parts.make(loaded);
      handle = provider.callback();
      ids = idsOf(loaded);
      logger.info({ signingKeyId: loaded[0]?.kid, keys: loaded.length }, 'signing keys changed');
    } catch (error) {
      logger.warn({ err: error }, 'signing keys could not be read; continuing with the cached ones');
    }
  }
  const timer = setInterval(() => void refresh(), parts.lookEverySeconds * 1000);
  return {
    get: () => provider,
    handle: (request, response) => handle(request, response),
    refresh,
    stop: () => clearInterval(timer),
  };
}
