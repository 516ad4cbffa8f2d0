// Runs `onboarding doctor` against prepared faults: it must report exactly that fault, with its cure.
import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import 'reflect-metadata';
import { verifyWebhook } from '@onboarding/sdk';
import { X509CertificateGenerator } from '@peculiar/x509';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { makeCertificate, registerCertificate, type TestCertificate } from '../harness/clients.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { type RunningApi, runApi } from '../harness/process.ts';
import { COMPILED, findProgram } from '../harness/programs.ts';
import { addMachine, type Machine } from '../harness/scenes/asking.ts';
import { type Identity, NO_LIMITS, startIdentity } from '../harness/scenes/identity-process.ts';
import { COLUMNS, openTerminal } from '../harness/terminal.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const YEAR_MS = 365 * 86_400_000;

let database: TestDatabase;
let identity: Identity;
let api: RunningApi;
let machine: Machine;
let outsider: TestCertificate;
let folder: string;
let receiver: Server;
let untrusted: TlsServer;

beforeAll(async () => {
  database = await cloneDatabase();
  identity = await startIdentity(database, NO_LIMITS);
  [api, machine, outsider, folder] = await Promise.all([
    runApi({ databaseUrl: database.appUrl, issuerUrl: identity.issuer }),
    addMachine(database),
    makeCertificate(),
    mkdtemp(join(tmpdir(), 'doctor-')),
  ]);
  receiver = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const path = request.url ?? '';
    // Each path simulates one mistake that a receiver can make.
    if (path === '/elsewhere') return void response.writeHead(302, { location: '/right' }).end();
    if (path === '/nowhere') return void response.writeHead(404).end();
    if (path === '/trusting') return void response.end();
    try {
      const at = path === '/forgetful' ? new Date(Number(request.headers['svc-timestamp']) * 1000) : new Date();
      verifyWebhook({
        body,
        headers: request.headers,
        secrets: path === '/misled' ? otherSecret() : SECRET,
        receivedAt: at,
      });
      response.end();
    } catch {
      response.writeHead(401).end('the signature does not match\n');
    }
  });
  untrusted = createTlsServer(
    { cert: outsider.pem, key: outsider.keyPem },
    (_request, response) => void response.end(),
  );
  for (const server of [receiver, untrusted]) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
});
afterAll(async () => {
  for (const server of [receiver, untrusted]) {
    server?.closeAllConnections();
    server?.close();
  }
  await api?.stop();
  await identity?.stop();
  await database?.close();
  await rm(folder, { recursive: true });
});

const otherSecret = () => `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const portOf = (server: Server | TlsServer) => {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};
const receiverAt = (path: string) => ['--forward-to', `http://localhost:${portOf(receiver)}${path}`];

interface Situation {
  profile?: Record<string, string | undefined>;
  key?: string;
  certificate?: string;
  words?: string[];
  environment?: Record<string, string>;
  /** Permissions of the profiles file. */
  mode?: number;
}

let situations = 0;

/** A valid setup, except for what the situation overrides. */
async function prepare({ profile = {}, key, certificate, mode = 0o600 }: Situation): Promise<string> {
  const home = join(folder, String(++situations));
  const place = join(home, 'onboarding');
  await mkdir(place, { recursive: true });
  const [keyFile, certificateFile] = [join(place, 'key.pem'), join(place, 'certificate.pem')];
  await writeFile(keyFile, key ?? machine.certificate.keyPem, { mode: 0o600 });
  await writeFile(certificateFile, certificate ?? machine.certificate.pem);
  const { clientId } = machine.partner;
  const addresses = { api: api.url, issuer: identity.issuer, clientId };
  const sandbox = { ...addresses, keyFile, certificateFile, webhookSecret: SECRET, ...profile };
  const config = join(place, 'config.json');
  await writeFile(config, JSON.stringify({ current: 'sandbox', profiles: { sandbox } }));
  await chmod(config, mode);
  return home;
}

interface Verdict {
  about: string;
  state: string;
  found: string;
  cure: string;
}

async function examine(situation: Situation): Promise<{ code: number; verdicts: Verdict[] }> {
  const home = await prepare(situation);
  const program = await findProgram('packages/cli/src/main.ts');
  const env = { ...COMPILED, PATH: process.env.PATH, HOME: home, XDG_CONFIG_HOME: home, ...situation.environment };
  const words = [program, 'doctor', '--json', ...(situation.words ?? receiverAt('/right'))];
  const run = await promisify(execFile)(process.execPath, words, { env }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => {
      if (stdout === '') throw new Error(stderr);
      return { code, stdout };
    },
  );
  return { code: run.code, verdicts: JSON.parse(run.stdout).verdicts };
}

