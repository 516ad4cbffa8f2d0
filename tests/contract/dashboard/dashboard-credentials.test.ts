// How a partner's users see and change its API credentials.
import { apiCredentialsSchema, certificateSchema, tokenRequestPageSchema } from '@onboarding/contract';
import { uuidv7 } from '@onboarding/platform/ids';
import { beforeAll, describe, expect, test } from 'vitest';
import { type TestApi, useTestApi } from '../../harness/api.ts';
import { makeCertificate } from '../../harness/certificates.ts';
import type { TestDatabase } from '../../harness/database.ts';
import { insist } from '../../harness/insist.ts';
import { type SignedIn, signIn } from '../../harness/session.ts';
import { ISSUER } from '../../harness/tokens.ts';

let api: TestApi;
let database: TestDatabase;
useTestApi((made) => {
  ({ api, database } = made);
});
const PATH = '/api/customer/v1/partner-profile/api-credentials';

async function newPartner() {
  const partner = await database.addPartner();
  return { ...partner, admin: await signIn(database, { partnerId: partner.partnerId }) };
}

async function register(person: SignedIn, body: unknown) {
  const headers = { 'content-type': 'application/json', ...person.headers };
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  return api.app.inject({ method: 'POST', url: PATH, headers, payload });
}

const revoke = (person: SignedIn, certificateId: string) =>
  api.app.inject({ method: 'POST', url: `${PATH}/${certificateId}/revoke`, headers: person.headers });

const read = async (person: SignedIn) =>
  apiCredentialsSchema.strict().parse((await api.app.inject({ url: PATH, headers: person.cookie })).json().value);

describe('registering a certificate', () => {
  test('returns it, lists it, and records who registered it', { tags: ['S-291'] }, async () => {
    const { admin, clientId, partnerId } = await newPartner();
    expect(await read(admin)).toEqual({
      clientId,
      issuer: ISSUER,
      tokenEndpoint: `${ISSUER}/oauth2/token`,
      certificates: [],
    });
    const { pem } = await makeCertificate({ days: 20 });
    const answer = await register(admin, { name: ' first machine ', certificate: pem });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ isSuccess: true, error: null });
    const certificate = certificateSchema.strict().parse(answer.json().value);
    expect(certificate).toMatchObject({
      name: 'first machine',
      subject: 'CN=my-integration, O=Acme',
      status: 'Active',
      daysLeft: 19,
      expiryWarning: 30,
      registeredBy: { accountId: admin.accountId, name: expect.stringMatching(/\w/) },
      lastUsedAt: null,
      revokedAt: null,
      revokedBy: null,
    });
    expect((await read(admin)).certificates).toEqual([certificate]);
    const { rows } = await database.owner.query('select * from api_certificates where partner_id = $1', [partnerId]);
    expect(rows).toMatchObject([{ registered_by: admin.accountId, pem, thumbprint: certificate.thumbprint }]);
  });

  test('reports all problems at once, in the envelope of the dashboard, and saves nothing', async () => {
    const { admin, partnerId } = await newPartner();
    const { pem } = await makeCertificate({ key: ['-newkey', 'ed25519'], days: 3650 });
    const answer = await register(admin, { name: ' ', certificate: pem });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({
      value: null,
      isSuccess: false,
      error: {
        code: 'ValidationControl.Error',
        description: 'name must not be empty.',
        details: [
          { pointer: '/name', code: 'ValidationControl.Error', message: 'name must not be empty.' },
          { pointer: '/certificate', code: 'Credential.KeyUnsupported', message: expect.any(String) },
          { pointer: '/certificate', code: 'Credential.ValidityTooLong', message: expect.any(String) },
        ],
        requestId: answer.headers['x-request-id'],
      },
    });
    const { rows } = await database.owner.query('select 1 from api_certificates where partner_id = $1', [partnerId]);
    expect(rows).toEqual([]);
  });

  test.each([
    ['invalid JSON', '{', 'ValidationControl.Error'],
    ['an array', [], 'ValidationControl.Error'],
    ['null', 'null', 'ValidationControl.Error'],
    ['a missing certificate', { name: 'a' }, 'ValidationControl.Error'],
    ['a number as the certificate', { name: 'a', certificate: 7 }, 'ValidationControl.Error'],
    ['a name that is too long', { name: 'a'.repeat(101), certificate: 'x' }, 'ValidationControl.Error'],
    ['a name that cannot be stored', { name: 'a\u0000b', certificate: 'x' }, 'ValidationControl.Error'],
    ['garbage', { name: 'a', certificate: 'x' }, 'Credential.CertificateInvalid'],
  ])('refuses %s with 400', async (_what, body, code) => {
    const { admin } = await newPartner();
    const answer = await register(admin, body);
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, code]);
  });

  test('rejects a pasted private key, and neither stores nor echoes it', async () => {
    const { admin } = await newPartner();
    const { pem, privateKey } = await makeCertificate();
    const answer = await register(admin, { name: 'a', certificate: privateKey + pem });
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'Credential.PrivateKeyPasted']);
    expect(answer.json().error.description).toContain('compromised');
    expect(answer.body).not.toContain(privateKey.split('\n')[1]);
    expect((await read(admin)).certificates).toEqual([]);
  });

  test('ignores an unknown field and names it in a warning', async () => {
    const { admin } = await newPartner();
    const answer = await register(admin, { name: 'a', certificate: (await makeCertificate()).pem, extra: 1 });
    expect(answer.json().warnings).toMatchObject([{ pointer: '/extra', code: 'Field.Unknown' }]);
  });
});

