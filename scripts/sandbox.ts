// The program of the sandbox's container: runs the whole stack in the foreground, and stops all of it.
import { setTimeout as pause } from 'node:timers/promises';
import { describeFailure } from './servers/failure.ts';
import { bringUp } from './stack/bring-up.ts';
import { isHealthy } from './stack/services.ts';
import { localUrl, readSettings, siteOf } from './stack/settings.ts';
import { writeStarter } from './stack/starter.ts';
import { listParts, takeDown } from './stack/take-down.ts';

const USAGE = `usage: docker run ... onboarding-sandbox [run | health]
  run     starts the sandbox, and stops it on SIGTERM or Ctrl-C; the default
  health  exits with 0 if the API answers
docs/sandbox.md explains the ports and the folder with the data.`;

const LOOKS_EVERY_MS = 5_000;
const STARTER = '/starter';

const settings = readSettings(process.env, 'sandbox');
const environments = [settings] as const;
const stop = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop.abort());

async function run(): Promise<void> {
  try {
    await bringUp(settings, { docs: false });
    await writeStarter(settings, STARTER);
    console.log(nextSteps());
    await untilStopped();
  } finally {
    await takeDown(environments);
  }
}

/** Throws if a part ends: a container that runs only in part helps nobody. */
async function untilStopped(): Promise<void> {
  while (!stop.signal.aborted) {
    const stopped = (await listParts(environments)).find(({ state }) => state === 'stopped');
    if (stopped !== undefined) throw new Error(`${stopped.title} has stopped: see ${settings.logDirectory}`);
    await pause(LOOKS_EVERY_MS, undefined, { signal: stop.signal }).catch(() => undefined);
  }
}

function nextSteps(): string {
  const api = siteOf(settings);
  const perform = 'docker exec onboarding-sandbox';
  return `
The sandbox is up.
  API      ${api}
  Docs     ${api}/docs
  Portal   ${api}/portal/
  Sign in  ${perform} stack code admin@acme.example
  Mails    ${localUrl(settings.ports.mail)}
  Token    ${perform} onboarding token
  Try it   ${perform} onboarding businesses create --example
  Starter  docker cp onboarding-sandbox:${STARTER} .
  Stop     docker stop -t 60 onboarding-sandbox`;
}

const [command = 'run'] = process.argv.slice(2);
try {
  if (command === 'run') await run();
  else if (command === 'health') process.exitCode = (await isHealthy(settings.ports.api, '/health/ready')) ? 0 : 1;
  else console.log(USAGE);
  if (!['run', 'health', '--help'].includes(command)) process.exitCode = 2;
} catch (thrown) {
  console.error(`sandbox: ${describeFailure(thrown)}`);
  process.exitCode = 1;
}
