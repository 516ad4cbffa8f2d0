/**
 * A real S3 server on loopback, for the local stack and for the tests: a minimal Ceph. One directory is one server:
 * starting the same directory again returns the running one.
 */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type CephSettings, cephConfiguration, portOf, topicsPortOf } from './ceph-place.ts';
import { failureCode, StackFailure } from './failure.ts';
import { isPortFree } from './ports.ts';
import { endProcess, identifyProcess, type ProcessIdentity, waitFor } from './processes.ts';

export { CEPH_USERS, type CephSettings } from './ceph-place.ts';

export interface CephServer {
  readonly url: string;
  /** The gateway with the notifications API, if there is one. */
  readonly topicsUrl: string | undefined;
  /** The process that answers requests. */
  readonly pid: number;
  /** The process that stores the objects. */
  readonly storePid: number;
  readonly port: number;
  /** False if it was already running. */
  readonly started: boolean;
  stop(): Promise<void>;
}

const DAEMONS = ['rgw', 'osd.0', 'mon.a', 'topics'] as const;
const START_WITHIN_MS = 240_000;
const MOST_ATTEMPTS = 6;
const PAUSE_MS = 100;
const STOP_WITHIN_MS = 15_000;
const run = promisify(execFile);

export async function startCeph(given: CephSettings): Promise<CephServer> {
  const settings = { ...given, directory: resolve(given.directory) };
  const { directory, port } = settings;
  const running = await findCeph(directory);
  if (running?.port === port && (await isAsWanted(settings)) && (await answers(running.url))) return running;
  await stopCeph(directory);
  for (const needed of [port, settings.monitorPort, settings.topicsPort]) {
    if (needed === undefined) continue;
    if (!(await isPortFree(needed))) throw new StackFailure(`Port ${needed} on 127.0.0.1 is taken by another program`);
  }
  try {
    // Data that was only in memory is useless to a later start.
    if (!settings.durable) await rm(directory, { recursive: true, force: true });
    await launch(settings);
    const started = await findCeph(directory);
    if (started === undefined) throw new StackFailure(`The S3 server has stopped: read ${join(directory, 'log')}`);
    return { ...started, started: true };
  } catch (thrown) {
    await stopCeph(directory);
    throw explained(thrown);
  }
}

/** The running server of the directory; undefined also if only a part of it runs. */
export async function findCeph(given: string): Promise<CephServer | undefined> {
  const directory = resolve(given);
  const [gateway, store, monitor, topics] = await Promise.all(DAEMONS.map((name) => daemon(directory, name)));
  const configuration = await readFile(configurationFile(directory), 'utf8').catch(() => '');
  const [port, topicsPort] = [portOf(configuration), topicsPortOf(configuration)];
  if (gateway === undefined || store === undefined || monitor === undefined || port === undefined) return undefined;
  if (topicsPort !== undefined && topics === undefined) return undefined;
  return {
    url: urlOf(port),
    topicsUrl: topicsPort === undefined ? undefined : urlOf(topicsPort),
    pid: gateway.pid,
    storePid: store.pid,
    port,
    started: false,
    stop: () => stopCeph(directory),
  };
}

export async function stopCeph(directory: string): Promise<void> {
  for (const name of DAEMONS) {
    const identity = await daemon(resolve(directory), name);
    if (identity !== undefined) await endProcess(identity, STOP_WITHIN_MS);
  }
}

async function launch(settings: CephSettings): Promise<void> {
  const { directory } = settings;
  const configuration = configurationFile(directory);
  const ceph = programsOf(directory);
  const finished = join(directory, 'made');
  const fresh = !existsSync(finished);
  if (fresh) await rm(directory, { recursive: true, force: true });
  for (const name of ['run', 'log', 'mon.a', 'osd.0']) await mkdir(join(directory, name), { recursive: true });
  const fsid = fresh ? randomUUID() : await fsidOf(configuration);
  await writeFile(configuration, cephConfiguration(settings, fsid), { mode: 0o600 });
  if (fresh) await makeMonitor(ceph, settings, fsid);
  else await moveMonitor(ceph, settings);
  await ceph('ceph-mon', '-i', 'a');
  if (fresh) {
    const store = randomUUID();
    await ceph('ceph', 'osd', 'new', store);
    await ceph('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', store);
    await ceph('ceph', 'osd', 'crush', 'add', 'osd.0', '1.0', 'host=localhost', 'root=default');
  }
  await ceph('ceph-osd', '-i', '0');
  const up = async () => (await ceph('ceph', 'osd', 'stat')).stdout.includes('1 up');
  if (!(await waitFor(up, START_WITHIN_MS))) throw new StackFailure("The S3 server's store did not start");
  await makeUsers(ceph, settings);
  await startGateway(ceph, 'client.rgw', settings.port, directory);
  if (settings.topicsPort !== undefined) await startGateway(ceph, 'client.topics', settings.topicsPort, directory);
  await writeFile(finished, '');
}