describe('a key belongs to one client', () => {
  test("returns the same 409, without further information, for one's own key, another partner's key and a revoked key", async () => {
    const mine = await newPartner();
    const theirs = await newPartner();
    const { pem } = await makeCertificate();
    const first = await register(theirs.admin, { name: 'theirs', certificate: pem });
    expect(first.statusCode).toBe(200);
    const foreign = await register(mine.admin, { name: 'mine', certificate: pem });
    const again = await register(theirs.admin, { name: 'again', certificate: pem });
    await revoke(theirs.admin, first.json().value.certificateId);
    const revoked = await register(theirs.admin, { name: 'back', certificate: pem });
    for (const answer of [foreign, again, revoked]) {
      expect(answer.statusCode).toBe(409);
      expect(answer.json().error).toEqual({ ...foreign.json().error, requestId: answer.headers['x-request-id'] });
      expect(answer.json().error.code).toBe('Credential.KeyInUse');
      expect(answer.body).not.toContain(theirs.partnerId);
      expect(answer.body).not.toContain(first.json().value.certificateId);
    }
    expect((await read(mine.admin)).certificates).toEqual([]);
  });

  test('exactly one of several partners that register a key at the same time gets it', async () => {
    const partners = [await newPartner(), await newPartner(), await newPartner(), await newPartner()];
    const { pem } = await makeCertificate();
    const answers = await Promise.all(
      partners.map(({ admin }) => insist(() => register(admin, { name: 'a', certificate: pem }))),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409]);
  });
});

