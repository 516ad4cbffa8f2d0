// A client's certificates while they are added, expire and are revoked.
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  makeAssertion,
  makeCertificate,
  registerCertificate,
  type TestCertificate,
  tokenForm,
} from '../harness/clients.ts';
import { cloneDatabase, type TestDatabase, type TestPartner } from '../harness/database.ts';
import { until } from '../harness/patience.ts';
import { type RunningApi, runApi } from '../harness/process.ts';
import { addMachine, ask, getToken, watchRequests } from '../harness/scenes/asking.ts';
import { type Identity, NO_LIMITS, startIdentity } from '../harness/scenes/identity-process.ts';

let database: TestDatabase;
let identity: Identity;
let api: RunningApi;

beforeAll(async () => {
  database = await cloneDatabase();
  identity = await startIdentity(database, NO_LIMITS);
  api = await runApi({
    databaseUrl: database.appUrl,
    issuerUrl: identity.issuer,
    environment: { TOKEN_JWKS_URL: `${identity.url}/oauth2/jwks` },
  });
});
afterAll(async () => {
  await api.stop();
  await identity.stop();
  await database.close();
});

async function statusFor(partner: TestPartner, certificate: TestCertificate, withKid = false): Promise<number> {
  const header = withKid ? { kid: certificate.thumbprint } : {};
  return (await ask(identity, tokenForm(await makeAssertion(identity.issuer, partner, certificate, { header }))))
    .status;
}

const callApi = (token: string) =>
  fetch(`${api.url}/api/partner/v1/business-profiles/by-reference/none`, {
    headers: { authorization: `Bearer ${token}` },
  });

test('accepts two certificates of a client, and logs the one that signed, with and without kid', {
  tags: ['S-294'],
}, async () => {
  const { partner, certificate: old } = await addMachine(database);
  const renewed = await makeCertificate();
  await registerCertificate(database, partner, renewed);
  const fresh = watchRequests(database);
  for (const certificate of [old, renewed]) {
    for (const withKid of [true, false]) {
      await fresh();
      expect(await statusFor(partner, certificate, withKid)).toBe(200);
      expect(await fresh()).toMatchObject([{ outcome: 'Issued', certificate_id: certificate.certificateId }]);
    }
  }
});

test('refuses a revoked certificate at its next request, and still accepts the other', async () => {
  const { partner, certificate: old } = await addMachine(database);
  const renewed = await makeCertificate();
  await registerCertificate(database, partner, renewed);
  expect([await statusFor(partner, old), await statusFor(partner, renewed)]).toEqual([200, 200]);
  await database.owner.query('update api_certificates set revoked_at = now() where certificate_id = $1', [
    old.certificateId,
  ]);
  expect([await statusFor(partner, old), await statusFor(partner, renewed)]).toEqual([401, 200]);
  expect(await statusFor(partner, old, true)).toBe(401);
});

test('a certificate becomes valid and expires automatically on its own dates', async () => {
  for (let inMs = 3_000; ; inMs *= 2) {
    const partner = await database.addPartner();
    const [ending, beginning] = [await makeCertificate(), await makeCertificate()];
    const statuses = async () => [await statusFor(partner, ending), await statusFor(partner, beginning)];
    const change = new Date(Date.now() + inMs);
    await registerCertificate(database, partner, ending, { notAfter: change });
    await registerCertificate(database, partner, beginning, { notBefore: change });
    const before = await statuses();
    // The machine was too slow to ask before the change: try again with more time.
    if (Date.now() >= change.getTime()) continue;
    expect(before).toEqual([200, 401]);
    await until(async () => Date.now() > change.getTime(), 'the date of the change');
    expect(await statuses()).toEqual([401, 200]);
    return;
  }
});

test('updates the time of last use at most once a minute', async () => {
  const { partner, certificate } = await addMachine(database);
  async function lastUse(): Promise<number | undefined> {
    const text = 'select last_used_at from api_certificates where certificate_id = $1';
    return (await database.owner.query(text, [certificate.certificateId])).rows[0].last_used_at?.getTime();
  }
  expect(await lastUse()).toBeUndefined();
  expect((await ask(identity, tokenForm('garbage'))).status).toBe(401);
  expect(await lastUse()).toBeUndefined();
  const before = Date.now();
  await statusFor(partner, certificate);
  const first = await lastUse();
  expect(first).toBeGreaterThanOrEqual(before);
  await statusFor(partner, certificate);
  expect(await lastUse()).toBe(first);
  const move = `update api_certificates set last_used_at = last_used_at - interval '2 minutes' where certificate_id = $1`;
  await database.owner.query(move, [certificate.certificateId]);
  await statusFor(partner, certificate);
  expect(await lastUse()).toBeGreaterThanOrEqual(Number(first));
});

test('a deactivated partner gets no token, and the API refuses its unexpired token immediately', async () => {
  const machine = await addMachine(database);
  const token = await getToken(identity, machine);
  expect((await callApi(token)).status).toBe(404);
  await database.owner.query(`update partners set status = 'Inactive' where partner_id = $1`, [
    machine.partner.partnerId,
  ]);
  const refused = await callApi(token);
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({ error: { code: 'Partner.Inactive' } });
  expect(await statusFor(machine.partner, machine.certificate)).toBe(401);
  await database.owner.query(`update partners set status = 'Active' where partner_id = $1`, [
    machine.partner.partnerId,
  ]);
  expect((await callApi(token)).status).toBe(404);
  expect(await statusFor(machine.partner, machine.certificate)).toBe(200);
});
