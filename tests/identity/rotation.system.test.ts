// The signing key is rotated under load.
import { setTimeout as delay } from 'node:timers/promises';
import { openKeyRing } from '@onboarding/platform/crypto';
import { Pool } from 'undici';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadSigningKeys, type SigningKey } from '../../apps/identity/src/keys/signing-keys.ts';
import { validBody } from '../harness/bodies.ts';
import { runCtl } from '../harness/command-process.ts';
import { openTestDb } from '../harness/connecting.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { until } from '../harness/patience.ts';
import { type RunningApi, runApi } from '../harness/process.ts';
import { addMachine, getToken, headerOf, type Machine, tokenSignedWith } from '../harness/scenes/asking.ts';
import { type Identity, NO_LIMITS, startIdentity } from '../harness/scenes/identity-process.ts';
import { TEST_KEY_RING } from '../harness/values.ts';

const PROFILES = '/api/partner/v1/business-profiles';
const REQUESTS_PER_SECOND = 200;
/** Limits concurrent requests: a slow machine sends fewer a second, and none waits long. */
const AT_ONCE = 4;
const QUICK = { ...NO_LIMITS, KEYS_LOOK_EVERY_SECONDS: '1' };

let database: TestDatabase;
let identities: Identity[] = [];
let api: RunningApi | undefined;
let load: Load | undefined;

beforeEach(async () => {
  database = await cloneDatabase();
  identities = [];
  api = undefined;
  load = undefined;
});
afterEach(async () => {
  // Before the API stops, or a failed test would leave endless refused calls behind.
  await load?.stop().catch(() => {});
  await api?.stop();
  for (const identity of identities) await identity.stop();
  await database.close();
});

/** Runs the operator's command. */
async function keys(...words: string[]): Promise<{ code: number; text: string }> {
  const environment = { MIGRATION_DATABASE_URL: database.ownerUrl };
  const { code, stdout, stderr } = await runCtl(['keys', 'signing', ...words], environment);
  return { code, text: `${stdout}${stderr}`.trim() };
}

async function keyRows() {
  const { rows } = await database.owner.query('select * from signing_keys order by published_at');
  return rows as { key_id: string; status: string; private_key: Buffer | null }[];
}

async function publishedBy(identity: Identity): Promise<string[]> {
  const answer = await fetch(`${identity.url}/oauth2/jwks`);
  return ((await answer.json()) as { keys: { kid: string }[] }).keys.map((key) => key.kid);
}

/** A signing key with its private part. */
async function signingKey(keyId: string): Promise<SigningKey> {
  const db = openTestDb(database.identityUrl);
  const parts = { keys: openKeyRing(TEST_KEY_RING), now: new Date() };
  const found = (await db.transaction((tx) => loadSigningKeys(tx, parts))).find((key) => key.kid === keyId);
  await db.close();
  if (found === undefined) throw new Error('There is no such key');
  return found;
}

/** Moves the times of the keys back by an hour, so that the command sees an hour pass. */
const anHourLater = () =>
  database.owner.query(`update signing_keys set published_at = published_at - interval '1 hour',
    activated_at = activated_at - interval '1 hour', retiring_at = retiring_at - interval '1 hour'`);

interface Load {
  statuses: Map<number, number>;
  /** The number of calls per signing key. */
  byKey: Map<string, number>;
  token(): string;
  /** The status of one more call, which is not counted. */
  statusWith(token: string): Promise<number>;
  /** Resolves when all calls have been answered. */
  stop(): Promise<void>;
}