/** Creates missing users: an older server has only the first. */
async function makeUsers(ceph: Program, { accessKey, secretKey, links }: CephSettings): Promise<void> {
  const known: unknown = JSON.parse((await ceph('radosgw-admin', 'user', 'list')).stdout);
  const isKnown = (name: string) => Array.isArray(known) && known.includes(name);
  const user = (verb: string, name: string, ...more: string[]) =>
    ceph('radosgw-admin', 'user', verb, `--uid=${name}`, ...more);
  if (!isKnown('onboarding')) {
    await user('create', 'onboarding', '--display-name=onboarding', ...keyOf({ accessKey, secretKey }));
  }
  if (isKnown(LINK_USER)) {
    const { stdout } = await user('info', LINK_USER);
    if (stdout.includes(`"${LINK_SUBUSER}"`)) return;
    // From a release whose key could read uploads.
    await user('rm', LINK_USER);
  }
  await user('create', LINK_USER, `--display-name=${LINK_USER}`, ...LINK_RIGHTS, ...keyOf(links));
}

const LINK_USER = 'onboarding-links';
const LINK_SUBUSER = `${LINK_USER}:uploads`;
/**
 * In Ceph the uploader owns the object and may read it regardless of policies, so the key belongs to a subuser that can only
 * write. It cannot create buckets, nor list or read topics.
 */
const LINK_RIGHTS = [
  `--subuser=${LINK_SUBUSER}`,
  '--access=write',
  '--key-type=s3',
  '--max-buckets=-1',
  '--op-mask=write',
];

const keyOf = ({ accessKey, secretKey }: CephSettings['links']) => [
  '--access-key',
  accessKey,
  '--secret-key',
  secretKey,
];

type Program = (program: string, ...parameters: string[]) => Promise<{ stdout: string }>;

function programsOf(directory: string): Program {
  const env = { ...process.env, CEPH_CONF: configurationFile(directory) };
  return async (program, ...parameters) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await run(program, parameters, { env });
      } catch (thrown) {
        // On a busy machine a command may be sent before the monitor has identified the cluster, and is then refused.
        if (attempt === MOST_ATTEMPTS || failureCode(thrown) === 'ENOENT') throw thrown;
        await pause(attempt * PAUSE_MS);
      }
    }
  };
}

async function startGateway(ceph: Program, name: string, port: number, directory: string): Promise<void> {
  await ceph('radosgw', '-n', name);
  if (await waitFor(() => answers(urlOf(port)), START_WITHIN_MS)) return;
  throw new StackFailure(`The S3 server did not start: read ${join(directory, 'log')}`);
}

async function makeMonitor(ceph: Program, { directory, monitorPort }: CephSettings, fsid: string): Promise<void> {
  await writeFile(join(directory, 'keyring'), '');
  const map = join(directory, 'monmap');
  await ceph('monmaptool', '--create', '--fsid', fsid, '--addv', 'a', addressOf(monitorPort), map);
  await ceph('ceph-mon', '-i', 'a', '--mkfs', '--monmap', map, '--keyring', join(directory, 'keyring'));
}

/** A monitor uses the address that it was created with, whatever its configuration says. */
async function moveMonitor(ceph: Program, { directory, monitorPort }: CephSettings): Promise<void> {
  const map = join(directory, 'monmap');
  await ceph('ceph-mon', '-i', 'a', '--extract-monmap', map);
  const address = addressOf(monitorPort);
  if ((await ceph('monmaptool', '--print', map)).stdout.includes(`v1:127.0.0.1:${monitorPort}/`)) return;
  await ceph('monmaptool', '--rm', 'a', map);
  await ceph('monmaptool', '--addv', 'a', address, map);
  await ceph('ceph-mon', '-i', 'a', '--inject-monmap', map);
}

function urlOf(port: number): string {
  return `http://127.0.0.1:${port}`;
}

function addressOf(monitorPort: number): string {
  return `[v1:127.0.0.1:${monitorPort}]`;
}

function configurationFile(directory: string): string {
  return join(directory, 'ceph.conf');
}

async function isAsWanted(settings: CephSettings): Promise<boolean> {
  const file = configurationFile(settings.directory);
  return (await readFile(file, 'utf8')) === cephConfiguration(settings, await fsidOf(file));
}

async function fsidOf(configuration: string): Promise<string> {
  const [, fsid] = /^fsid = (.+)$/m.exec(await readFile(configuration, 'utf8')) ?? [];
  if (fsid === undefined) throw new StackFailure(`${configuration} is damaged: remove its folder and start again`);
  return fsid;
}

/** The process in a pid file, if it really belongs to this Ceph. */
async function daemon(directory: string, name: string): Promise<ProcessIdentity | undefined> {
  const pid = Number(await readFile(join(directory, 'run', `${name}.pid`), 'utf8').catch(() => ''));
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
  if (!/radosgw|ceph-(mon|osd)/.test(command) || !environment.includes(configurationFile(directory))) return undefined;
  return identifyProcess(pid);
}

async function answers(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(10_000) });
    await answer.body?.cancel();
    return true;
  } catch {
    return false;
  }
}

/** Adds how to fix a failure, if known. */
function explained(thrown: unknown): unknown {
  if (failureCode(thrown) !== 'ENOENT' || !(thrown instanceof Error) || !('path' in thrown)) return thrown;
  return new StackFailure(
    `${thrown.path} is not installed: apt-get install --no-install-recommends ceph-mon ceph-osd radosgw ceph-common`,
  );
}
