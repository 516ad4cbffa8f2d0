// Every command of the integrators' CLI on a real terminal of 80 columns, in the order of a developer's first day. The screens
// are stored beside this file, with ids and times masked; `npm test -- tests/journeys/cli-screens.system.test.ts -u` updates
// them.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { verifyWebhook } from '@onboarding/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { validBody, validPerson } from '../harness/bodies.ts';
import { untilTransactionsEnd } from '../harness/checks/transactions-ended.ts';
import { registerCertificate, toTestCertificate } from '../harness/clients.ts';
import { masked } from '../harness/masked.ts';
import { until } from '../harness/patience.ts';
import { COMPILED, findProgram } from '../harness/programs.ts';
import { openPartnerStack, type PartnerStack } from '../harness/scenes/partner-stack.ts';
import { COLUMNS, openTerminal, type Terminal } from '../harness/terminal.ts';

let scene: PartnerStack;
/** The developer's home. Its path has the same length on every machine, because lines wrap. */
let home: string;
let receiver: Server;
let receiverUrl: string;
/** The events that the receiver got and verified. */
const received: { type: string; isReplay: boolean }[] = [];
const created = { customerId: '', reference: 'acme-000042' };

beforeAll(async () => {
  [scene, home] = await Promise.all([openPartnerStack(), mkdtemp('/tmp/integrator-')]);
  receiver = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    try {
      const event = verifyWebhook({ body, headers: request.headers, secrets: await secretOfProfile() });
      received.push({ type: event.eventType, isReplay: request.headers['svc-replay'] === 'true' });
      response.end('thank you\nand good bye\n');
    } catch {
      response.writeHead(400).end('the signature is wrong\n');
    }
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const address = receiver.address();
  receiverUrl = `http://localhost:${typeof address === 'object' && address !== null ? address.port : 0}/hooks`;
});
afterAll(async () => {
  receiver?.closeAllConnections();
  receiver?.close();
  await scene?.close();
  await rm(home, { recursive: true });
});

const configFile = () => join(home, 'onboarding/config.json');
const environment = () => ({ XDG_CONFIG_HOME: home, HOME: home });
const readConfig = async () => JSON.parse(await readFile(configFile(), 'utf8'));
const secretOfProfile = async (): Promise<string> => (await readConfig()).profiles.sandbox.webhookSecret;

async function keepScreen(terminal: Terminal, name: string, code: number): Promise<string> {
  const ended = await terminal.ended();
  const screen = masked(terminal.screen());
  expect(ended, screen).toBe(code);
  expect(screen.split('\n').filter((line) => line.length > COLUMNS)).toEqual([]);
  await expect(screen).toMatchFileSnapshot(`cli-screens/${name}.txt`);
  return screen;
}

/** Runs the command to its end and returns its screen. */
async function screen(name: string, words: string[], { code = 0, input = undefined as string | undefined } = {}) {
  return keepScreen(await openTerminal(words, environment(), input === undefined ? {} : { input }), name, code);
}

/** Runs the command without a terminal, as a program would. */
async function piped(words: string[], more: Record<string, string> = {}) {
  const program = await findProgram('packages/cli/src/main.ts');
  const env = { ...COMPILED, PATH: process.env.PATH, ...environment(), ...more };
  return promisify(execFile)(process.execPath, [program, ...words], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
  );
}

async function fileOf(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(home, name);
  await writeFile(path, content);
  return path;
}

test('help fits the terminal', async () => {
  await screen('help', []);
  await screen('help-of-a-command', ['listen', '--help']);
  await screen('unknown-command', ['lissen'], { code: 2 });
});

