import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { failureCode, StackFailure } from './failure.ts';
import { isPortFree, isPortServed } from './ports.ts';
import { endProcess, isAlive, type ProcessIdentity, signalProcess, startDetached, waitFor } from './processes.ts';
import { readStateFile, writeStateFile } from './state-file.ts';

export interface ClamdServer {
  readonly identity: ProcessIdentity;
  readonly pid: number;
  readonly port: number;
  /** False if it was already running. */
  readonly started: boolean;
  stop(): Promise<void>;
  /** Kills it, as a crash would. */
  kill(): void;
}

/** In two halves, so that no scanner reports this file. */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

const START_WITHIN_MS = 240_000;
const STOP_WITHIN_MS = 10_000;

const recordSchema = z.object({ pid: z.int().positive(), startTime: z.string(), port: z.int() });

export async function startClamd(settings: { directory: string; port: number }): Promise<ClamdServer> {
  const directory = resolve(settings.directory);
  const { port } = settings;
  const running = await findClamd(directory);
  if (running?.port === port && (await isPortServed(port))) return running;
  await running?.stop();
  if (!(await isPortFree(port))) throw new StackFailure(`Port ${port} on 127.0.0.1 is taken by another program`);
  const configuration = await configure(directory, port);
  const logFile = join(directory, 'clamd.log');
  const identity = await launch(directory, configuration, logFile);
  await writeStateFile(recordFile(directory), { ...identity, port });
  const ready = async () => !isAlive(identity) || (await isPortServed(port));
  if (!(await waitFor(ready, START_WITHIN_MS)) || !isAlive(identity)) {
    await endProcess(identity, STOP_WITHIN_MS);
    throw new StackFailure(
      `The virus scanner did not start: read ${logFile} (if AppArmor restricts clamd to its own folders, run aa-complain clamd)`,
    );
  }
  return { ...serverOf(directory, identity, port), started: true };
}

/** The running scanner of the directory. */
export async function findClamd(given: string): Promise<ClamdServer | undefined> {
  const directory = resolve(given);
  const record = await readStateFile(recordFile(directory), recordSchema);
  if (record === undefined || !isAlive(record)) return undefined;
  const { port, ...identity } = record;
  return serverOf(directory, identity, port);
}

function serverOf(directory: string, identity: ProcessIdentity, port: number): ClamdServer {
  return {
    identity,
    pid: identity.pid,
    port,
    started: false,
    async stop() {
      await endProcess(identity, STOP_WITHIN_MS);
      await rm(recordFile(directory), { force: true });
    },
    kill: () => signalProcess(identity, 'SIGKILL', 'process'),
  };
}

async function configure(directory: string, port: number): Promise<string> {
  const signatures = join(directory, 'signatures');
  await mkdir(signatures, { recursive: true });
  await writeFile(join(signatures, 'test.ndb'), `Eicar-Test-Signature:0:*:${Buffer.from(EICAR).toString('hex')}\n`);
  const configuration = join(directory, 'clamd.conf');
  await writeFile(
    configuration,
    [
      `DatabaseDirectory ${signatures}`,
      `TCPSocket ${port}`,
      'TCPAddr 127.0.0.1',
      'StreamMaxLength 25M',
      'MaxThreads 8',
      'SelfCheck 0',
      'Foreground yes',
      ...(process.getuid?.() === 0 ? ['User root'] : []),
      '',
    ].join('\n'),
  );
  return configuration;
}

async function launch(directory: string, configuration: string, logFile: string): Promise<ProcessIdentity> {
  try {
    return await startDetached({
      program: 'clamd',
      parameters: ['-c', configuration],
      folder: directory,
      environment: { PATH: `${process.env.PATH}:/usr/sbin` },
      logFile,
    });
  } catch (thrown) {
    if (failureCode(thrown) !== 'ENOENT') throw thrown;
    throw new StackFailure('clamd is not installed: apt-get install --no-install-recommends clamav-daemon');
  }
}

function recordFile(directory: string): string {
  return join(directory, 'clamd.pid.json');
}
