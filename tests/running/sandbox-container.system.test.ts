// The container of docs/quickstart.md: builds the image, and follows the page in it, away from the repository. Podman takes the
// place of Docker, with the network of this machine instead of published ports, and Debian's archive that of a base image.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildStaleSites } from '../../scripts/build-sites.ts';
import { freePort } from '../../scripts/free-port.ts';
import { PORT_NAMES, portVariable } from '../../scripts/stack/settings.ts';
import { blocksOf, runBlocks } from '../harness/page-blocks.ts';
import { until } from '../harness/patience.ts';
import { PODMAN_ENVIRONMENT, podman } from '../harness/podman.ts';

const NAME = 'onboarding-sandbox';
const [build = '', start = '', first = '', starter = '', listen = '', program = ''] = blocksOf(
  readFileSync('docs/quickstart.md', 'utf8'),
  'shell',
);
const NPM = 'env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt npm ci --ignore-scripts --prefer-offline';
const ADAPTED = String.raw`#!/bin/sh
set -eu
what=$1
shift
case $what in
build)
  exec podman build --format docker --layers=false --network host \
    --build-arg SANDBOX_BASE=localhost/onboarding-debian:${process.versions.node} \
    --build-arg 'INSTALL=${NPM} --omit=dev' --build-arg 'INSTALL_ALL=${NPM}' "$@"
  ;;
run)
  for word in "$@"; do
    shift
    case $word in -p | 127.0.0.1:*) ;; *) set -- "$@" "$word" ;; esac
  done
  exec podman run --network host --no-healthcheck $CONTAINER_PORTS "$@"
  ;;
exec)
  if [ "$1" = -it ]; then shift; fi
  exec podman exec "$@"
  ;;
*) exec podman "$what" "$@" ;;
esac
`;

let folder: string;
let environment: NodeJS.ProcessEnv;
let api: string;
const background: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-container-'));
  await writeFile(join(folder, 'docker'), ADAPTED, { mode: 0o755 });
  const ports = await Promise.all(PORT_NAMES.map(async (name) => [portVariable('sandbox', name), await freePort()]));
  api = `http://localhost:${Object.fromEntries(ports)[portVariable('sandbox', 'api')]}`;
  environment = {
    ...PODMAN_ENVIRONMENT,
    PATH: `${folder}:${process.env.PATH}`,
    CONTAINER_PORTS: ports.map(([variable, port]) => `--env ${variable}=${port}`).join(' '),
    PORT: String(await freePort()),
  };
  await Promise.all([
    buildStaleSites(['portal', 'console', 'docs']),
    promisify(execFile)(resolve('scripts/image/stand-in-bases'), ['debian'], { env: environment }),
  ]);
  await podman('rm', '--force', '--ignore', NAME);
  await runBlocks('.', [build], environment);
});
afterAll(async () => {
  for (const child of background) child.kill();
  await podman('rm', '--force', '--ignore', '--volumes', NAME);
  await podman('rmi', '--force', NAME);
  await rm(folder, { recursive: true, force: true });
});

const run = (block: string, place = folder) => runBlocks(place, [block], environment);

const untilReady = () =>
  until(async () => (await fetch(`${api}/health/ready`).catch(() => undefined))?.ok === true, 'the API answers again');

/** Starts a block that runs until it is stopped, and returns once it has printed this. */
async function follow(block: string, place: string, awaited: string): Promise<string[]> {
  const child = spawn('sh', ['-eu', '-c', `exec ${block}`], { cwd: place, env: environment });
  background.push(child);
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr]) createInterface(stream).on('line', (line) => printed.push(line));
  await until(async () => printed.some((line) => line.includes(awaited)) || child.exitCode !== null, awaited);
  expect(printed.join('\n')).toContain(awaited);
  return printed;
}

test('a business is onboarded by the command in the container and by a program outside of it, as the page says', async () => {
  const [launch = '', log = ''] = start.trim().split('\n');
  await run(launch);
  await follow(log, folder, 'The sandbox is up.');
  expect(await run(first)).toContain('is Approved.');

  const inside = join(folder, 'starter');
  const commands = starter.trim().split('\n');
  const receive = commands.pop() ?? '';
  await run(commands.join('\n'));
  const received = await follow(receive, inside, 'Listening for webhooks');
  const forwarding = listen.trim().replace('host.docker.internal:3000', `localhost:${environment.PORT}`);
  await follow(forwarding, inside, 'Ready.');
  expect((await run(program, inside)).replace(/: [-0-9a-f]{36},/, ': ID,').split('\n')).toEqual([
    'Created: ID, PendingVerification',
    'Document: Confirmed',
    'Decision: Approved',
    '',
  ]);
  await until(async () => received.some((line) => line.endsWith('Approved')), 'the receiver gets the approval');
  expect(received).toContain('Verified: business.document.confirmed');
});

test('it serves the portal and the documentation, and prints how to sign in', async () => {
  for (const path of ['/portal/', '/docs/']) expect((await fetch(api + path)).status, path).toBe(200);
  expect(await run(`docker exec ${NAME} stack code admin@acme.example`)).toMatch(/^Code +\d{6}$/m);
});

test('after a kill, it starts again with its data, and a stop ends it with 0', async () => {
  const before = await run(`docker exec ${NAME} onboarding businesses list`);
  expect(before).toContain('Approved');
  await run(`docker kill ${NAME}`);
  await run(`docker start ${NAME}`);
  await untilReady();
  expect(await run(`docker exec ${NAME} onboarding businesses list`)).toBe(before);
  await run(`docker stop -t 60 ${NAME}`);
  expect((await podman('inspect', '--format', '{{.State.ExitCode}}', NAME)).trim()).toBe('0');
});

test('if one of its parts ends, the container exits with 1 and names the part', async () => {
  await run(`docker start ${NAME}`);
  await untilReady();
  const state = JSON.parse(await podman('exec', NAME, 'cat', '/data/scanner/clamd.pid.json'));
  await podman('exec', NAME, 'node', '-e', `process.kill(${state.pid}, 'SIGKILL')`);
  await once(spawn('podman', ['wait', NAME], { env: environment }), 'exit');
  expect((await podman('inspect', '--format', '{{.State.ExitCode}}', NAME)).trim()).toBe('1');
  const { stderr } = await promisify(execFile)('podman', ['logs', NAME], { env: environment });
  expect(stderr).toContain('Virus scanner has stopped');
});
