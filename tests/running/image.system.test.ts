// Runs the image as an operator would: containers of all three services, a partner's first business and its webhook.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { addAccount } from '../harness/account-rows.ts';
import { validBody } from '../harness/bodies.ts';
import { installCommands } from '../harness/command-process.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { blocksOf, readBlocks, runBlocks } from '../harness/page-blocks.ts';
import { until } from '../harness/patience.ts';
import { PODMAN_ENVIRONMENT, podman } from '../harness/podman.ts';
import { type RunningProcess, runApi, runIdentity } from '../harness/process.ts';
import { addMachine, getToken } from '../harness/scenes/asking.ts';
import { type Mailbox, startMailbox } from '../harness/servers/mail.ts';
import { type Receiver, startReceiver } from '../harness/servers/receiver.ts';
import { openSessionFor } from '../harness/session.ts';
import { ORIGINS } from '../harness/values.ts';
import { WEBHOOKS } from '../harness/webhooks.ts';
import { type RunningWorker, runWorker } from '../harness/worker.ts';
import { buildImage, type Image } from './image.ts';

const COMMIT = '0123456789abcdef0123456789abcdef01234567';
/** The name of the image in docs/image.md. */
const PUBLISHED = 'registry.example.com/onboarding:0.1.0';
const MEGABYTE = 1_000_000;
const nameOf = (program: string) => `onboarding-${program}-${process.pid}`;
let database: TestDatabase;
let receiver: Receiver;
let mailbox: Mailbox;
let image: Image;
let version: string;
let readySeconds: number;
let identity: RunningProcess & { issuer: string };
let api: RunningProcess;
let apiSettings: Record<string, string | undefined>;
let worker: RunningWorker;

beforeAll(async () => {
  ({ version } = JSON.parse(await readFile('package.json', 'utf8')));
  database = await cloneDatabase();
  receiver = await startReceiver();
  mailbox = await startMailbox();
  image = await buildImage(COMMIT);
  const files = { '/authority.pem': receiver.caFile };
  const environment = { WEBHOOK_LOOPBACK_RECEIVERS: receiver.setting, NODE_EXTRA_CA_CERTS: '/authority.pem' };
  const started = performance.now();
  const running = await runIdentity({ databaseUrl: database.identityUrl, launch: image.launch(nameOf('identity')) });
  readySeconds = (performance.now() - started) / 1000;
  identity = { ...running, issuer: running.url.replace('127.0.0.1', 'localhost') };
  const site = { PORTAL_URL: ORIGINS.partner, PORTAL_CLIENT_SECRET: 'portal secret for tests, long enough' };
  [api, worker] = await Promise.all([
    runApi({
      databaseUrl: database.appUrl,
      issuerUrl: identity.issuer,
      // As in the chart's pods, so that an operator can invite users there.
      environment: {
        ...environment,
        ...site,
        OPERATIONS_DATABASE_URL: database.operationsUrl,
        ISSUER: identity.issuer,
      },
      launch: (script, settings) => {
        apiSettings = settings;
        return image.launch(nameOf('api'), files)(script, settings);
      },
    }),
    runWorker({ database, smtpUrl: mailbox.url, environment, launch: image.launch(nameOf('worker'), files) }),
  ]);
});
afterAll(async () => {
  await Promise.all([api, identity, worker].map((service) => service?.stop()));
  await image?.remove();
  await mailbox.close();
  await receiver.close();
  await database.close();
});

test('a partner gets a token, creates a business, and its webhook arrives', async () => {
  const machine = await addMachine(database);
  const { partnerId } = machine.partner;
  const admin = await openSessionFor(database, await addAccount(database, { partnerId }), 'partner', new Date());
  const registered = await fetch(`${api.url}${WEBHOOKS}`, {
    method: 'POST',
    headers: { ...admin.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ url: receiver.url() }),
  });
  expect(registered.status).toBe(200);
  const created = await fetch(`${api.url}/api/partner/v1/business-profiles`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await getToken({ ...identity }, machine)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(validBody()),
  });
  const { value } = (await created.json()) as { value: { customerId: string } };
  expect(created.status).toBe(200);
  const arrived = () => receiver.requests.map(({ body }) => JSON.parse(body.toString()));
  await until(async () => arrived().length > 0, 'the webhook arrives');
  expect(arrived()[0]).toMatchObject({ correlation: { customerId: value.customerId } });
});