test('reports no faults for a valid setup', async () => {
  const { code, verdicts } = await examine({});
  expect(verdicts.filter(({ state }) => state !== 'good')).toEqual([]);
  expect(verdicts.map(({ about }) => about)).toEqual([
    'profile',
    'key',
    'certificate',
    'API',
    'clock',
    'identity',
    'token',
    'access',
    'receiver',
    'signature',
    'replay',
  ]);
  expect(code).toBe(0);
});

async function certificateFrom(from: Date, to: Date): Promise<string> {
  const name = 'RSASSA-PKCS1-v1_5';
  const algorithm = { name, hash: 'SHA-256' };
  const der = machine.certificate.privateKey.export({ type: 'pkcs8', format: 'der' });
  const privateKey = await crypto.subtle.importKey('pkcs8', new Uint8Array(der), algorithm, true, ['sign']);
  const { n, e, kty } = await crypto.subtle.exportKey('jwk', privateKey);
  const jwk = { kty: kty ?? 'RSA', n: n ?? '', e: e ?? '' };
  const publicKey = await crypto.subtle.importKey('jwk', jwk, algorithm, true, ['verify']);
  const made = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=test',
    notBefore: from,
    notAfter: to,
    signingAlgorithm: algorithm,
    keys: { privateKey, publicKey },
  });
  return made.toString('pem');
}

const shortKey = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 1024,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey;
const ago = (ms: number) => new Date(Date.now() - ms);

/** Shifts the command's clock by this many minutes. */
async function clockOff(minutes: number): Promise<Record<string, string>> {
  const file = join(folder, `clock-${minutes}`);
  await writeFile(file, String(minutes * 60_000));
  return { CLOCK_FILE: file, NODE_OPTIONS: `--import ${resolve('tests/harness/moved-clock.ts')}` };
}

type Fault = [
  title: string,
  situation: () => Situation | Promise<Situation>,
  /** The check that must fail, and what its finding and cure must say. */
  about: string,
  found: RegExp,
  cure: RegExp,
];

