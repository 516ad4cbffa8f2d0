// A real Redis for one test, which can be killed, frozen and restarted on the same port.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../scripts/free-port.ts';
import { isPortServed } from '../../../scripts/servers/ports.ts';
import { until } from '../patience.ts';

export interface TestRedis {
  url: string;
  /** Kills it, like a power cut. */
  kill(): Promise<void>;
  /** Starts it again, empty. */
  start(): Promise<void>;
  /** Connections stay open without responses, as on a hung host. */
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

export async function startRedis(): Promise<TestRedis> {
  const port = await freePort();
  const directory = await mkdtemp(join(tmpdir(), 'redis-'));
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    const place = ['--port', String(port), '--bind', '127.0.0.1', '--dir', directory];
    const started = spawn('redis-server', [...place, '--save', '', '--appendonly', 'no'], { stdio: 'ignore' });
    child = started;
    let failure: Error | undefined;
    started.on('error', (error) => {
      failure = new Error('redis-server could not be started; install it to run this test', { cause: error });
    });
    await until(async () => {
      if (failure !== undefined) throw failure;
      return isPortServed(port);
    }, 'Redis accepts connections');
  }
  async function kill(): Promise<void> {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    kill,
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    async close() {
      await kill();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
