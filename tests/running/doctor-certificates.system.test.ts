// Runs `onboardingctl` against a server with a certificate of an authority that nobody told it about: the first mistake of an
// operator whose servers use a private authority.
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext, createServer as createTlsServer, TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueCertificate, makeAuthority } from '../../scripts/certificate-authority.ts';
import { ctl } from '../harness/command.ts';
import { TEST_KEY_RING } from '../harness/values.ts';

const folder = mkdtempSync(join(tmpdir(), 'doctor-certificates-'));
let servers: Awaited<ReturnType<typeof startUnknownServers>>;
beforeAll(async () => {
  servers = await startUnknownServers();
});
afterAll(() => {
  servers.close();
  rmSync(folder, { recursive: true });
});

/** One that starts with TLS, and one that a client of PostgreSQL first asks for it. */
async function startUnknownServers() {
  const { certFile, keyFile } = await issueCertificate(await makeAuthority(folder), {
    name: 'unknown',
    hosts: ['127.0.0.1'],
  });
  const files = { cert: readFileSync(certFile), key: readFileSync(keyFile) };
  const secure = createTlsServer(files).on('tlsClientError', () => {});
  const postgres = createServer((socket) => {
    socket
      .on('error', () => {})
      .once('data', () => {
        socket.write('S');
        new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(files) }).on('error', () => {});
      });
  });
  const [host, database] = await Promise.all([secure, postgres].map(listen));
  return {
    host,
    database,
    close() {
      secure.close();
      postgres.close();
    },
  };
}

async function listen(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function environmentOf(service: 'api' | 'worker'): string[] {
  const url = `https://${servers.host}`;
  const database = (role: string) => `postgres://${role}:x@${servers.database}/onboarding?sslmode=verify-full`;
  const shared = {
    ENVIRONMENT: 'production',
    KEY_RING: JSON.stringify(TEST_KEY_RING),
    S3_ENDPOINT: url,
    S3_BUCKET: 'documents',
    S3_KEPT_BUCKET: 'kept',
    S3_QUARANTINE_BUCKET: 'quarantine',
    S3_ACCESS_KEY: 'access',
    S3_SECRET_KEY: 'secret',
    PORTAL_URL: 'https://portal.example.com',
  };
  const own = {
    api: {
      DATABASE_URL: database('onboarding_app'),
      S3_LINK_ACCESS_KEY: 'links',
      S3_LINK_SECRET_KEY: 'secret',
      PORTAL_CLIENT_SECRET: 'x'.repeat(64),
      TOKEN_AUDIENCE: 'onboarding-api',
      TOKEN_ISSUER: url,
      TOKEN_JWKS_URL: `${url}/oauth2/jwks`,
      REDIS_URL: `rediss://${servers.host}`,
    },
    worker: {
      DATABASE_URL: database('onboarding_worker'),
      SMTP_URL: `smtps://${servers.host}`,
      MAIL_FROM: 'no-reply@example.com',
      SCREENING_PROVIDER: 'watchman',
      SCREENING_URL: url,
      AUDIT_ANCHORS: 's3://statements',
    },
  };
  return Object.entries({ ...shared, ...own[service] }).map(([name, value]) => `${name}=${value}`);
}

test('the doctor says of every server that its authority is unknown, and which setting makes it known', async () => {
  const files = (['api', 'worker'] as const).flatMap((service) => {
    const path = join(folder, `${service}.env`);
    writeFileSync(path, environmentOf(service).join('\n'));
    return ['--from', `${service}=${path}`];
  });
  const owner = `postgres://onboarding_owner:x@${servers.database}/onboarding?sslmode=verify-full`;
  const { stdout } = await ctl(['doctor', '--json', ...files], { MIGRATION_DATABASE_URL: owner });
  const { verdicts } = JSON.parse(stdout) as { verdicts: { about: string; found: string; cure: string }[] };
  const untrusted = verdicts.filter(({ found }) => found.includes('an authority that this machine does not trust'));
  expect([...new Set(untrusted.map(({ about }) => about))].sort()).toEqual([
    'Redis (REDIS_URL)',
    'countries',
    'database of the API (DATABASE_URL)',
    'database of the worker (DATABASE_URL)',
    'keys of the issuer (TOKEN_JWKS_URL)',
    'mail server of the worker (SMTP_URL)',
    'migrations (MIGRATION_DATABASE_URL)',
    'screening (SCREENING_URL)',
    'sign-in (TOKEN_ISSUER)',
    'statements about the audit trail (AUDIT_ANCHORS)',
    'storage of the API (S3_ENDPOINT)',
  ]);
  for (const { cure } of untrusted) expect(cure).toContain('set NODE_EXTRA_CA_CERTS');
  const ofDatabase = untrusted.filter(({ cure }) => cure.includes('sslrootcert')).map(({ about }) => about);
  expect([...new Set(ofDatabase)].sort()).toEqual([
    'countries',
    'database of the API (DATABASE_URL)',
    'database of the worker (DATABASE_URL)',
    'migrations (MIGRATION_DATABASE_URL)',
  ]);
});

test.each([
  ['database bootstrap', 'SUPERUSER_DATABASE_URL'],
  ['database migrate', 'MIGRATION_DATABASE_URL'],
  ['partners list', 'OPERATIONS_DATABASE_URL'],
])('%s says the same, and names its setting', async (words, setting) => {
  const roles = ['OWNER', 'APP', 'STAFF', 'OPERATIONS', 'IDENTITY', 'WORKER'];
  const { code, stderr } = await ctl(words.split(' '), {
    [setting]: `postgres://postgres:x@${servers.database}/postgres?sslmode=verify-full`,
    ...(words.endsWith('bootstrap') ? Object.fromEntries(roles.map((role) => [`${role}_PASSWORD`, 'x'])) : {}),
  });
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(new RegExp(`${setting}.* set NODE_EXTRA_CA_CERTS.* sslrootcert`)),
  ]);
});
