import { createPublicKey, sign, verify } from 'node:crypto';
import { openKeyRing } from '@onboarding/platform/crypto';
import type { Db } from '@onboarding/platform/postgres';
import { calculateJwkThumbprint } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDb } from '../../../../tests/harness/connecting.ts';
import { cloneDatabase, type TestDatabase } from '../../../../tests/harness/database.ts';
import { TEST_KEY_RING } from '../../../../tests/harness/values.ts';
import {
  activateSigningKey,
  KeyStepRefused,
  listSigningKeys,
  openSigningKeys,
  PUBLISHED_FOR_MS,
  publishSigningKey,
  RETIRING_FOR_MS,
  retireSigningKeys,
} from './index.ts';

const keys = openKeyRing(TEST_KEY_RING);
const START = new Date('2026-03-01T12:00:00Z');
const after = (milliseconds: number) => new Date(START.getTime() + milliseconds);

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await cloneDatabase();
  await database.owner.query('delete from signing_keys');
  db = openTestDb(database.identityUrl);
});
afterAll(async () => {
  await db?.close();
  await database?.close();
});

type Step<T> = (tx: Parameters<typeof openSigningKeys>[0], parts: Parameters<typeof openSigningKeys>[1]) => Promise<T>;
const at = <T>(now: Date, step: Step<T>) => db.transaction((tx) => step(tx, { keys, now }));
const published = () => db.transaction((tx) => listSigningKeys(tx));
const refused = (message: RegExp) =>
  expect.objectContaining({ name: 'KeyStepRefused', message: expect.stringMatching(message) });

test('the first key signs what its published half verifies, under its thumbprint', async () => {
  const [key] = await at(START, openSigningKeys);
  const [row] = await published();
  const jwk = JSON.parse(row?.publicJwk ?? '');
  expect(await calculateJwkThumbprint(jwk)).toBe(key?.keyId);
  expect(Object.keys(jwk).toSorted()).toEqual(['e', 'kty', 'n']);
  const content = Buffer.from('signed');
  if (key === undefined) throw new Error('There is no key');
  const signature = sign('sha256', content, key.privateKey);
  expect(verify('sha256', content, createPublicKey({ key: jwk, format: 'jwk' }), signature)).toBe(true);
  expect(await at(after(1), openSigningKeys)).toMatchObject([{ keyId: key.keyId }]);
});

test('a key is published, activated and the other one retired, each only after its waiting time', async () => {
  const [{ keyId: first } = { keyId: '' }] = await at(START, openSigningKeys);
  await expect(at(START, activateSigningKey)).rejects.toEqual(refused(/no published key/));
  await expect(at(START, retireSigningKeys)).rejects.toEqual(refused(/no key to retire/));
  const second = await at(START, publishSigningKey);
  await expect(at(START, publishSigningKey)).rejects.toEqual(refused(/already published/));
  expect((await at(START, openSigningKeys)).map(({ keyId }) => keyId)).toEqual([first, second]);
  await expect(at(after(PUBLISHED_FOR_MS - 1), activateSigningKey)).rejects.toThrow(KeyStepRefused);
  expect(await at(after(PUBLISHED_FOR_MS), activateSigningKey)).toBe(second);
  expect((await at(START, openSigningKeys)).map(({ keyId }) => keyId)).toEqual([second, first]);
  const retiring = PUBLISHED_FOR_MS + RETIRING_FOR_MS;
  await expect(at(after(retiring - 1), retireSigningKeys)).rejects.toThrow(KeyStepRefused);
  expect(await at(after(retiring), retireSigningKeys)).toEqual([first]);
  expect((await published()).map(({ keyId, status }) => [keyId, status])).toEqual([[second, 'Active']]);
  const { rows } = await database.owner.query('select private_key from signing_keys where key_id = $1', [first]);
  expect(rows).toEqual([{ private_key: null }]);
});

test('force skips the waiting times', async () => {
  const forced = <T>(step: Step<T>) => db.transaction((tx) => step(tx, { keys, now: START, force: true }));
  const third = await forced(publishSigningKey);
  expect(await forced(activateSigningKey)).toBe(third);
  expect(await forced(retireSigningKeys)).toHaveLength(1);
  expect((await published()).map(({ keyId }) => keyId)).toEqual([third]);
});
