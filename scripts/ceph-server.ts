/**
 * A real S3 server on loopback, for the local stack and for the tests: the smallest Ceph there is. One directory is one
 * server: whoever starts the same directory again gets the one that already runs.
 */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type CephSettings, cephConfiguration } from './stack/ceph-place.ts';
import { describeFailure, StackFailure } from './stack/failure.ts';
import { isPortFree } from './stack/ports.ts';
import { endProcess, identifyProcess, type ProcessIdentity, waitFor } from './stack/processes.ts';

export type { CephSettings } from './stack/ceph-place.ts';

export interface CephServer {
  readonly url: string;
  readonly started: boolean;
  stop(): Promise<void>;
}

const DAEMONS = ['rgw', 'osd.0', 'mon.a'] as const;
const START_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 15_000;
const run = promisify(execFile);

export async function startCeph(given: CephSettings): Promise<CephServer> {
  const settings = { ...given, directory: resolve(given.directory) };
  const { directory, port } = settings;
  const url = `http://127.0.0.1:${port}`;
  const stop = () => stopCeph(directory);
  if ((await findCeph(directory)) && (await answers(url))) return { url, started: false, stop };
  await stop();
  for (const needed of [port, settings.monitorPort]) {
    if (!(await isPortFree(needed))) throw new StackFailure(`Port ${needed} on 127.0.0.1 is taken by another program`);
  }
  try {
    // What is kept in memory only is of no use to a later start.
    if (!settings.durable) await rm(directory, { recursive: true, force: true });
    await launch(settings);
  } catch (thrown) {
    await stop();
    const missing = failedToFind(thrown);
    if (missing !== undefined) {
      throw new StackFailure(
        `${missing} is not installed: apt-get install --no-install-recommends ceph-mon ceph-osd radosgw ceph-common`,
      );
    }
    throw thrown;
  }
  if (!(await waitFor(() => answers(url), START_WITHIN_MS))) {
    await stop();
    throw new StackFailure(`The S3 server did not start: read ${join(directory, 'log')}`);
  }
  return { url, started: true, stop };
}

/** Whether all parts of the server run. */
export async function findCeph(directory: string): Promise<boolean> {
  const found = await Promise.all(DAEMONS.map((name) => daemon(resolve(directory), name)));
  return found.every((identity) => identity !== undefined);
}

export async function stopCeph(directory: string): Promise<void> {
  for (const name of DAEMONS) {
    const identity = await daemon(resolve(directory), name);
    if (identity !== undefined) await endProcess(identity, STOP_WITHIN_MS);
  }
}

async function launch(settings: CephSettings): Promise<void> {
  const { directory, accessKey, secretKey } = settings;
  const configuration = join(directory, 'ceph.conf');
  const ceph = (program: string, ...parameters: string[]) =>
    run(program, parameters, { env: { ...process.env, CEPH_CONF: configuration } });
  const fresh = !existsSync(join(directory, 'made'));
  if (fresh) await rm(directory, { recursive: true, force: true });
  for (const name of ['run', 'log', 'mon.a', 'osd.0']) await mkdir(join(directory, name), { recursive: true });
  const fsid = fresh ? randomUUID() : await fsidOf(configuration);
  await writeFile(configuration, cephConfiguration(settings, fsid));
  if (fresh) {
    await writeFile(join(directory, 'keyring'), '');
    const map = join(directory, 'monmap');
    const address = `[v1:127.0.0.1:${settings.monitorPort}]`;
    await ceph('monmaptool', '--create', '--fsid', fsid, '--addv', 'a', address, map);
    await ceph('ceph-mon', '-i', 'a', '--mkfs', '--monmap', map, '--keyring', join(directory, 'keyring'));
  }
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
  if (fresh) {
    const keys = ['--access-key', accessKey, '--secret-key', secretKey];
    await ceph('radosgw-admin', 'user', 'create', '--uid=onboarding', '--display-name=onboarding', ...keys);
  }
  await ceph('radosgw', '-n', 'client.rgw');
  await writeFile(join(directory, 'made'), '');
}

async function fsidOf(configuration: string): Promise<string> {
  const [, fsid] = /^fsid = (.+)$/m.exec(await readFile(configuration, 'utf8')) ?? [];
  if (fsid === undefined) throw new StackFailure(`${configuration} is damaged: remove its folder and start again`);
  return fsid;
}

/** The process that a pid file names, if that really is a part of this Ceph. */
async function daemon(directory: string, name: string): Promise<ProcessIdentity | undefined> {
  const pid = Number(await readFile(join(directory, 'run', `${name}.pid`), 'utf8').catch(() => ''));
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
  if (!/radosgw|ceph-(mon|osd)/.test(command) || !environment.includes(join(directory, 'ceph.conf'))) return undefined;
  return identifyProcess(pid);
}

async function answers(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await answer.body?.cancel();
    return true;
  } catch {
    return false;
  }
}

function failedToFind(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error) || !('code' in thrown) || thrown.code !== 'ENOENT') return undefined;
  return 'path' in thrown ? String(thrown.path) : describeFailure(thrown);
}