describe('the limit of five active certificates', () => {
  test('20 concurrent registrations leave exactly 5, and revoking one allows one more', async () => {
    const { admin } = await newPartner();
    const certificates = await Promise.all(Array.from({ length: 20 }, () => makeCertificate()));
    const answers = await Promise.all(
      certificates.map(({ pem }, index) =>
        insist(() => register(admin, { name: `machine ${index}`, certificate: pem })),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(5);
    const refused = answers.filter(({ statusCode }) => statusCode !== 200);
    expect(new Set(refused.map((answer) => `${answer.statusCode} ${answer.json().error.code}`))).toEqual(
      new Set(['409 Credential.LimitReached']),
    );
    const { certificates: listed } = await read(admin);
    expect(listed).toHaveLength(5);
    await revoke(admin, listed[0]?.certificateId ?? '');
    const left = certificates.filter((_, index) => answers[index]?.statusCode !== 200);
    const [first, second] = left;
    expect((await register(admin, { name: 'sixth', certificate: first?.pem })).statusCode).toBe(200);
    expect((await register(admin, { name: 'seventh', certificate: second?.pem })).statusCode).toBe(409);
  });
});

describe('revoking', () => {
  test('keeps the certificate in the list, and is idempotent', async () => {
    const { admin, partnerId } = await newPartner();
    const colleague = await signIn(database, { partnerId });
    const made = await register(admin, { name: 'a', certificate: (await makeCertificate()).pem });
    const { certificateId } = made.json().value;
    const first = await revoke(admin, certificateId);
    expect(first.statusCode).toBe(200);
    expect(first.json().value).toMatchObject({ certificateId, status: 'Revoked', daysLeft: 0, expiryWarning: null });
    expect(first.json().value.revokedBy).toMatchObject({ accountId: admin.accountId });
    const second = await revoke(colleague, certificateId);
    expect(second.json().value).toEqual(first.json().value);
    expect((await read(admin)).certificates).toEqual([first.json().value]);
    const { rows } = await database.owner.query('select revoked_by from api_certificates where certificate_id = $1', [
      certificateId,
    ]);
    expect(rows).toEqual([{ revoked_by: admin.accountId }]);
  });

  test("returns the same 404 for another partner's certificate, an unknown id and a malformed id", async () => {
    const mine = await newPartner();
    const theirs = await newPartner();
    const made = await register(theirs.admin, { name: 'a', certificate: (await makeCertificate()).pem });
    const { certificateId } = made.json().value;
    for (const id of [certificateId, crypto.randomUUID(), 'x', "'; drop table x", '%00', 'a'.repeat(300), '..%2f..']) {
      const answer = await revoke(mine.admin, id.includes('%') ? id : encodeURIComponent(id));
      expect([id, answer.statusCode, answer.json().error.code]).toEqual([id, 404, 'Credential.NotFound']);
      expect(answer.body).not.toContain(theirs.partnerId);
    }
    expect((await read(theirs.admin)).certificates).toMatchObject([{ status: 'Active' }]);
  });
});

describe('the log of token requests', () => {
  let partner: Awaited<ReturnType<typeof newPartner>>;
  let ids: string[];
  beforeAll(async () => {
    partner = await newPartner();
    const other = await newPartner();
    ids = [];
    for (let index = 0; index < 25; index++) {
      const at = new Date(Date.now() - (25 - index) * 60_000);
      const requestId = uuidv7(at);
      ids.unshift(requestId);
      for (const { partnerId, clientId } of [partner, other]) {
        await database.owner.query(
          `insert into token_requests (partner_id, request_id, client_id, outcome, error, reason, scope, address, occurred_at)
           values ($1, $2, $3, $4, $5, $6, 'partner.read', '203.0.113.7', $7)`,
          [
            partnerId,
            partnerId === partner.partnerId ? requestId : uuidv7(at),
            clientId,
            index % 5 === 0 ? 'Refused' : 'Issued',
            index % 5 === 0 ? 'invalid_client' : null,
            index % 5 === 0 ? 'the assertion has expired' : null,
            at,
          ],
        );
      }
    }
  });
  const log = async (query: string) =>
    api.app.inject({ url: `${PATH}/token-requests${query}`, headers: partner.admin.cookie });
  const page = async (query: string) => tokenRequestPageSchema.strict().parse((await log(query)).json().value);

  test('is read page by page, newest first, each request once and without those of other partners', async () => {
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const here: { items: { requestId: string }[]; nextCursor: string | null } = await page(
        `?limit=10${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      seen.push(...here.items.map(({ requestId }) => requestId));
      cursor = here.nextCursor;
    }
    expect(seen).toEqual(ids);
    expect((await page('')).items).toHaveLength(25);
    expect((await page('?limit=25')).nextCursor).toBeNull();
  });

  test('shows the actual reason of refused requests, and can be filtered by outcome', async () => {
    const refused = await page('?outcome=Refused');
    expect(refused.items).toHaveLength(5);
    expect(refused.items[0]).toMatchObject({
      outcome: 'Refused',
      error: 'invalid_client',
      reason: 'the assertion has expired',
      address: '203.0.113.7',
      scope: 'partner.read',
    });
    expect((await page('?outcome=Issued')).items).toHaveLength(20);
  });

  test.each([
    ['?limit=0', '?limit'],
    ['?limit=201', '?limit'],
    ['?limit=x', '?limit'],
    ['?limit=1.5', '?limit'],
    ['?limit=', '?limit'],
    ['?limit=1&limit=2', '?limit'],
    ['?outcome=issued', '?outcome'],
    ['?outcome=Issued&outcome=Refused', '?outcome'],
    ['?cursor=', '?cursor'],
    ['?cursor=x', '?cursor'],
    [`?cursor=${'-'.repeat(23)}`, '?cursor'],
    ['?cursor=a&cursor=b', '?cursor'],
  ])('%s is rejected with 400 and names the parameter', async (query, pointer) => {
    const answer = await log(query);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error).toMatchObject({ code: 'ValidationControl.Error', details: [{ pointer }] });
  });

  test('accepts any well-formed cursor', async () => {
    expect((await log(`?cursor=${'-'.repeat(22)}`)).statusCode).toBe(200);
    expect((await page(`?cursor=${'A'.repeat(22)}`)).items).toEqual([]);
  });
});
