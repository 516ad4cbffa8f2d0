// The production guide as an operator follows it: every shell block of the page, in order and in one shell, on servers that nobody has
// prepared. What people do in a browser is done here by a browser without scripts.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { verifyWebhook } from '@onboarding/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { stepAt, totpCode } from '../../scripts/seed/totp.ts';
import { type CephServer, startCeph } from '../../scripts/servers/ceph-server.ts';
import { formsOf, openBrowser, type Page } from '../../scripts/stack/cookie-jar.ts';
import { keep } from '../harness/artefacts.ts';
import { readBlocks } from '../harness/page-blocks.ts';
import { PATIENCE_MS, until } from '../harness/patience.ts';
import { type Mailbox, startMailbox } from '../harness/servers/mail.ts';
import { type OwnPostgres, startOwnPostgres } from '../harness/servers/own-postgres.ts';
import { type Receiver, startReceiver } from '../harness/servers/receiver.ts';
import { startScanner, type TestScanner } from '../harness/servers/storage.ts';
import { WEBHOOKS } from '../harness/webhooks.ts';

const PASSWORD = 'four random words here';
const STORAGE = { accessKey: 'guideaccess', secretKey: 'guide-secret-guide-secret' };
const LINKS = { accessKey: 'guidelinks', secretKey: 'guide-links-guide-links' };
const PERSON = '<!-- a person accepts the invitation, signs in and registers the webhook -->';
/** The part of the page that is run. */
const END = '## After the first webhook';

let folder: string;
let postgres: OwnPostgres;
let ceph: CephServer;
let scanner: TestScanner;
let mailbox: Mailbox;
let receiver: Receiver;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guide-'));
  postgres = await startOwnPostgres(resolve('.test/guide-postgres'));
  const ports = { port: await freePort(), monitorPort: await freePort(), topicsPort: await freePort() };
  ceph = await startCeph({ directory: join(folder, 'ceph'), ...ports, durable: false, ...STORAGE, links: LINKS });
  scanner = await startScanner();
  mailbox = await startMailbox();
  receiver = await startReceiver({ hosts: ['ada'] });
});
afterAll(async () => {
  for (const name of await readdir(folder)) {
    if (name.endsWith('.pid')) end(Number(await readFile(join(folder, name), 'utf8')));
    if (!name.endsWith('.log')) continue;
    for (const line of (await readFile(join(folder, name), 'utf8')).trimEnd().split('\n'))
      keep('logs', `guide-${name}`, line);
  }
  await receiver?.close();
  await mailbox?.close();
  await scanner?.close();
  await ceph?.stop();
  await postgres?.remove();
  await rm(folder, { recursive: true, force: true });
});

function end(pid: number): void {
  try {
    process.kill(pid);
  } catch {
    // It has ended.
  }
}

