/** The stack for working on the API: it runs in the foreground and restarts when its sources change. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { bringUpFoundations, nextSteps, type StartedPart } from './bring-up.ts';
import { describeFailure, StackFailure } from './failure.ts';
import { requireFreePorts } from './ports.ts';
import { identifyProcess, waitFor } from './processes.ts';
import { isHealthy, recordService, type Service, stopService } from './services.ts';
import type { StackSettings } from './settings.ts';

/** Runs until Ctrl-C, then ends what it started and leaves what it found running. */
export async function develop(settings: StackSettings): Promise<void> {
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt).on('SIGHUP', interrupt);
  const started: StartedPart[] = [];
  try {
    const api = await bringUpFoundations(settings, started);
    if (!interruption.signal.aborted) await watchApi(settings, api, started, interruption.signal);
  } finally {
    console.log('');
    for (const part of started.toReversed()) await stopPart(part);
  }
}

/** A part that does not stop must not keep the others running, so it is reported here and goes no further. */
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
  // An API that "up" left running would hold the port; from here on this one takes its place.
  await stopService(settings, 'api');
  await requireFreePorts(settings, api.needs);

  // In groups of their own, so that Ctrl-C reaches this process alone and each child is ended once and in order.
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
  const healthy = waitFor(() => isHealthy(api.port, api.health), 30_000);
  // An API that does not start stays in the foreground: its log says why, and saving a source file tries again.
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