test('the command in docs/kubernetes.md invites the first operator from an API container', async () => {
  const [block = ''] = blocksOf(await readFile('docs/kubernetes.md', 'utf8'), 'sh').filter((one) =>
    one.includes('staff invite'),
  );
  // The container replaces the Deployment; the rest runs unchanged.
  const typed = block.replaceAll(
    'kubectl --namespace onboarding exec deployment/onboarding-api --',
    `podman exec ${nameOf('api')}`,
  );
  const env = { ...PODMAN_ENVIRONMENT, USER: 'olga' };
  const { stdout } = await promisify(execFile)('sh', ['-eu', '-c', typed], { env });
  expect(stdout).toContain('olga@example.com');
  const { text } = await mailbox.waitFor(({ to }) => to.includes('olga@example.com'));
  expect(text).toContain(`${identity.issuer}/invitation/`);
});

test.each(['/portal/', '/console/', '/docs/', '/docs/reference/'])('serves %s from the image', async (path) => {
  const answer = await fetch(`${api.url}${path}`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
  const [, script] = /src="([^"]+\.js)"/.exec(await answer.text()) ?? [];
  // Read the body to its end: an unread response keeps the process from stopping.
  const loaded = await fetch(new URL(script ?? '', answer.url));
  expect([loaded.status, (await loaded.text()).length]).toEqual([200, expect.toSatisfy((length) => length > 100)]);
});

test('every program reports its version and commit', async () => {
  const said = `${version} (${COMMIT})\n`;
  expect(await image.run(['--version'])).toBe(said);
  expect(await image.run(['ctl', '--version'])).toBe(said);
  for (const { url } of [api, identity, worker])
    expect(await (await fetch(`${url}/health/live`)).json()).toEqual({ status: 'alive', version, commit: COMMIT });
  expect(await (await fetch(api.metricsUrl)).text()).toContain(
    `onboarding_build_info{version="${version}",commit="${COMMIT}"`,
  );
});

test("the operators' command finds its migrations, all of them applied", async () => {
  const environment = { MIGRATION_DATABASE_URL: database.ownerUrl };
  const status = JSON.parse(await image.run(['ctl', 'database', 'status', '--json'], environment));
  const states = new Set(status.migrations.map(({ state }: { state: string }) => state));
  expect([...states]).toEqual(['applied']);
});

test('runs without root or capabilities, and cannot change its own files', async () => {
  const pid = (await podman('inspect', '--format', '{{.State.Pid}}', nameOf('api'))).trim();
  const status = Object.fromEntries(
    (await readFile(`/proc/${pid}/status`, 'utf8')).split('\n').map((line) => line.split(/:\s*/)),
  );
  expect(status).toMatchObject({ CapEff: '0000000000000000', CapBnd: '0000000000000000', NoNewPrivs: '1' });
  expect(status.Uid).toMatch(/^65532\t65532/);
  const writing =
    'for (const f of ["/app/onboarding.js", "/tmp/x"]) try { fs.appendFileSync(f, "x"); console.log(f) } catch { }';
  expect(await podman('exec', nameOf('api'), '/usr/local/bin/node', '-e', writing)).toBe('');
});

