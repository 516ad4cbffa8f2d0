import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { validBody } from '../harness/bodies.ts';
import { cloneDatabase, type TestDatabase, type TestPartner } from '../harness/database.ts';
import { readBlocks, runBlocks } from '../harness/page-blocks.ts';
import { type RunningApi, runApi } from '../harness/process.ts';
import { headerOf, watchRequests } from '../harness/scenes/asking.ts';
import { type Identity, startIdentity } from '../harness/scenes/identity-process.ts';
import { signIn } from '../harness/session.ts';
import { ORIGINS } from '../harness/values.ts';

let database: TestDatabase;
let partner: TestPartner;
let identity: Identity;
let api: RunningApi;
let folder: string;

beforeAll(async () => {
  database = await cloneDatabase();
  partner = await database.addPartner();
  identity = await startIdentity(database);
  api = await runApi({
    databaseUrl: database.appUrl,
    issuerUrl: identity.issuer,
    environment: {
      PORTAL_URL: ORIGINS.partner,
      PORTAL_CLIENT_SECRET: 'portal secret for tests, long enough',
    },
  });
  folder = await mkdtemp(join(tmpdir(), 'recipe-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await api.stop();
  await identity.stop();
  await database.close();
});

const page = await readFile('docs/tokens.md', 'utf8');
const blocks = () => readBlocks(page, { IDENTITY: identity.issuer, API: api.url, CLIENT_ID: partner.clientId });
const shell = (...parts: (string | undefined)[]) => runBlocks(folder, parts);

/** Registers a certificate as a user of the partner does under API credentials. */
async function register(name: string): Promise<{ certificateId: string; thumbprint: string }> {
  const person = await signIn(database, { partnerId: partner.partnerId });
  const answer = await fetch(`${api.url}/api/customer/v1/partner-profile/api-credentials`, {
    method: 'POST',
    headers: { ...person.headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: `machine${name}`,
      certificate: await readFile(join(folder, `certificate${name}.pem`), 'utf8'),
    }),
  });
  const { value } = (await answer.json()) as { value: { certificateId: string; thumbprint: string } };
  expect(answer.status).toBe(200);
  return value;
}

test('docs/tokens.md: gets a token with openssl and curl for a registered certificate, calls the API and renews the certificate', {
  tags: ['S-288', 'S-289', 'S-290', 'S-291', 'S-296', 'S-299'],
}, async () => {
  const [settings, makeKey, assertion, token, call, renew, switchOver, kid, ...rest] = blocks();
  expect(rest).toEqual([]);
  const fresh = watchRequests(database);

  await shell(settings, makeKey);
  await expect(shell(settings, assertion, token), 'before it is registered').rejects.toThrow();
  expect(await fresh()).toMatchObject([{ outcome: 'Refused', reason: 'the client has no certificate: register one' }]);
  const first = await register('');
  const bearer = (await shell(settings, assertion, token, 'printf %s "$TOKEN"')).trim();
  expect(headerOf(bearer)).toMatchObject({ alg: 'RS256', typ: 'at+jwt' });
  expect(await fresh()).toMatchObject([{ outcome: 'Issued', certificate_id: first.certificateId }]);

  await expect(shell(settings, `TOKEN=${bearer}`, call), 'there is no such business yet').rejects.toMatchObject({
    stdout: expect.stringContaining('Customer.NotFound'),
  });
  const created = await fetch(`${api.url}/api/partner/v1/business-profiles`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    body: JSON.stringify(validBody({ partnerCustomerId: 'acme-000042' })),
  });
  expect(created.status).toBe(200);
  const found = JSON.parse(await shell(settings, assertion, token, call));
  expect(found).toMatchObject({ value: { partnerCustomerId: 'acme-000042' } });

  await shell(settings, renew);
  const second = await register('-2');
  await fresh();
  expect(JSON.parse(await shell(settings, switchOver, assertion, token, call))).toMatchObject({ value: {} });
  expect(JSON.parse(await shell(settings, assertion, token, call)), 'the first still works').toMatchObject({
    value: {},
  });
  const used = (await fresh()).map((row) => row.certificate_id);
  expect(used).toEqual([second.certificateId, first.certificateId]);
  expect(JSON.parse(await shell(settings, kid))).toEqual({ alg: 'RS256', typ: 'JWT', kid: second.thumbprint });
});
