import { type CryptoKey, importJWK, type JWK } from 'jose';
import { z } from 'zod';
import type { Clock } from '../ids/index.ts';

/** No key is available: the issuer is unavailable and we have no matching key. */
export class KeysUnavailable extends Error {
  override name = 'KeysUnavailable';
}

export interface JwksSource {
  /** The key with this id for this algorithm; undefined if the issuer was queried and has none. */
  find(kid: string, algorithm?: string): Promise<CryptoKey | undefined>;
}

const jwksSchema = z.object({ keys: z.array(z.record(z.string(), z.unknown())) });
const FRESH_FOR_MS = 5 * 60_000;
const STALE_FOR_MS = 24 * 3_600_000;
/** The issuer is queried at most this often, no matter how many unknown key ids arrive. */
const ASK_EVERY_MS = 5_000;

/**
 * The issuer's public keys. They are refreshed in the background, and stay valid for a day if the issuer is unavailable,
 * so that its outage does not become ours.
 */
export function createJwksSource(fetchJwks: () => Promise<unknown>, clock: Clock): JwksSource {
  let keys: HeldKeys = new Map();
  let fetchedAt = 0;
  let askedAt = 0;
  let lastAskFailed = false;
  let asking: Promise<void> | undefined;

  async function ask(): Promise<void> {
    askedAt = clock.now().getTime();
    try {
      keys = readKeys(jwksSchema.parse(await fetchJwks()).keys);
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
    async find(kid, algorithm = 'RS256') {
      const now = clock.now().getTime();
      const age = now - fetchedAt;
      const mayAsk = now - askedAt >= ASK_EVERY_MS;
      const held = age < STALE_FOR_MS ? await importedKey(keys, kid, algorithm) : undefined;
      if (held !== undefined) {
        if (age > FRESH_FOR_MS && mayAsk) void askOnce();
        return held;
      }
      if (asking !== undefined || mayAsk) await askOnce();
      const fresh = clock.now().getTime() - fetchedAt < STALE_FOR_MS;
      const found = fresh ? await importedKey(keys, kid, algorithm) : undefined;
      if (found === undefined && lastAskFailed) throw new KeysUnavailable('The token issuer cannot be reached');
      return found;
    },
  };
}

interface HeldKey {
  jwk: Record<string, unknown>;
  /** By algorithm: an RSA key may serve RS256 and PS256, and is a separate object for each. */
  imported: Map<string, Promise<CryptoKey | undefined>>;
}
type HeldKeys = Map<string, HeldKey[]>;

function readKeys(candidates: Record<string, unknown>[]): HeldKeys {
  const keys: HeldKeys = new Map();
  for (const jwk of candidates) {
    // Skips keys for other uses, and secret keys, which must not be published at all.
    if (typeof jwk.kid !== 'string' || (jwk.use ?? 'sig') !== 'sig' || jwk.kty === 'oct') continue;
    const same = keys.get(jwk.kid) ?? [];
    keys.set(jwk.kid, [...same, { jwk, imported: new Map() }]);
  }
  return keys;
}

async function importedKey(keys: HeldKeys, kid: string, algorithm: string): Promise<CryptoKey | undefined> {
  for (const held of keys.get(kid) ?? []) {
    if ((held.jwk.alg ?? algorithm) !== algorithm) continue;
    let imported = held.imported.get(algorithm);
    if (imported === undefined) {
      imported = importKey(held.jwk, algorithm);
      held.imported.set(algorithm, imported);
    }
    const key = await imported;
    if (key !== undefined) return key;
  }
  return undefined;
}

/** Undefined if the key does not fit this algorithm. */
async function importKey(jwk: Record<string, unknown>, algorithm: string): Promise<CryptoKey | undefined> {
  try {
    const key = await importJWK({ ...jwk, alg: algorithm } as JWK, algorithm);
    return key instanceof Uint8Array ? undefined : key;
  } catch {
    return undefined;
  }
}

/** Fetches over HTTP with a deadline; anything but a 200 with JSON is a failure. */
export function httpJwks(url: string): () => Promise<unknown> {
  return async () => {
    const answer = await fetch(url, { signal: AbortSignal.timeout(3_000), redirect: 'error' });
    if (answer.status !== 200) throw new Error(`The token issuer answered ${answer.status}`);
    return answer.json();
  };
}