test('contains an SBOM and licences, no development tools, and is smaller than 250 MB', async () => {
  const reading =
    'console.log(JSON.stringify([fs.readFileSync("/app/sbom.cdx.json", "utf8"), fs.readFileSync("/app/licences.txt", "utf8"), fs.readdirSync("/app/node_modules"), fs.readdirSync("/usr/local/bin")]))';
  const [bill, licences, packages, programs] = JSON.parse(
    await podman('exec', nameOf('api'), '/usr/local/bin/node', '-e', reading),
  );
  const { bomFormat, components } = JSON.parse(bill);
  const names = components.map(({ purl }: { purl: string }) => purl.replace(/@[^@]+$/, ''));
  expect(bomFormat).toBe('CycloneDX');
  expect(names).toEqual(expect.arrayContaining(['pkg:npm/fastify', 'pkg:npm/pg', 'pkg:npm/react', 'pkg:generic/node']));
  expect(names.filter((name: string) => /\/(vitest|vite|typescript|rolldown|knip)$/.test(name))).toEqual([]);
  expect(licences).toMatch(/^fastify@[\d.]+: MIT$/m);
  expect(packages.sort()).toEqual(['@node-rs', '@simplewebauthn']);
  expect(programs).toEqual(['node']);
  const size = Number(await podman('image', 'inspect', '--format', '{{.Size}}', image.name));
  expect(size).toBeLessThan(250 * MEGABYTE);
  console.log(
    `The image has ${(size / MEGABYTE).toFixed(0)} MB and ${components.length} components; identity was ready after ${readySeconds.toFixed(1)} s.`,
  );
});

test("docs/image.md: its commands run the API and an operator's command, and extract the SBOM and licences", async () => {
  const [, start = '', command = '', look = ''] = readBlocks(await readFile('docs/image.md', 'utf8'), {});
  const folder = await mkdtemp(join(tmpdir(), 'image-page-'));
  const port = await freePort();
  const { NODE_EXTRA_CA_CERTS: _, ...given } = apiSettings;
  const settings: typeof apiSettings = {
    ...given,
    HOST: '127.0.0.1',
    PORT: String(port),
    METRICS_PORT: String(await freePort()),
  };
  const linesOf = (values: object) => Object.entries(values).map(([name, value]) => `${name}=${value}\n`);
  // Host network and no health check, because there is no container network and no systemd here.
  const podmanLine = `case $1 in run) shift; exec podman run --rm --network host --no-healthcheck "$@";; *) exec podman "$@";; esac`;
  const commands = await installCommands(join(folder, 'bin'), { docker: podmanLine });
  const placed = [
    `PATH=${commands}:$PATH`,
    `${start.trim()} > api.log 2>&1 &`,
    'api=$!',
    `trap 'kill $api' EXIT`,
    command,
  ]
    .concat(
      `until curl -s http://127.0.0.1:${port}/health/live; do sleep 1; done`,
      look,
      'kill $api',
      'trap - EXIT',
      'wait $api',
    )
    .map((block) => block.replaceAll(':8080', `:${port}`).replaceAll(PUBLISHED, image.name));
  try {
    await writeFile(join(folder, 'api.env'), linesOf(settings));
    await writeFile(
      join(folder, 'ctl.env'),
      linesOf({ OPERATIONS_DATABASE_URL: database.operationsUrl, KEY_RING: settings.KEY_RING }),
    );
    const said = await runBlocks(folder, placed, {
      ...process.env,
      CONTAINERS_CONF: resolve('scripts/image/containers.conf'),
    });
    expect(said).toContain('Test partner');
    expect(said).toContain(`${version} (${COMMIT})`);
    expect(said).toContain(`{"status":"alive","version":"${version}","commit":"${COMMIT}"}`);
    const { components } = JSON.parse(await readFile(join(folder, 'sbom.cdx.json'), 'utf8'));
    expect(components.length).toBeGreaterThan(100);
    expect(await readFile(join(folder, 'licences.txt'), 'utf8')).toContain('fastify@');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('its health check fails for a service that does not respond', async () => {
  const check = ['/usr/local/bin/node', '/app/onboarding.js', 'health'];
  expect(await podman('exec', nameOf('worker'), ...check)).toBe('');
  await expect(podman('exec', '--env', 'PORT=1', nameOf('worker'), ...check)).rejects.toMatchObject({ code: 1 });
});

test('every service exits with 0 on SIGTERM', async () => {
  expect(await Promise.all([api, identity, worker].map((service) => service.stop()))).toEqual([0, 0, 0]);
});
