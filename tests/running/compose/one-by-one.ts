// Runs in a separate network (tests/harness/own-network.ts): starts every service of deploy/compose.yaml in order, calls them
// as a first-time user would, and writes a report. Services with our image run in containers as the file says; those with the
// demo image run from its sources; the tests' own servers replace third-party images.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { startClamd } from '../../../scripts/servers/clamd-server.ts';
import { isPortServed } from '../../../scripts/servers/ports.ts';
import { findPostgres, removePostgres, startPostgres } from '../../../scripts/servers/postgres-server.ts';
import { validBody } from '../../harness/bodies.ts';
import { type ComposeService, readComposeFile } from '../../harness/compose-file.ts';
import { until } from '../../harness/patience.ts';
import { podman } from '../../harness/podman.ts';
import { startMailbox } from '../../harness/servers/mail.ts';
import { startNameServer } from '../../harness/servers/name-server.ts';

export interface Report {
  created: { status: number; text: string };
  pages: Record<string, number>;
  stoppedWith: Record<string, string>;
}

const [folder = '', image = ''] = process.argv.slice(2);
const { services } = readComposeFile();
const OURS = ['identity', 'api', 'worker'];
const containerOf = (name: string) => `onboarding-compose-${name}-${process.pid}`;
const closing: (() => Promise<unknown>)[] = [];
try {
  await writeFile(join(folder, 'report.json'), JSON.stringify(await tryEverything()));
} finally {
  for (const close of closing.reverse()) await close().catch(console.error);
}

async function tryEverything(): Promise<Report> {
  const names = await startNameServer(
    Object.fromEntries(Object.keys(services).map((name) => [name, ['127.0.0.1']])),
    53,
  );
  closing.push(() => names.close());
  await startOthers();
  await startStorage();
  await run('setup');
  for (const name of OURS) await startContainer(name);
  const token = (await run('demo', 'token', 'acme')).trim();
  const site = 'http://127.0.0.1:8080';
  const created = await fetch(`${site}/api/partner/v1/business-profiles`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(validBody()),
  });
  const pages: Report['pages'] = {};
  for (const path of ['/portal/', '/console/', '/docs/']) {
    const answer = await fetch(site + path);
    pages[path] = answer.status;
    // Read the body to its end: an unread response keeps the process from stopping.
    await answer.text();
  }
  const report = { created: { status: created.status, text: await created.text() }, pages, stoppedWith: {} };
  return { ...report, stoppedWith: await stopContainers() };
}

function serviceOf(name: string): ComposeService {
  const service = services[name];
  if (service === undefined) throw new Error(`There is no service ${name}`);
  return service;
}

async function startOthers(): Promise<void> {
  const directory = join(folder, 'postgres');
  await findPostgres(directory)?.stop();
  const postgres = await startPostgres({ directory, port: 5432, durable: false, log: () => {} });
  closing.push(async () => {
    await postgres.stop();
    await removePostgres(directory);
  });
  const client = new Client({ connectionString: postgres.superuserUrl, ssl: false });
  // Without a handler, this process would crash if the server stops first.
  client.on('error', () => undefined);
  await client.connect();
  await client.query(`alter role postgres password '${serviceOf('postgres').environment.POSTGRES_PASSWORD}'`);
  await client.end();
  const clamd = await startClamd({ directory: join(folder, 'clamd'), port: 3310 });
  closing.push(() => clamd.stop());
  const mailbox = await startMailbox({ port: 1025 });
  closing.push(() => mailbox.close());
}

/** The command of the demo image with the settings of the service; a folder replaces its volume. */
function demo(name: string, words: readonly string[]) {
  const { entrypoint = ['node'], command = [], environment } = serviceOf(name);
  const [, ...first] = entrypoint;
  const place = join(folder, String(environment.ONBOARDING_STACK_DIR));
  const env = { ...process.env, ...strings(environment), ONBOARDING_STACK_DIR: place };
  return [process.execPath, [...first, ...command, ...words], { env }] as const;
}

function strings(environment: ComposeService['environment']): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, String(value)]));
}

async function run(name: string, ...words: string[]): Promise<string> {
  return (await promisify(execFile)(...demo(name, words))).stdout;
}

async function startStorage(): Promise<void> {
  const child = spawn(...demo('storage', []));
  closing.push(async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  });
  child.stderr.pipe(process.stderr);
  await until(async () => {
    if (child.exitCode !== null) throw new Error('The storage has ended');
    return isPortServed(8084);
  }, 'the storage answers');
}

async function startContainer(name: string): Promise<void> {
  const service = serviceOf(name);
  const container = containerOf(name);
  await podman(
    ...['run', '--detach', '--name', container, '--network', 'host', '--no-healthcheck'],
    ...Object.keys(services).flatMap((host) => ['--add-host', `${host}:127.0.0.1`]),
    ...Object.entries(service.environment).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
    ...(service.read_only === true ? ['--read-only', '--read-only-tmpfs=false'] : []),
    ...(service.cap_drop ?? []).flatMap((right) => ['--cap-drop', right]),
    ...(service.security_opt ?? []).flatMap((option) => ['--security-opt', option.replace(/:true$/, '')]),
    ...[image, ...(service.command ?? [])],
  );
  closing.push(() => podman('rm', '--force', container));
  // The same as the image's health check, which needs systemd.
  const check = ['exec', container, '/usr/local/bin/node', '/app/onboarding.js', 'health'];
  await until(async () => {
    const state = (await podman('inspect', '--format', '{{.State.Status}}', container)).trim();
    if (state !== 'running') throw new Error(`${name} is ${state}:\n${await podman('logs', container)}`);
    return podman(...check).then(
      () => true,
      () => false,
    );
  }, `${name} is healthy`);
  // Liveness is not enough: readiness means that its database and other dependencies respond.
  const ready = `http://127.0.0.1:${service.environment.PORT}/health/ready`;
  await until(async () => (await fetch(ready)).ok, `${name} is ready`);
}

async function stopContainers(): Promise<Report['stoppedWith']> {
  const stopped: Report['stoppedWith'] = {};
  for (const name of OURS.toReversed()) {
    await podman('stop', '--time', '60', containerOf(name));
    stopped[name] = (await podman('inspect', '--format', '{{.State.ExitCode}}', containerOf(name))).trim();
  }
  return stopped;
}
