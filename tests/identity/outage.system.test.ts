// The identity service is down; the API continues with the keys that it has cached.

import { publishSigningKey } from '@onboarding/domain/signing-keys';
import { type KeyRing, openKeyRing } from '@onboarding/platform/crypto';
import type { Db } from '@onboarding/platform/postgres';
import { createJwksSource, httpJwks } from '@onboarding/platform/tokens';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { loadSigningKeys, type SigningKey } from '../../apps/identity/src/keys/signing-keys.ts';
import { startTestApi, type TestApi } from '../harness/api.ts';
import { openTestDb } from '../harness/connecting.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { PATIENCE_MS } from '../harness/patience.ts';
import { addMachine, claimsOf, getToken, type Machine, tokenSignedWith } from '../harness/scenes/asking.ts';
import { type Identity, startIdentity } from '../harness/scenes/identity-process.ts';
import { TEST_KEY_RING } from '../harness/values.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let database: TestDatabase;
let db: Db;
let keys: KeyRing;
let identity: Identity;
let api: TestApi;
let machine: Machine;
let ahead = 0;
/** The frozen time of the clock; undefined lets it run. */
let standing: number | undefined;
const clock = { now: () => new Date((standing ?? Date.now()) + ahead) };

beforeAll(async () => {
  database = await cloneDatabase();
  identity = await startIdentity(database);
  machine = await addMachine(database);
  db = openTestDb(database.identityUrl);
  keys = openKeyRing(TEST_KEY_RING);
  const jwks = createJwksSource(httpJwks(`${identity.url}/oauth2/jwks`), clock);
  api = await startTestApi(database, { clock, trusts: { issuer: identity.issuer, jwks } });
});
afterAll(async () => {
  await api.close();
  await db.close();
  await identity.stop();
  await database.close();
});

const signingKeys = () => db.transaction((tx) => loadSigningKeys(tx, { keys, now: new Date() }));

/** A token as another identity process would issue it now. */
async function tokenOf(key: SigningKey | undefined): Promise<string> {
  if (key === undefined) throw new Error('There is no such key');
  return tokenSignedWith(key, identity.issuer, machine.partner, clock.now());
}

/** With a valid token, an unknown reference gets 404. */
async function statusWith(token: string): Promise<number> {
  return (await api.call('GET', '/partner/v1/business-profiles/by-reference/none', { token })).statusCode;
}

test('while identity is down, tokens work until they expire, cached keys for a day, and an unknown key gets 503, not 401', async () => {
  const running = await getToken(identity, machine);
  const unused = await getToken(identity, machine);
  expect(await statusWith(running)).toBe(404);

  const port = Number(new URL(identity.url).port);
  await identity.stop();
  // Freezes the clock at the time of issue, however long stopping took.
  standing = Number(claimsOf(unused).iat) * 1000;
  await expect(fetch(`${identity.url}/oauth2/jwks`)).rejects.toThrow();
  for (ahead = 0; ahead < 5 * MINUTE; ahead += MINUTE) expect(await statusWith(running)).toBe(404);
  ahead = 4.9 * MINUTE;
  expect(await statusWith(unused), 'seen for the first time while identity is unavailable').toBe(404);
  ahead = 5.3 * MINUTE;
  expect([await statusWith(running), await statusWith(unused)], 'their end').toEqual([401, 401]);
  standing = undefined;

  // Keys count as fresh for five minutes; after that the API fails to refresh them and continues with its cache.
  const [known] = await signingKeys();
  for (ahead = 6 * MINUTE; ahead <= 10 * MINUTE; ahead += MINUTE)
    expect(await statusWith(await tokenOf(known))).toBe(404);
  ahead = 23 * HOUR;
  expect(await statusWith(await tokenOf(known))).toBe(404);

  await db.transaction((tx) => publishSigningKey(tx, { keys, now: new Date() }));
  const unknown = (await signingKeys()).at(-1);
  const token = await tokenOf(unknown);
  const answer = await api.call('GET', '/partner/v1/business-profiles/by-reference/none', { token });
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toMatchObject({ error: { code: 'Service.Unavailable' } });
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  ahead = 25 * HOUR;
  expect(await statusWith(await tokenOf(known)), 'older than a day').toBe(503);

  identity = await startIdentity(database, {}, port);
  ahead += 6_000;
  await vi.waitFor(async () => expect(await statusWith(await tokenOf(unknown))).toBe(404), PATIENCE_MS);
  expect(await statusWith(await tokenOf(known))).toBe(404);
});
