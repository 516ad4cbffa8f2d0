// The whole identity service as a configured process has it: limits of visitors, both secrets of a site, and its signing keys.
import { activateSigningKey, PUBLISHED_FOR_MS, publishSigningKey } from '@onboarding/domain/signing-keys';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeAssertion, makeCertificate, registerCertificate, tokenForm } from '../../../tests/harness/clients.ts';
import { cloneDatabase, type TestDatabase } from '../../../tests/harness/database.ts';
import { SITES, startTestIdentity, type TestIdentity } from '../../../tests/harness/identity.ts';
import { addMachine, ask, askWith, headerOf, watchRequests } from '../../../tests/harness/scenes/asking.ts';

const VISITS = 3;
const PREVIOUS = { partner: 'previous secret of the portal', staff: 'previous secret of the console' };
let database: TestDatabase;
let identity: TestIdentity;
beforeAll(async () => {
  database = await cloneDatabase();
  identity = await startTestIdentity(database, {
    config: {
      ENVIRONMENT: 'sandbox',
      VISITS_PER_MINUTE_PER_ADDRESS: VISITS,
      PORTAL_CLIENT_SECRET_PREVIOUS: PREVIOUS.partner,
      CONSOLE_CLIENT_SECRET_PREVIOUS: PREVIOUS.staff,
    },
  });
});
afterAll(async () => {
  await identity?.close();
  await database?.close();
});

/** The clock of the service stands still, but assertions are made with that of the machine. */
const catchUp = () => {
  const { clock } = identity.users.context;
  identity.users.pass((Date.now() - clock.now().getTime()) / 1000);
};
beforeEach(catchUp);

const get = (path: string, address = '198.51.100.1') =>
  fetch(`${identity.url}${path}`, { headers: { 'x-forwarded-for': address }, redirect: 'manual' });
const read = async <T>(path: string) => (await get(path, '198.51.100.2')).json() as Promise<T>;

test('each address may open a limited number of pages a minute; what needs no database is not counted', async () => {
  const uncounted = [
    '/health/live',
    '/assets/none',
    '/.well-known/openid-configuration',
    '/oauth2/jwks',
    '/oauth2/token',
  ];
  for (const path of uncounted)
    for (let times = 0; times <= VISITS; times++) expect([path, (await get(path)).status]).not.toEqual([path, 429]);
  for (let times = 0; times < VISITS; times++) expect((await get('/reset/x')).status).toBe(410);
  for (const path of ['/reset/x', '/account', '/oauth2/authorize', '/oauth2/sign-out', '/healthy', '/oauth2/tokens']) {
    const refused = await get(path);
    expect([path, refused.status]).toEqual([path, 429]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.text()).toContain('<h1>Too many attempts</h1>');
  }
  expect((await get('/reset/x', '198.51.100.3')).status).toBe(410);
});

test('every response has the id of its log line, and requires encryption outside development', async () => {
  for (const path of ['/.well-known/openid-configuration', '/oauth2/none', '/health/live']) {
    const { headers } = await get(path);
    const requestId = headers.get('x-request-id');
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=/);
  }
  expect((await get('/no-such-page', '198.51.100.4')).status).toBe(404);
});