test.each<Fault>([
  [
    'a profile without an API address',
    () => ({ profile: { api: undefined } }),
    'profile',
    /--api is missing/,
    /onboarding init/,
  ],
  ['a profile that others can read', () => ({ mode: 0o644 }), 'profile', /read by other users/, /chmod 600/],
  ['an API without TLS', () => ({ profile: { api: 'http://192.0.2.1' } }), 'profile', /must start with https/, /^/],
  ['a missing key file', () => ({ profile: { keyFile: '/nowhere.pem' } }), 'key', /cannot be read/, /init/],
  [
    'the certificate in place of the key',
    () => ({ key: machine.certificate.pem }),
    'key',
    /no usable private key/,
    /private key/,
  ],
  ['a key that is too short', () => ({ key: shortKey() }), 'key', /1024 bits/, /--new-key/],
  ['a certificate for another key', () => ({ certificate: outsider.pem }), 'certificate', /another key/, /--key/],
  [
    'a certificate that has expired',
    async () => ({ certificate: await certificateFrom(ago(YEAR_MS), ago(86_400_000)) }),
    'certificate',
    /expired on/,
    /register the new certificate/,
  ],
  [
    'a certificate that is valid for too long',
    async () => ({ certificate: await certificateFrom(ago(1000), new Date(Date.now() + 3 * YEAR_MS)) }),
    'certificate',
    /more than 825 days/,
    /--new-key/,
  ],
  ['a fast clock', async () => ({ environment: await clockOff(5) }), 'clock', /(?:29|30)\d s ahead/, /timedatectl/],
  ['a slow clock', async () => ({ environment: await clockOff(-5) }), 'clock', /(?:29|30)\d s behind/, /timedatectl/],
  [
    'an API address where nothing listens',
    async () => ({ profile: { api: `http://127.0.0.1:${await freePort()}` } }),
    'API',
    /nothing is listening/,
    /address and the port/,
  ],
  [
    'an API host name that does not resolve',
    () => ({ profile: { api: 'https://api..example' } }),
    'API',
    /name api\.\.example cannot be resolved/,
    /DNS/,
  ],
  [
    'an API whose TLS certificate is not trusted',
    () => ({ profile: { api: `https://localhost:${portOf(untrusted)}` } }),
    'API',
    /not trusted/,
    /NODE_EXTRA_CA_CERTS/,
  ],
  [
    'an API address that belongs to another service',
    () => ({ profile: { api: identity.issuer } }),
    'API',
    /is not the API/,
    /portal/,
  ],
  [
    'an API address with a path',
    () => ({ profile: { api: `${api.url}/api` } }),
    'API',
    /is not the API/,
    /without a path/,
  ],
  [
    'an issuer with a different host name',
    () => ({ profile: { issuer: identity.issuer.replace('localhost', '127.0.0.1') } }),
    'identity',
    /identifies itself as http:\/\/localhost/,
    /--issuer http:\/\/localhost/,
  ],
  [
    'an issuer address that belongs to another service',
    () => ({ profile: { issuer: api.url } }),
    'identity',
    /not the identity/,
    /portal/,
  ],
  [
    'a certificate that is not registered',
    () => ({ key: outsider.keyPem, certificate: outsider.pem }),
    'token',
    /not registered/,
    /log of token requests/,
  ],
  ['an unknown client id', () => ({ profile: { clientId: 'nobody' } }), 'token', /refused for nobody/, /client id/],
  ['a receiver that is not running', async () => unusedReceiver(), 'receiver', /nothing is listening/, /port/],
  [
    'a receiver with a different secret',
    () => ({ words: receiverAt('/misled') }),
    'receiver',
    /signature does not/,
    /--print-secret/,
  ],
  ['a receiver at a different path', () => ({ words: receiverAt('/nowhere') }), 'receiver', /404/, /path/],
  ['a receiver that redirects', () => ({ words: receiverAt('/elsewhere') }), 'receiver', /redirect/, /final address/],
  [
    'a receiver that accepts old deliveries',
    () => ({ words: receiverAt('/forgetful') }),
    'replay',
    /ten minutes old/,
    /five minutes/,
  ],
])('finds %s', async (_, situation, about, found, cure) => {
  const { code, verdicts } = await examine(await situation());
  const faults = verdicts.filter(({ state }) => state === 'fault');
  expect(faults.map((fault) => fault.about)).toEqual([about]);
  expect(faults[0]?.found).toMatch(found);
  expect(faults[0]?.cure).toMatch(cure);
  expect(code).toBe(1);
});

const unusedReceiver = async (): Promise<Situation> => ({
  words: ['--forward-to', `http://localhost:${await freePort()}/`],
});

test('reports two faults for a receiver that verifies nothing', async () => {
  const { verdicts } = await examine({ words: receiverAt('/trusting') });
  const faults = verdicts.filter(({ state }) => state === 'fault');
  expect(faults.map(({ about, found }) => [about, /forged|old/.exec(found)?.[0]])).toEqual([
    ['signature', 'forged'],
    ['replay', 'old'],
  ]);
});

test('reports a token fault for a deactivated partner and for a revoked certificate', async () => {
  const [gone, revoked] = [await addMachine(database), await database.addPartner()];
  await database.owner.query(`update partners set status = 'Inactive' where partner_id = $1`, [gone.partner.partnerId]);
  await registerCertificate(database, revoked, outsider, { revokedAt: new Date() });
  for (const [clientId, certificate] of [
    [gone.partner.clientId, gone.certificate],
    [revoked.clientId, outsider],
  ] as const) {
    const situation = { profile: { clientId }, key: certificate.keyPem, certificate: certificate.pem };
    const { verdicts } = await examine(situation);
    expect(verdicts.filter(({ state }) => state === 'fault').map(({ about }) => about)).toEqual(['token']);
  }
});

test('highlights and wraps faults on a terminal', async () => {
  const home = await prepare({ key: shortKey(), profile: { issuer: api.url } });
  const terminal = await openTerminal(['doctor'], { HOME: home, XDG_CONFIG_HOME: home });
  expect(await terminal.ended()).toBe(1);
  const screen = terminal.screen();
  expect(screen.split('\n').filter((line) => line.length > COLUMNS)).toEqual([]);
  expect(screen).toMatch(/^FAULT {4}key {10}it is RSA with 1024 bits\n {22}-> It must be RSA/m);
  expect(screen).toMatch(/skipped {2}token/);
  expect(screen).toContain('2 faults, 0 warnings');
  expect(terminal.raw()).toContain('\u001b[31mFAULT');
});
