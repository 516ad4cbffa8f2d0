/**
 * A real virus scanner on loopback, for the local stack and for the tests. It knows the one harmless file that every
 * scanner is to find (EICAR), which proves the wiring; production keeps the real signatures fresh.
 */
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { StackFailure } from './stack/failure.ts';
import { isPortFree } from './stack/ports.ts';
import { endProcess, isAlive, type ProcessIdentity, signalProcess, startDetached, waitFor } from './stack/processes.ts';

export interface ClamdServer {
  readonly identity: ProcessIdentity;
  stop(): Promise<void>;
  /** Ends it at once, as a crash would. */
  kill(): void;
}

/** In two halves, so that no scanner takes this file for one. */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

const START_WITHIN_MS = 30_000;
const STOP_WITHIN_MS = 10_000;

export async function startClamd(settings: { directory: string; port: number }): Promise<ClamdServer> {
  const directory = resolve(settings.directory);
  const { port } = settings;
  if (!(await isPortFree(port))) throw new StackFailure(`Port ${port} on 127.0.0.1 is taken by another program`);
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
  const logFile = join(directory, 'clamd.log');
  let identity: ProcessIdentity;
  try {
    identity = await startDetached({
      program: 'clamd',
      parameters: ['-c', configuration],
      folder: directory,
      environment: { PATH: `${process.env.PATH}:/usr/sbin` },
      logFile,
    });
  } catch (thrown) {
    throw new StackFailure('clamd is not installed: apt-get install --no-install-recommends clamav-daemon', {
      cause: thrown,
    });
  }
  const ready = async () => !isAlive(identity) || (await accepts(port));
  if (!(await waitFor(ready, START_WITHIN_MS)) || !isAlive(identity)) {
    await endProcess(identity, STOP_WITHIN_MS);
    throw new StackFailure(`The virus scanner did not start: read ${logFile}`);
  }
  return {
    identity,
    stop: () => endProcess(identity, STOP_WITHIN_MS),
    kill: () => signalProcess(identity, 'SIGKILL', 'process'),
  };
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
