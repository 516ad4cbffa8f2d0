// An attacker has one key derived from the key ring, for example from a process dump or a log: it must not open everything that
// the running API and identity service issue or store.
import { createSecretKey, hkdfSync } from 'node:crypto';
import { decrypt } from '@onboarding/platform/crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { validBody } from '../harness/bodies.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { type RunningIssuer, type RunningProcess, runApi, runIdentity, runIssuer } from '../harness/process.ts';
import { TEST_KEY_RING } from '../harness/values.ts';

let database: TestDatabase;
let issuer: RunningIssuer;
let identity: RunningProcess;
let api: RunningProcess;
beforeAll(async () => {
  database = await cloneDatabase();
  issuer = await runIssuer();
  identity = await runIdentity({ databaseUrl: database.identityUrl });
  const { port } = new URL(identity.url);
  api = await runApi({
    databaseUrl: database.appUrl,
    issuerUrl: issuer.url,
    environment: {
      SIGN_IN_ISSUER: `http://localhost:${port}`,
      PORTAL_URL: 'http://127.0.0.1:1',
      CONSOLE_URL: 'http://127.0.0.1:1',
      PORTAL_CLIENT_SECRET: 'portal secret for tests, long enough',
      CONSOLE_CLIENT_SECRET: 'console secret for tests, long enough',
      STAFF_DATABASE_URL: database.staffUrl,
    },
  });
});
afterAll(async () => {
  await api?.stop();
  await identity?.stop();
  await issuer?.close();
  await database?.close();
});

const root = Buffer.from(TEST_KEY_RING.keys.k1, 'base64');
const derived = (info: string) => createSecretKey(Buffer.from(hkdfSync('sha256', root, '', info, 32)));

/** Whether a key opens a sealed value; the ciphertext begins after the name of the ring's key. */
function opens(info: string, sealed: Buffer, boundTo: string): boolean {
  const from = sealed.indexOf(TEST_KEY_RING.current) + TEST_KEY_RING.current.length;
  try {
    decrypt(derived(info), sealed.subarray(from), boundTo);
    return true;
  } catch {
    return false;
  }
}

test('cursors, sign-in cookies, provider records and signing keys are each sealed with a separate key', async () => {
  const partner = await database.addPartner();
  const headers = { authorization: `Bearer ${await issuer.issuer.token(partner)}`, 'content-type': 'application/json' };
  const profiles = `${api.url}/api/partner/v1/business-profiles`;
  for (let made = 0; made < 2; made++) {
    const created = await fetch(profiles, { method: 'POST', headers, body: JSON.stringify(validBody()) });
    expect(created.status).toBe(200);
  }
  const page = (await (await fetch(`${profiles}?limit=1`, { headers })).json()) as { value: { nextCursor: string } };
  const cursor = Buffer.from(page.value.nextCursor, 'base64url');

  const signIn = await fetch(`${api.url}/api/session/partner/sign-in`, { redirect: 'manual' });
  const cookie = Buffer.from(/=([\w-]+)/.exec(signIn.headers.getSetCookie()[0] ?? '')?.[1] ?? '', 'base64url');
  await fetch(signIn.headers.get('location') ?? '', { redirect: 'manual' });
  const { rows } = await database.owner.query('select model, record_hash, payload from oidc_records limit 1');
  const [record] = rows;
  const { rows: keys } = await database.owner.query('select key_id, private_key from signing_keys limit 1');
  const [signing] = keys;

  const sealed: [string, Buffer, string][] = [
    ['cursor', cursor, `business profile list of ${partner.partnerId}`],
    ['sign-in cookie', cookie, 'sign-in partner'],
    ['provider record', record.payload, `oidc ${record.model} ${record.record_hash.toString('hex')}`],
    ['signing key', signing.private_key, `signing key ${signing.key_id}`],
  ];
  const opened = (info: string) => sealed.filter(([, ...what]) => opens(info, ...what)).map(([name]) => name);
  expect(opened('seal secret')).toEqual([]);
  for (const [purpose] of sealed) expect(opened(`seal: ${purpose}`)).toEqual([purpose]);
});