/** Calls the API steadily, with new tokens from all identity processes in turn. */
async function startLoad(apiUrl: string, machine: Machine): Promise<Load> {
  const calls = new Pool(apiUrl, { connections: AT_ONCE });
  const statuses = new Map<number, number>();
  const byKey = new Map<string, number>();
  const count = <K>(counts: Map<K, number>, key: K) => counts.set(key, (counts.get(key) ?? 0) + 1);
  let stopped = false;
  let broken: unknown;
  let token = await getToken(identities[0] as Identity, machine);
  const body = JSON.stringify(validBody());
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const created = await calls.request({ method: 'POST', path: PROFILES, headers, body });
  const { value } = (await created.body.json()) as { value: { customerId: string } };
  const path = `${PROFILES}/${value.customerId}`;

  async function fetchTokens(): Promise<void> {
    for (let turn = 0; !stopped; turn++) {
      token = await getToken(identities[turn % identities.length] as Identity, machine);
      await delay(20);
    }
  }
  async function statusWith(given: string): Promise<number> {
    const headers = { authorization: `Bearer ${given}` };
    const answer = await calls.request({ method: 'GET', path, headers });
    await answer.body.dump();
    return answer.statusCode;
  }
  async function call(): Promise<void> {
    count(byKey, String(headerOf(token).kid));
    count(statuses, await statusWith(token));
  }
  const started = performance.now();
  async function callSteadily(): Promise<void> {
    const underWay = new Set<Promise<void>>();
    for (let sent = 0; !stopped; await delay(10)) {
      const due = ((performance.now() - started) * REQUESTS_PER_SECOND) / 1000;
      for (; sent < due && underWay.size < AT_ONCE; sent++) {
        // The first call without an answer stops the load.
        const one: Promise<void> = call().then(
          () => void underWay.delete(one),
          (error: unknown) => {
            stopped = true;
            broken ??= error;
          },
        );
        underWay.add(one);
      }
    }
    await Promise.all(underWay);
    if (broken !== undefined) throw broken;
  }
  const work = Promise.all([fetchTokens(), callSteadily()]);
  work.catch(() => {});
  return {
    statuses,
    byKey,
    token: () => token,
    statusWith,
    async stop() {
      stopped = true;
      await work.finally(() => calls.destroy());
    },
  };
}

test('rotates the key under up to 200 requests a second without a failed request', async () => {
  const machine = await addMachine(database);
  const first = await startIdentity(database, QUICK);
  identities = [first, await startIdentity(database, { ...QUICK, ISSUER: first.issuer })];
  api = await runApi({ databaseUrl: database.appUrl, issuerUrl: first.issuer });
  const steady = await startLoad(api.url, machine);
  load = steady;
  const [old] = await publishedBy(first);
  if (old === undefined) throw new Error('There is no key');

  expect(await keys('publish')).toMatchObject({ code: 0 });
  const [twice, tooEarly] = await Promise.all([keys('publish'), keys('activate')]);
  expect(twice.text).toMatch(/is already published: activate it first/);
  expect(tooEarly.code).toBe(1);
  expect(tooEarly.text).toMatch(/^The key can be activated from \d{4}-\d\d-\d\dT[\d:.]+Z:/);
  const renewed = (await keyRows()).find((row) => row.status === 'Published')?.key_id ?? '';
  for (const identity of identities) {
    await until(async () => (await publishedBy(identity)).includes(renewed), 'the new key is published');
    expect(await publishedBy(identity)).toEqual([old, renewed]);
  }
  expect(headerOf(steady.token()).kid, 'a published key signs nothing yet').toBe(old);

  // The API fetches the key at its next refresh, within the ten minutes between publication and first use. Here an early token
  // signed with it makes the API refresh immediately.
  const early = await tokenSignedWith(await signingKey(renewed), first.issuer, machine.partner, new Date());
  await until(async () => (await steady.statusWith(early)) === 200, 'the API knows the new key');

  // A fast machine gets here before enough calls were made for the check below.
  await until(async () => (steady.byKey.get(old) ?? 0) > 200, 'much is called with the old key');
  await anHourLater();
  expect(await keys('activate')).toEqual({ code: 0, text: `${renewed} now signs tokens.` });
  for (const identity of identities) {
    await until(async () => headerOf(await getToken(identity, machine)).kid === renewed, 'the new key signs');
  }
  const retiredEarly = await keys('retire', '--yes');
  expect(retiredEarly.text).toMatch(/^The key can be retired from \d{4}-\d\d-\d\dT[\d:.]+Z:/);
  await until(async () => headerOf(steady.token()).kid === renewed, 'everyone has a token of the new key');
  await anHourLater();
  expect(await keys('retire', '--yes')).toEqual({ code: 0, text: `${old} is deleted.` });
  for (const identity of identities) {
    await until(async () => !(await publishedBy(identity)).includes(old), 'the old key is gone');
  }
  const callsSoFar = steady.byKey.get(renewed) ?? 0;
  await until(async () => (steady.byKey.get(renewed) ?? 0) > callsSoFar + 200, 'work continues');
  await steady.stop();

  // A busy database may refuse single calls with 503; a rejected token would be a 401.
  const { 200: answered = 0, 503: busy = 0, ...others } = Object.fromEntries(steady.statuses);
  expect([others, busy < answered / 100], JSON.stringify([...steady.statuses])).toEqual([{}, true]);
  expect(steady.byKey.get(old)).toBeGreaterThan(200);
  const rows = await keyRows();
  expect(rows.map((row) => [row.key_id, row.status, row.private_key === null])).toEqual([
    [old, 'Retired', true],
    [renewed, 'Active', false],
  ]);
  const log = await database.owner.query('select action from operator_actions order by action_id');
  expect(log.rows.map(({ action }) => action)).toEqual([
    'SigningKeyPublished',
    'SigningKeyActivated',
    'SigningKeyRetired',
  ]);
});

