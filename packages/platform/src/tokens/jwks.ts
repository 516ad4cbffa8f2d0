import { type CryptoKey, importJWK, type JWK } from 'jose';
import { z } from 'zod';
import type { Clock } from '../ids/index.ts';

/** No key can be had: the issuer is away and none that we hold fits. */
export class KeysUnavailable extends Error {
  override name = 'KeysUnavailable';
}

export interface JwksSource {
  /** The key with this id, or undefined when the issuer, having been asked, has none. */
  find(kid: string): Promise<CryptoKey | undefined>;
}

const jwksSchema = z.object({ keys: z.array(z.record(z.string(), z.unknown())) });
const FRESH_FOR_MS = 5 * 60_000;
const STALE_FOR_MS = 24 * 3_600_000;
/** However many unknown key ids arrive, the issuer is asked at most this often. */
const ASK_EVERY_MS = 5_000;

/**
 * The issuer's public keys. They are refreshed beside the requests, never in their way, and go on being served for a day
 * when the issuer cannot be reached: its outage must not become ours.
 */
export function createJwksSource(fetchJwks: () => Promise<unknown>, clock: Clock): JwksSource {
  let keys = new Map<string, CryptoKey>();
  let fetchedAt = 0;
  let askedAt = 0;
  let lastAskFailed = false;
  let asking: Promise<void> | undefined;

  async function ask(): Promise<void> {
    askedAt = clock.now().getTime();
    try {
      keys = await importKeys(jwksSchema.parse(await fetchJwks()).keys);
      fetchedAt = clock.now().getTime();
      lastAskFailed = false;
    } catch {
      lastAskFailed = true;
    } finally {
      asking = undefined;
    }
  }
  const askOnce = () => {
    asking ??= ask();
    return asking;
  };

  return {
    async find(kid) {
      const now = clock.now().getTime();
      const age = now - fetchedAt;
      const mayAsk = now - askedAt >= ASK_EVERY_MS;
      const held = age < STALE_FOR_MS ? keys.get(kid) : undefined;
      if (held !== undefined) {
        if (age > FRESH_FOR_MS && mayAsk) void askOnce();
        return held;
      }
      if (asking !== undefined || mayAsk) await askOnce();
      const found = clock.now().getTime() - fetchedAt < STALE_FOR_MS ? keys.get(kid) : undefined;
      if (found === undefined && lastAskFailed) throw new KeysUnavailable('The token issuer cannot be reached');
      return found;
    },
  };
}

async function importKeys(candidates: Record<string, unknown>[]): Promise<Map<string, CryptoKey>> {
  const keys = new Map<string, CryptoKey>();
  for (const jwk of candidates) {
    // Keys for other algorithms or uses may stand beside ours.
    if (jwk.kty !== 'RSA' || typeof jwk.kid !== 'string' || (jwk.use ?? 'sig') !== 'sig') continue;
    const key = await importJWK({ ...jwk, alg: 'RS256' } as JWK, 'RS256');
    if (!(key instanceof Uint8Array)) keys.set(jwk.kid, key);
  }
  return keys;
}

/** Fetches over HTTP with a deadline; anything but a 200 with JSON is a failure. */
export function httpJwks(url: string): () => Promise<unknown> {
  return async () => {
    const answer = await fetch(url, { signal: AbortSignal.timeout(3_000), redirect: 'error' });
    if (answer.status !== 200) throw new Error(`The token issuer answered ${answer.status}`);
    return answer.json();
  };
}