test('init asks for what is missing, creates a private key, waits for the certificate and gets a token', async () => {
  const { baseUrl, issuer, machine, database } = scene;
  const terminal = await openTerminal(['init', '--env', 'sandbox'], environment());
  await terminal.shows('Address of the API:');
  terminal.type(`${baseUrl}\n`);
  await terminal.shows('Issuer');
  terminal.type(`${issuer}\n`);
  await terminal.shows('Client id');
  terminal.type(`${machine.partner.clientId}\n`);
  await terminal.shows('Waiting until it is registered');
  const certificateFile = join(home, 'onboarding/sandbox.certificate.pem');
  const keyFile = join(home, 'onboarding/sandbox.key.pem');
  const [pem, keyPem] = await Promise.all([readFile(certificateFile, 'utf8'), readFile(keyFile, 'utf8')]);
  await registerCertificate(database, machine.partner, toTestCertificate(keyPem, pem));
  const shown = await keepScreen(terminal, 'init', 0);
  expect(shown).toContain('It works: a token was issued.');
  expect(terminal.raw()).not.toContain('PRIVATE KEY');
  for (const path of [configFile(), keyFile]) expect((await stat(path)).mode & 0o777, path).toBe(0o600);
  expect(JSON.stringify(await readConfig())).not.toContain('PRIVATE KEY');
});

test('init without a terminal does not wait, keeps earlier keys, and can use a registered key of the local stack', async () => {
  const other = { XDG_CONFIG_HOME: join(home, 'other'), ONBOARDING_STACK_DIR: join(home, 'stack') };
  const { baseUrl: api, issuer, machine } = scene;
  const { clientId } = machine.partner;
  const addresses = ['--api', api, '--issuer', issuer, '--client-id', clientId];
  for (const words of [
    ['init', '--env', 'first', ...addresses],
    ['init', '--env', 'first', '--new-key'],
  ])
    expect(await piped(words, other)).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('register the certificate'),
    });
  const keys = ['first.key.pem', 'first-2.key.pem'].map((name) =>
    readFile(join(home, 'other/onboarding', name), 'utf8'),
  );
  expect(new Set(await Promise.all(keys)).size).toBe(2);
  const keyFile = await fileOf('registered.pem', machine.certificate.keyPem);
  const partners = [{ name: 'Acme Marketplace', clientId, privateKeyFile: keyFile }];
  await mkdir(join(home, 'stack/sandbox'), { recursive: true });
  await fileOf(
    'stack/sandbox/env.json',
    JSON.stringify({ api, issuer, tokenEndpoint: `${issuer}/oauth2/token`, partners }),
  );
  const made = await piped(['init', '--stack', '--env', 'sandbox', '--json'], other);
  expect(JSON.parse(made.stdout)).toMatchObject({ profile: 'sandbox', keyFile, clientId });
  // --stack also works without a profile, and global flags may come first.
  const listed = await piped(['--stack', '--env', 'sandbox', '--json', 'businesses', 'list', '--limit', '1'], other);
  expect(listed).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\[.*\]\n$/) });
  // The profile created last is now the current one.
  expect(await piped(['token'], other)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^eyJ/) });
  expect(await piped(['token', '--env', 'first'], other)).toMatchObject({ code: 3 });
});

test('token prints a token for other programs', async () => {
  await screen('token', ['token']);
  const { stdout } = await piped(['token', '--scope', 'partner.read', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ scope: 'partner.read', accessToken: expect.stringMatching(/^eyJ/) });
});