test.each(['partner', 'staff'] as const)(
  'the site of the realm %s is known by its secret and its previous one',
  async (realm) => {
    const { client, secret } = SITES[realm];
    const other = realm === 'partner' ? 'staff' : 'partner';
    const errorWith = async (shown: string) => {
      const credentials = [client, shown].map(encodeURIComponent).join(':');
      const answer = await fetch(`${identity.url}/oauth2/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code: 'x',
          redirect_uri: 'x',
          code_verifier: 'x',
        }),
      });
      return ((await answer.json()) as { error: string }).error;
    };
    for (const shown of [secret, PREVIOUS[realm]]) expect(await errorWith(shown)).toBe('invalid_grant');
    for (const shown of [PREVIOUS[other], SITES[other].secret, `${secret} `])
      expect(await errorWith(shown)).toBe('invalid_client');
  },
);

test('offers only what our clients use', async () => {
  const { issuer } = identity;
  const offered = await read<Record<string, unknown>>('/.well-known/openid-configuration');
  expect(Object.fromEntries(Object.entries(offered).filter(([name]) => /_endpoint$|_uri$/.test(name)))).toEqual({
    authorization_endpoint: `${issuer}/oauth2/authorize`,
    token_endpoint: `${issuer}/oauth2/token`,
    jwks_uri: `${issuer}/oauth2/jwks`,
    end_session_endpoint: `${issuer}/oauth2/sign-out`,
  });
  expect(offered).toMatchObject({
    issuer,
    grant_types_supported: ['authorization_code', 'client_credentials'],
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['private_key_jwt', 'client_secret_basic'],
    token_endpoint_auth_signing_alg_values_supported: ['RS256'],
    id_token_signing_alg_values_supported: ['RS256'],
  });
  expect(offered).not.toHaveProperty('dpop_signing_alg_values_supported');
  expect(offered.claims_supported).toEqual(
    expect.arrayContaining(['sub', 'realm', 'amr', 'sign_in_id', 'signed_in_at']),
  );
});

test('the cookies of a sign-in are signed, cannot be read by scripts, and are sent only to its own pages', async () => {
  const query = {
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  };
  const redirect = { client_id: SITES.staff.client, redirect_uri: `${SITES.staff.url}/api/session/staff/callback` };
  const answer = await get(`/oauth2/authorize?${new URLSearchParams({ ...query, ...redirect })}`, '198.51.100.5');
  expect(answer.status).toBe(303);
  const lines = answer.headers.getSetCookie();
  const names = lines.map((line) => line.split('=')[0] ?? '').sort();
  expect(names).toEqual(['interaction', 'interaction.sig', 'resume', 'resume.sig']);
  for (const line of lines)
    expect(line).toMatch(/; path=\/(sign-in|oauth2\/authorize)\/[\w-]+;.* samesite=lax; httponly$/i);
});

test('a web page of another origin cannot use the token endpoint', async () => {
  const answer = await ask(identity, tokenForm('x'), { origin: 'https://evil.example' });
  expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
});

test('a token request that cannot be read is refused in JSON that is not stored, with its id', async () => {
  const answer = await fetch(`${identity.url}/oauth2/token`, {
    method: 'POST',
    headers: { 'content-type': 'x' },
    body: 'x',
  });
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([400, 'no-store']);
  expect(await answer.json()).toMatchObject({
    error: 'invalid_request',
    request_id: answer.headers.get('x-request-id'),
  });
});

test('with several certificates, the one that signed is recorded, and its assertion works once', async () => {
  const { partner, certificate } = await addMachine(database);
  const second = await makeCertificate();
  await registerCertificate(database, partner, second);
  const fresh = watchRequests(database);
  await fresh();
  for (const one of [certificate, second])
    expect((await askWith(identity, { partner, certificate: one })).status).toBe(200);
  const { rows } = await database.owner.query('select certificate_id from api_certificates where partner_id = $1 ', [
    partner.partnerId,
  ]);
  const recorded = (await fresh()).map(({ certificate_id }) => certificate_id);
  expect(new Set(recorded)).toEqual(new Set(rows.map(({ certificate_id }) => certificate_id)));
  const form = tokenForm(await makeAssertion(identity.issuer, partner, certificate));
  expect([(await ask(identity, form)).status, (await ask(identity, form)).status]).toEqual([200, 401]);
});

test('a new signing key is published before it signs, without a restart, and is counted by its status', async () => {
  const { context } = identity.users;
  const kids = async () => (await read<{ keys: { kid: string }[] }>('/oauth2/jwks')).keys.map(({ kid }) => kid);
  const counts = async () =>
    Object.fromEntries(
      [...(await identity.metrics()).matchAll(/^onboarding_signing_keys\{status="(\w+)".*\} (\d+)$/gm)].map(
        ([, status, count]) => [status, Number(count)],
      ),
    );
  const activeSince = async () =>
    Number(/^onboarding_signing_key_active_timestamp_seconds\{.*\} (.+)$/m.exec(await identity.metrics())?.[1]);
  const [first] = await kids();
  const begun = context.clock.now().getTime();
  expect(await counts()).toEqual({ Published: 0, Active: 1, Retiring: 0 });
  expect(Math.abs((await activeSince()) - begun / 1000)).toBeLessThan(3600);
  const now = (later = 0) => new Date(context.clock.now().getTime() + later);
  const second = await context.db.transaction((tx) => publishSigningKey(tx, { keys: context.keys, now: now() }));
  expect(await kids()).toEqual([first]);
  await identity.refreshKeys();
  expect(await kids()).toEqual([first, second]);
  expect(await counts()).toEqual({ Published: 1, Active: 1, Retiring: 0 });

  const machine = await addMachine(database);
  const signer = async () => {
    catchUp();
    return headerOf((await askWith(identity, machine)).token ?? '').kid;
  };
  expect(await signer()).toBe(first);
  const activeAt = now(PUBLISHED_FOR_MS);
  await context.db.transaction((tx) => activateSigningKey(tx, { keys: context.keys, now: activeAt }));
  await identity.refreshKeys();
  expect(await signer()).toBe(second);
  expect(await counts()).toEqual({ Published: 0, Active: 1, Retiring: 1 });
  expect(await activeSince()).toBe(activeAt.getTime() / 1000);
  const changes = identity.log.filter(({ msg }) => msg === 'signing keys changed');
  expect(changes.map(({ signingKeyId, keys }) => [signingKeyId, keys])).toEqual([
    [first, 2],
    [second, 2],
  ]);
  await identity.refreshKeys();
  expect(identity.log.filter(({ msg }) => msg === 'signing keys changed')).toHaveLength(2);
});

test('a process that stops is not ready, but still answers', async () => {
  expect((await get('/health/ready')).status).toBe(200);
  identity.drain();
  expect((await get('/health/ready')).status).toBe(503);
  expect((await get('/oauth2/jwks')).status).toBe(200);
});
