// The state of a partner's integration: every part is derived from what happened, and only to this partner.
import { type Overview, overviewSchema } from '@onboarding/contract';
import { uuidv7 } from '@onboarding/platform/ids';
import { beforeAll, expect, test } from 'vitest';
import { addAccount } from '../../harness/account-rows.ts';
import { type TestApi, useTestApi } from '../../harness/api.ts';
import { validBody } from '../../harness/bodies.ts';
import { makeCertificate, registerCertificate, type TestCertificate } from '../../harness/clients.ts';
import type { TestDatabase, TestPartner } from '../../harness/database.ts';
import { type SignedIn, signIn } from '../../harness/session.ts';

const DAY = 86_400_000;
let api: TestApi;
let database: TestDatabase;
useTestApi((made) => {
  ({ api, database } = made);
});

let partner: TestPartner;
let admin: SignedIn;
let certificate: TestCertificate;
/** Has every kind of data, so that any leak would show. */
let other: TestPartner;

async function overview(person = admin): Promise<Overview> {
  const url = '/api/customer/v1/partner-profile/overview';
  const answer = await api.app.inject({ url, headers: person.cookie });
  expect(answer.statusCode).toBe(200);
  return overviewSchema.strict().parse(answer.json().value);
}

const registerWebhook = ({ partnerId }: TestPartner) =>
  database.owner.query(
    `with made as (insert into webhook_endpoints (partner_id, url, secret, created_at, updated_at)
       values ($1, 'https://hooks.example', '\\x00', now(), now()) returning partner_id)
     insert into webhook_lanes (partner_id, status) select partner_id, 'Active' from made`,
    [partnerId],
  );

/** Records a successful delivery as the worker does. */
const accept = ({ partnerId }: TestPartner, at: Date) =>
  database.owner.query('update webhook_lanes set last_success_at = $2 where partner_id = $1', [partnerId, at]);

const create = async (of: TestPartner) =>
  api.app.inject({
    method: 'POST',
    url: '/api/partner/v1/business-profiles',
    headers: { authorization: `Bearer ${await api.issuer.token(of)}`, 'content-type': 'application/json' },
    payload: validBody(),
  });

async function log({ partnerId, clientId }: TestPartner, at: number, reason: string, lastAt = at) {
  await database.owner.query(
    `insert into token_requests (partner_id, request_id, client_id, outcome, error, reason, address, occurred_at, last_occurred_at, last_request_id)
     values ($1, $2, $3, 'Refused', 'invalid_client', $4, '203.0.113.7', $5, $6, $7)`,
    [partnerId, uuidv7(new Date(at)), clientId, reason, new Date(at), new Date(lastAt), uuidv7(new Date(lastAt))],
  );
}

beforeAll(async () => {
  partner = await database.addPartner();
  other = await database.addPartner();
  admin = await signIn(database, { partnerId: partner.partnerId });
  certificate = await makeCertificate();
  await registerCertificate(database, other, await makeCertificate());
  await database.owner.query('update api_certificates set last_used_at = now() where partner_id = $1', [
    other.partnerId,
  ]);
  await registerWebhook(other);
  await accept(other, new Date());
  await log(other, Date.now(), 'alg must be RS256');
  expect((await create(other)).statusCode).toBe(200);
  for (let count = 0; count < 3; count++) await addAccount(database, { partnerId: other.partnerId });
});

const NOTHING: Overview = {
  credential: { active: 0, expiring: [] },
  token: { lastIssuedAt: null, lastRefusal: null },
  business: { exists: false },
  webhook: { status: 'NotRegistered', lastSuccessAt: null },
  team: { admins: 1 },
};

test('starts empty and shows each step towards a working integration', async () => {
  expect(await overview()).toEqual(NOTHING);

  await registerCertificate(database, partner, certificate);
  expect(await overview()).toEqual({ ...NOTHING, credential: { active: 1, expiring: [] } });

  const used = new Date(Date.now() - 5_000);
  await database.owner.query('update api_certificates set last_used_at = $2 where partner_id = $1', [
    partner.partnerId,
    used,
  ]);
  expect((await overview()).token).toEqual({ lastIssuedAt: used.toISOString(), lastRefusal: null });

  expect((await create(partner)).statusCode).toBe(200);
  expect((await overview()).business).toEqual({ exists: true });

  await registerWebhook(partner);
  expect((await overview()).webhook).toEqual({ status: 'Active', lastSuccessAt: null });
  await accept(partner, used);
  expect((await overview()).webhook).toEqual({ status: 'Active', lastSuccessAt: used.toISOString() });
});

test('counts only admins who can sign in', async () => {
  const before = (await overview()).team.admins;
  await addAccount(database, { partnerId: partner.partnerId });
  await addAccount(database, { partnerId: partner.partnerId, role: 'developer' });
  await addAccount(database, { partnerId: partner.partnerId, status: 'Invited' });
  await addAccount(database, { partnerId: partner.partnerId, status: 'Disabled' });
  expect((await overview()).team.admins).toBe(before + 1);
});

test('lists active certificates that expire soon, earliest first, and counts neither revoked nor expired ones', async () => {
  const made = await database.addPartner();
  const person = await signIn(database, { partnerId: made.partnerId });
  const add = async (days: number, revoked = false) => {
    const one = await makeCertificate();
    const validity = { notBefore: new Date(0), notAfter: new Date(Date.now() + days * DAY) };
    await registerCertificate(database, made, one, { ...validity, revokedAt: revoked ? new Date() : null });
    return one.certificateId;
  };
  const [month, week] = [await add(30), await add(6)];
  await add(200);
  await add(-1);
  await add(20, true);
  const { credential } = await overview(person);
  expect(credential.active).toBe(3);
  expect(credential.expiring.map(({ certificateId }) => certificateId)).toEqual([week, month]);
});

test('shows the latest refusal with its reason and remedy, even if it belongs to an older entry', async () => {
  const now = Date.now();
  await log(partner, now - 50_000, 'alg must be RS256', now - 1_000);
  await log(partner, now - 20_000, 'jti is missing or not a string');
  expect((await overview()).token.lastRefusal).toMatchObject({
    reason: 'alg must be RS256',
    remedy: expect.stringContaining('RSA key'),
    count: 1,
  });
});