describe('businesses', () => {
  test('are created from a file or standard input, once per idempotency key', async () => {
    const person = validPerson({ email: 'amara@people.example' });
    const body = validBody({ partnerCustomerId: created.reference, businessPersonList: [person] });
    const file = await fileOf('business.json', JSON.stringify(body));
    await screen('businesses-create', ['businesses', 'create', file, '--idempotency-key', 'first']);
    await screen('businesses-create-again', ['businesses', 'create', '-', '--idempotency-key', 'first'], {
      input: file,
    });
    const { stdout } = await piped(['businesses', 'get', created.reference, '--json']);
    created.customerId = JSON.parse(stdout).customerId;
  });

  test('can be generated as examples, to validate or to create', async () => {
    const { stdout } = await piped(['businesses', 'create', '--example', '--dry-run']);
    const file = await fileOf('example.json', stdout);
    await screen('businesses-validate', ['businesses', 'validate', file]);
    await screen('businesses-create-example', ['businesses', 'create', '--example']);
  });

  test('are refused with all their problems at once', async () => {
    const file = await fileOf('wrong.json', JSON.stringify({ email: 'x', companyName: 'A', industry: 'Farming' }));
    const shown = await screen('businesses-validate-refused', ['businesses', 'validate', file], { code: 1 });
    expect(shown).toContain('/partnerCustomerId');
    const broken = await fileOf('broken.json', '{\n  "email": }\n');
    expect(await piped(['businesses', 'create', broken])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('check line 2, column 12'),
    });
  });

  test('are read, listed and changed', async () => {
    await screen('businesses-get', ['businesses', 'get', created.reference]);
    await screen('businesses-list', ['businesses', 'list', '--number', 'RC1234567']);
    await screen('businesses-patch', ['businesses', 'patch', created.customerId, '--set', 'tradingName=Marina']);
    await screen('businesses-patch-unchanged', [
      'businesses',
      'patch',
      created.reference,
      '--set',
      'tradingName=Marina',
    ]);
    const stale = ['businesses', 'patch', created.customerId, '--set', 'tradingName=Late', '--if-version', '1'];
    await screen('businesses-patch-stale', stale, { code: 1 });
    await screen('businesses-get-unknown', ['businesses', 'get', 'nobody'], { code: 1 });
  });

  test('are watched until they are decided or the timeout expires', async () => {
    const waiting = ['businesses', 'watch', created.customerId, '--timeout', '1s'];
    await screen('businesses-watch-timed-out', waiting, { code: 4 });
    const terminal = await openTerminal(['businesses', 'watch', created.customerId], environment());
    await terminal.shows('PendingVerification');
    const reason = ['--reason', 'Ownership.Incomplete'];
    await screen('simulate', ['simulate', created.reference, 'RequestChanges', ...reason]);
    await keepScreen(terminal, 'businesses-watch', 0);
    await screen('businesses-status', ['businesses', 'status', created.customerId]);
    await screen('simulate-refused', ['simulate', created.customerId, 'Approve'], { code: 1 });
  });

  test('Ctrl-C stops watching with exit code 130', async () => {
    const { stdout } = await piped(['businesses', 'create', '--example', '--json']);
    const terminal = await openTerminal(['businesses', 'watch', JSON.parse(stdout).customerId], environment());
    await terminal.shows('PendingVerification');
    terminal.interrupt();
    expect(await terminal.ended()).toBe(130);
  });
});

describe('documents', () => {
  const upload = (file: string) => {
    const category = ['--category', 'CertificateOfIncorporation'];
    return ['documents', 'upload', created.reference, file, ...category];
  };

  test('are uploaded with a progress bar until their outcome', async () => {
    const pdf = Buffer.from('%PDF-1.7\nA certificate\n%%EOF\n');
    const terminal = await openTerminal(upload(await fileOf('certificate.pdf', pdf)), environment());
    const shown = await keepScreen(terminal, 'documents-upload', 0);
    expect(shown).toContain('Confirmed');
    expect(terminal.raw()).toContain('[####################] 100 %');
  });

  test('show the reason when they are refused', async () => {
    await screen('documents-upload-refused', upload(await fileOf('picture.pdf', 'not a PDF')), { code: 1 });
    await screen('businesses-status-documents', ['businesses', 'status', created.reference]);
    await screen('documents-upload-missing', upload('/nowhere.pdf'), { code: 1 });
  });
});

test('requests shows why a request was refused', async () => {
  const { stderr } = await piped(['businesses', 'get', 'no-such-reference']);
  const [, requestId = ''] = /Request id: (\S+)/.exec(stderr) ?? [];
  await until(async () => (await piped(['requests', 'get', requestId])).code === 0, 'the request is in the log');
  await screen('requests-get', ['requests', 'get', requestId]);
  await screen('requests-list', ['requests', 'list', '--failed', '--limit', '1']);
});