/** A shell that stops at the first command that fails, and keeps its variables from block to block. */
function openShell() {
  const shell: ChildProcessWithoutNullStreams = spawn('bash', ['-eu'], {
    cwd: folder,
    env: {
      PATH: `${join(process.execPath, '..')}:${process.env.PATH}`,
      HOME: folder,
      // Of the world outside: the receiver's name, and the authority of its certificate.
      WEBHOOK_LOOPBACK_RECEIVERS: receiver.setting,
      NODE_EXTRA_CA_CERTS: receiver.caFile,
    },
  });
  let said = '';
  for (const stream of [shell.stdout, shell.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
  return {
    async run(block: string): Promise<string> {
      said = '';
      shell.stdin.write(`${block}\necho '@done'\n`);
      await until(async () => said.includes('@done\n') || shell.exitCode !== null, 'the block is run', 2 * PATIENCE_MS);
      if (shell.exitCode !== null) throw new Error(`This failed:\n${block}\n${said}`);
      return said.replace('@done\n', '');
    },
    async close() {
      shell.stdin.end('exit\n');
      if (shell.exitCode === null) await once(shell, 'exit');
    },
  };
}

/** What an operator types: continued lines and what is fed to a command count as one with it. */
function countCommands(blocks: readonly string[]): number {
  const text = blocks
    .join('\n')
    .replaceAll(/<<'?END'?\n.*?\nEND$/gms, '')
    .replaceAll('\\\n', '');
  return text.split('\n').filter((line) => /^[^ #]/.test(line) && !/^(done|[A-Z0-9_]+=)/.test(line)).length;
}

test('an operator who follows the production guide gets from an empty database to the first webhook of a real partner', async () => {
  const [api, identity, worker] = [await freePort(), await freePort(), await freePort()];
  const issuer = `http://localhost:${identity}`;
  const site = `http://127.0.0.1:${api}`;
  const page = await readFile('docs/production.md', 'utf8');
  const [before = '', after = ''] = page.slice(0, page.indexOf(END)).split(PERSON);
  const database = new URL(postgres.server.superuserUrl);
  const operators = readBlocks(before, {
    RELEASE: resolve('.'),
    ENVIRONMENT: 'development',
    DATABASE: database.host,
    DATABASE_OPTIONS: '',
    SUPERUSER_DATABASE_URL: `'${database.href}'`,
    ISSUER: issuer,
    API: site,
    API_INTERNAL: site,
    PORTAL_URL: site,
    CONSOLE_URL: site,
    S3_ENDPOINT: ceph.url,
    TOPICS_ENDPOINT: ceph.topicsUrl ?? '',
    S3_ACCESS_KEY: STORAGE.accessKey,
    S3_SECRET_KEY: STORAGE.secretKey,
    S3_LINK_ACCESS_KEY: LINKS.accessKey,
    S3_LINK_SECRET_KEY: LINKS.secretKey,
    CLAMD_PORT: String(scanner.port),
    SMTP_URL: mailbox.url,
    SCREENING: 'SCREENING_PROVIDER=builtin',
    API_PORT: String(api),
    IDENTITY_PORT: String(identity),
    WORKER_PORT: String(worker),
    API_METRICS_PORT: String(await freePort()),
    IDENTITY_METRICS_PORT: String(await freePort()),
    WORKER_METRICS_PORT: String(await freePort()),
  });
  const partners = readBlocks(after, {});
  const shell = openShell();
  const started = performance.now();
  for (const block of operators) await shell.run(block);
  const invitations = [
    'operator@example.com',
    'first.analyst@example.com',
    'second.analyst@example.com',
    'ada@partner.example',
  ];
  for (const email of invitations) await mailbox.waitFor(({ to }) => to.includes(email));

  const secret = await registerAsAda(site, receiver.url(0, '/events'));
  for (const block of partners) await shell.run(block);
  await until(async () => receiver.requests.length >= 2, 'the events arrive');
  const minutes = (performance.now() - started) / 60_000;
  await shell.close();

  const events = receiver.requests.map(({ body, headers }) => verifyWebhook({ body, headers, secrets: secret }));
  expect(events.map(({ eventType }) => eventType).sort()).toEqual([
    'business.person.added',
    'business.profile.created',
  ]);
  const commands = countCommands([...operators, ...partners]);
  console.log(`The production guide took ${minutes.toFixed(1)} minutes and ${commands} commands.`);
});

/** Accepts the invitation, signs in to the portal, and registers the receiver; returns its secret. */
async function registerAsAda(site: string, url: string): Promise<string> {
  const browser = openBrowser();
  const { text } = await mailbox.waitFor(({ to }) => to.includes('ada@partner.example'));
  let steps = 0;
  let secret = '';
  const code = () => totpCode(secret, stepAt(new Date()) + steps++);
  async function answer(page: Page, field: string, value: () => string): Promise<Page> {
    const form = formsOf(page).find(({ asked }) => asked.includes(field));
    if (form === undefined) throw new Error(`No ${field} is asked for:\n${page.text}`);
    const fields = new URLSearchParams(form.fields);
    if (form.asked.includes('email')) fields.set('email', 'ada@partner.example');
    fields.set(field, value());
    return browser.open(form.action, fields, (next) => next.startsWith(`${site}/portal`));
  }
  const enrolment = await answer(
    await browser.open(/^http\S+\/invitation\/\S+$/m.exec(text)?.[0] ?? ''),
    'password',
    () => PASSWORD,
  );
  secret = /id="secret">([^<]+)</.exec(enrolment.text)?.[1]?.replaceAll(/\s/g, '') ?? '';
  await answer(enrolment, 'code', code);
  let next = await browser.open(`${site}/api/session/partner/sign-in`, undefined, (to) =>
    to.startsWith(`${site}/portal`),
  );
  const cookie = () => browser.cookie(site, '__Host-onboarding-partner');
  for (const field of ['password', 'code']) {
    if (cookie() === undefined) next = await answer(next, field, field === 'code' ? code : () => PASSWORD);
  }
  const saved = await fetch(site + WEBHOOKS, {
    method: 'PUT',
    headers: {
      cookie: `__Host-onboarding-partner=${cookie()}`,
      origin: site,
      'x-csrf': '1',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ url }),
  });
  const { value } = (await saved.json()) as { value: { webhookSecret: string } };
  expect(saved.status).toBe(200);
  return value.webhookSecret;
}