test('replaces a compromised key immediately with --force', async () => {
  identities = [await startIdentity(database, QUICK)];
  const stolen = (await keyRows())[0]?.key_id;
  for (const step of ['publish', 'activate', 'retire']) {
    expect((await keys(step, '--force')).text).toContain('Add --yes');
    expect(await keys(step, '--force', '--yes')).toMatchObject({ code: 0 });
  }
  const rows = await keyRows();
  expect(rows.map((row) => row.status)).toEqual(['Retired', 'Active']);
  expect(rows[0]).toMatchObject({ key_id: stolen, private_key: null });
});

test('the command explains an impossible step and rejects unknown words and options', async () => {
  const steps = [['activate'], ['retire', '--yes'], ['destroy'], ['publish', '--now']];
  const [activate, retire, destroy, now] = await Promise.all(steps.map((words) => keys(...words)));
  expect(activate).toEqual({ code: 1, text: 'There is no published key: publish one first' });
  expect(retire).toEqual({ code: 1, text: 'There is no key to retire: activate a new one first' });
  for (const wrong of [destroy, now]) expect(wrong).toMatchObject({ code: 2, text: expect.stringMatching(/^error: /) });
});

test('two processes that start concurrently on an empty database create one key', async () => {
  expect(await keyRows()).toEqual([]);
  // An advisory lock holds both just before they create it, so that they do so at the same time.
  const lock = `hashtext('onboarding.signing_keys')`;
  await database.owner.query(`select pg_advisory_lock(${lock})`);
  async function bothWait(): Promise<boolean> {
    const { rows } = await database.owner.query(
      `select count(*)::int as waiting from pg_locks where locktype = 'advisory' and not granted
         and database = (select oid from pg_database where datname = current_database())`,
    );
    return rows[0].waiting === 2;
  }
  /** A process waits there for 4 seconds and then exits; if the other one takes longer to start, both are restarted. Returned in
   * an array so that the promise is not awaited yet. */
  async function startBoth(roundsLeft = 5): Promise<[Promise<Identity[]>]> {
    const both = [startIdentity(database), startIdentity(database)];
    const starting = Promise.all(both);
    let oneEnded = false;
    starting.catch(() => {
      oneEnded = true;
    });
    await until(async () => oneEnded || (await bothWait()), 'both want to make a key');
    if (!oneEnded || roundsLeft === 0) return [starting];
    await Promise.allSettled(both);
    return startBoth(roundsLeft - 1);
  }
  const [starting] = await startBoth();
  await database.owner.query(`select pg_advisory_unlock(${lock})`);
  identities = await starting;
  const rows = await keyRows();
  expect(rows.map((row) => row.status)).toEqual(['Active']);
  for (const identity of identities) expect(await publishedBy(identity)).toEqual([rows[0]?.key_id]);
});