test('events lists events and resends one to a receiver, showing its response', async () => {
  await untilTransactionsEnd(scene.database.owner);
  await screen('events-list', ['events', 'list', '--customer', created.customerId]);
  const { stdout } = await piped(['events', 'list', '--customer', created.customerId, '--json']);
  const [first] = JSON.parse(stdout) as { eventId: string }[];
  await screen('events-resend', ['events', 'resend', first?.eventId ?? '', '--forward-to', receiverUrl]);
  expect(received.splice(0)).toEqual([{ type: 'business.profile.created', isReplay: true }]);
  const other = { ONBOARDING_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 1).toString('base64')}` };
  const refused = await piped(['events', 'resend', first?.eventId ?? '', '--forward-to', receiverUrl], other);
  expect(refused).toMatchObject({ code: 1, stdout: expect.stringContaining('400') });
  expect(refused.stdout).toContain('the signature is wrong');
});

test('listen and tail show the events that trigger causes, and stop on Ctrl-C', async () => {
  await untilTransactionsEnd(scene.database.owner);
  const listener = await openTerminal(['listen', '--forward-to', receiverUrl], environment());
  const tail = await openTerminal(['events', 'tail', '--type', 'business.document.confirmed'], environment());
  await Promise.all([listener.shows('Ready.'), tail.shows('Waiting for events.')]);
  await screen('trigger-event', ['trigger', 'business.document.confirmed']);
  await Promise.all([listener.shows('business.document.confirmed'), tail.shows('business.document.confirmed')]);
  await listener.shows(/confirmed.*\n.*200/);
  for (const terminal of [listener, tail]) terminal.interrupt();
  expect(await keepScreen(listener, 'listen', 0)).toContain('-> 200 in 0 ms: thank you');
  await keepScreen(tail, 'events-tail', 0);
  expect(received.splice(0).map(({ type }) => type)).toContain('business.document.confirmed');
});

test('trigger uploads a file that is refused', async () => {
  const { code, stdout } = await piped(['trigger', 'business.document.rejected', '--json']);
  expect([code, stdout]).toEqual([0, expect.stringContaining('business.document.rejected')]);
});

test('trigger leaves no request about an unknown business in the log', async () => {
  const { stdout } = await piped(['requests', 'list', '--failed', '--limit', '200', '--json']);
  const failed = (JSON.parse(stdout) as { path: string; status: number }[]).filter(({ path }) =>
    path.endsWith('/simulate'),
  );
  expect(failed.map(({ status }) => status)).toEqual([409]);
});

test('trigger simulates an outcome or sends a test event', async () => {
  await screen('trigger-outcome', ['trigger', 'Reject']);
  await screen('trigger-test', ['trigger', 'webhook.test', '--forward-to', receiverUrl]);
  expect(received.splice(0)).toEqual([{ type: 'webhook.test', isReplay: false }]);
});

test('requirements and doctor print their results', async () => {
  await screen('requirements', ['requirements', 'nga']);
  await screen('requirements-unknown', ['requirements', 'XXX'], { code: 1 });
  await screen('doctor', ['doctor', '--forward-to', receiverUrl]);
});

test('prints JSON without colours for programs, also on failure, and honours NO_COLOR', async () => {
  const listed = await piped(['businesses', 'list', '--json', '--limit', '1']);
  expect(JSON.parse(listed.stdout)).toHaveLength(1);
  const refused = await piped(['businesses', 'get', 'nobody', '--json']);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(JSON.parse(refused.stderr).error).toMatchObject({ code: 'Customer.NotFound', requestId: expect.any(String) });
  const status = ['businesses', 'status', created.customerId];
  const [coloured, plain] = await Promise.all([
    openTerminal(status, environment()),
    openTerminal(status, { ...environment(), NO_COLOR: '1' }),
  ]);
  await Promise.all([coloured.ended(), plain.ended()]);
  expect(coloured.raw()).toContain('\u001b[33mChangesRequested');
  expect(plain.raw()).not.toContain('\u001b');
  expect((await piped(status)).stdout).not.toContain('\u001b');
});

test('exits with 3 when the service is unavailable, not with 1 as for a refusal', async () => {
  const away = await piped(['businesses', 'list', '--token-endpoint', 'http://127.0.0.1:1/oauth2/token']);
  expect(away).toMatchObject({ code: 3, stderr: expect.stringContaining('onboarding doctor') });
});
