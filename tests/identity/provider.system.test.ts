// The OpenID provider: its documents, logs, and behaviour when the database or the process fails.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAssertion, tokenForm } from '../harness/clients.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { until } from '../harness/patience.ts';
import { addMachine, ask, askWith, claimsOf, errorIn, type Machine, watchRequests } from '../harness/scenes/asking.ts';
import { type Identity, NO_LIMITS, startIdentity } from '../harness/scenes/identity-process.ts';
import { type OwnPostgres, startOwnPostgres, watchHealth } from '../harness/servers/own-postgres.ts';

describe('documents', () => {
  let database: TestDatabase;
  let identity: Identity;
  beforeAll(async () => {
    database = await cloneDatabase();
    identity = await startIdentity(database, NO_LIMITS);
  });
  afterAll(async () => {
    await identity.stop();
    await database.close();
  });

  test('discovery lists what clients need, and no unsupported features', async () => {
    const found = (await (await fetch(`${identity.url}/.well-known/openid-configuration`)).json()) as object;
    expect(found).toMatchObject({
      issuer: identity.issuer,
      token_endpoint: `${identity.issuer}/oauth2/token`,
      jwks_uri: `${identity.issuer}/oauth2/jwks`,
      authorization_endpoint: `${identity.issuer}/oauth2/authorize`,
      token_endpoint_auth_methods_supported: ['private_key_jwt', 'client_secret_basic'],
      token_endpoint_auth_signing_alg_values_supported: ['RS256'],
      id_token_signing_alg_values_supported: ['RS256'],
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      scopes_supported: ['openid', 'partner.read', 'partner.write'],
    });
    expect(found).toHaveProperty('grant_types_supported', expect.arrayContaining(['client_credentials']));
    for (const absent of ['userinfo', 'registration', 'introspection', 'revocation', 'device_authorization']) {
      expect(found).not.toHaveProperty(`${absent}_endpoint`);
    }
    expect(JSON.stringify(found)).not.toMatch(/"(implicit|password|refresh_token|none|HS256)"/);
  });

  test('the published keys have no private part', async () => {
    const answer = await fetch(`${identity.url}/oauth2/jwks`);
    expect(answer.headers.get('content-type')).toMatch(/^application\/jwk-set\+json/);
    const { keys } = (await answer.json()) as { keys: Record<string, string>[] };
    expect(keys).toHaveLength(1);
    expect(Object.keys(keys[0] ?? {}).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
    expect(keys[0]).toMatchObject({ kty: 'RSA', alg: 'RS256', use: 'sig' });
    expect(Buffer.from(keys[0]?.n ?? '', 'base64url')).toHaveLength(256);
  });

  test('answers unknown paths with 404 or 400, never with a 5xx', async () => {
    for (const path of ['/oauth2/userinfo', '/oauth2/', '/.well-known/x', '/oauth2/reg', '/oauth2/%zz', '/nowhere']) {
      const { status } = await fetch(identity.url + path, { headers: { accept: 'text/html' } });
      expect([path, status]).toEqual([path, expect.toSatisfy((code) => code === 404 || code === 400)]);
    }
  });

  test.each(['a', 'a%20b', 'a%EF%BF%BDb'])('refuses to resume the unknown sign-in %s', async (uid) => {
    const answer = await fetch(`${identity.url}/oauth2/authorize/${uid}?client_id=partner-portal`);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('<h1>You cannot sign in this way</h1>');
  });

  test('prints only log lines, none of them from the library', async () => {
    const machine = await addMachine(database);
    expect((await askWith(identity, machine)).status).toBe(200);
    expect((await ask(identity, tokenForm('garbage'))).status).toBe(401);
    const site = { origin: 'https://site.example', 'access-control-request-method': 'POST' };
    const preflight = await fetch(`${identity.url}/oauth2/token`, { method: 'OPTIONS', headers: site });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([405, null]);
    const form = tokenForm(await makeAssertion(identity.issuer, machine.partner, machine.certificate));
    const fromSite = await ask(identity, form, { origin: site.origin });
    const readable = fromSite.headers.get('access-control-allow-origin');
    expect([fromSite.status, readable], 'no page in a browser can read a token').toEqual([200, null]);
    const authorize = new URLSearchParams({ client_id: 'partner-portal', response_type: 'code', scope: 'openid' });
    await fetch(`${identity.url}/oauth2/authorize?${authorize}`, { redirect: 'manual' });
    await fetch(`${identity.url}/oauth2/sign-out`, { redirect: 'manual' });
    const lines = identity.output().trim().split('\n');
    expect(lines.length).toBeGreaterThan(4);
    expect(lines.filter((line) => !line.startsWith('{') || /NOTICE|WARNING|oidc-provider/.test(line))).toEqual([]);
    expect(lines.filter((line) => JSON.parse(line).level === 'error')).toEqual([]);
  });
});

describe('a database outage', () => {
  const DIRECTORY = '.test/postgres-identity';
  let postgres: OwnPostgres;
  let identity: Identity;
  let machine: Machine;
  beforeAll(async () => {
    postgres = await startOwnPostgres(DIRECTORY);
    const database = await postgres.open();
    machine = await addMachine(database);
    identity = await startIdentity(database, NO_LIMITS);
    await database.close();
  });
  afterAll(async () => {
    await identity.kill();
    await postgres.remove();
  });

  test('token requests get 503 with Retry-After, keys and discovery still work, and the service recovers automatically', async () => {
    expect((await askWith(identity, machine)).status).toBe(200);
    const health = watchHealth(identity.url);
    await postgres.server.stop();
    const away = await askWith(identity, machine);
    expect([away.status, errorIn(away), away.token]).toEqual([503, 'temporarily_unavailable', undefined]);
    expect(away.headers.get('retry-after')).toBe('2');
    expect(away.headers.get('content-type')).toMatch(/^application\/json/);
    expect((await fetch(`${identity.url}/oauth2/jwks`)).status).toBe(200);
    expect((await fetch(`${identity.url}/.well-known/openid-configuration`)).status).toBe(200);
    await until(async () => health.ready === 503, 'it says that it is not ready');
    await postgres.restart();
    await until(async () => (await askWith(identity, machine)).status === 200, 'tokens are issued again');
    await until(async () => health.ready === 200, 'it says that it is ready');
    await health.stop();
    expect(health.notAlive).toEqual([]);
  });
});

describe('a process that is killed under load', () => {
  test('has logged every token that it issued', async () => {
    const database = await cloneDatabase();
    const machine = await addMachine(database);
    let identity = await startIdentity(database, NO_LIMITS);
    const port = Number(new URL(identity.url).port);
    const fresh = watchRequests(database);
    let given = 0;
    let interrupted = 0;
    let busy = 0;
    for (let kill = 0; kill < 2; kill++) {
      const goal = given + 40;
      const askOn = async () => {
        for (;;) {
          const answer = await askWith(identity, machine).catch(() => undefined);
          if (answer === undefined) return interrupted++;
          // The database was too busy for a moment: no token, but possibly a log row.
          if (answer.status === 503) {
            busy++;
            continue;
          }
          expect(answer.status).toBe(200);
          expect(claimsOf(answer.token ?? '')).toMatchObject({ client_id: machine.partner.clientId });
          given++;
        }
      };
      const callers = Array.from({ length: 12 }, askOn);
      await until(async () => given > goal, 'tokens are issued');
      await identity.kill();
      await Promise.all(callers);
      if (kill === 0) identity = await startIdentity(database, NO_LIMITS, port);
    }
    const rows = await fresh();
    expect(interrupted).toBeGreaterThan(0);
    expect(rows.every((row) => row.outcome === 'Issued')).toBe(true);
    // Requests whose response was cut off may have a row too, but no token lacks one.
    expect(rows.length).toBeGreaterThanOrEqual(given);
    expect(rows.length).toBeLessThanOrEqual(given + interrupted + busy);
    await database.close();
  });
});
