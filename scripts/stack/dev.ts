/** The stack for working on the API, which runs in the foreground and restarts when its sources change. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { describeFailure, StackFailure } from '../servers/failure.ts';
import { identifyProcess, waitFor } from '../servers/processes.ts';
import { bringUpFoundations, nextSteps, type StartedPart } from './bring-up.ts';
import { isHealthy, recordService, type Service, stopService } from './services.ts';
import { requireFreePorts, type StackSettings } from './settings.ts';

/** Runs until Ctrl-C, then stops what it started and leaves what was already running. */
export async function develop(settings: StackSettings): Promise<void> {
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt).on('SIGHUP', interrupt);
  const started: StartedPart[] = [];
  try {
    const api = await bringUpFoundations(settings, started);
    watchSites(settings, started);
    if (!interruption.signal.aborted) await watchApi(settings, api, started, interruption.signal);
  } finally {
    console.log('');
    for (const part of started.toReversed()) await stopPart(part);
  }
}

/** Rebuilds the portal when its sources change; the API of a development environment detects it automatically. */
function watchSites(settings: StackSettings, started: StartedPart[]): void {
  const builder = spawn(process.execPath, ['scripts/build-sites.ts', '--watch'], {
    cwd: settings.project,
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = once(builder, 'exit');
  started.push({
    title: 'Portal',
    async stop() {
      builder.kill();
      await ended;
    },
  });
}

/** Only reports a part that does not stop, so that the others are stopped too. */
async function stopPart(part: StartedPart): Promise<void> {
  try {
    await part.stop();
    console.log(`  ${part.title.padEnd(20)}stopped`);
  } catch (thrown) {
    console.error(`stack: ${part.title}: ${describeFailure(thrown)}`);
    process.exitCode = 1;
  }
}

async function watchApi(
  settings: StackSettings,
  api: Service,
  started: StartedPart[],
  interruption: AbortSignal,
): Promise<void> {
  // An API left by "up" would occupy the port; this one replaces it.
  await stopService(settings, 'api');
  await requireFreePorts(settings, api.needs);

  // In separate process groups, so that Ctrl-C reaches only this process and each child is stopped once and in order.
  const watcher = spawn(process.execPath, ['--watch', '--watch-preserve-output', api.script], {
    cwd: settings.project,
    env: { ...process.env, ...api.environment },
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(watcher, 'exit');
  const printer = prettyPrinter();
  const printed = once(printer, 'exit');
  if (printer.stdin !== null) watcher.stdout.pipe(printer.stdin);
  const identity = watcher.pid === undefined ? undefined : identifyProcess(watcher.pid);
  if (identity === undefined)
    throw new StackFailure('The API could not be started: run "npm run stack -- up" to see why');
  started.push({
    title: 'API',
    stop: async () => {
      await stopService(settings, 'api');
      await printed;
    },
  });
  await recordService(settings, api, identity);

  const stopped = Promise.race([ended, aborted(interruption)]);
  const healthy = waitFor(() => isHealthy(api.port, api.health), 120_000);
  // An API that does not start stays in the foreground: its log says why, and saving a source file restarts it.
  if ((await Promise.race([stopped, healthy])) === true) console.log(`${nextSteps(settings)}, or Ctrl-C here\n`);
  await stopped;
}

function prettyPrinter(): ChildProcess {
  const program = createRequire(import.meta.url).resolve('pino-pretty/bin.js');
  const parameters = [program, '--translateTime', 'SYS:HH:MM:ss.l', '--ignore', 'pid,hostname'];
  return spawn(process.execPath, parameters, { detached: true, stdio: ['pipe', 'inherit', 'inherit'] });
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}
