#!/usr/bin/env node
import { LISTEN_HELP, readListenSettings } from './config.ts';
import { CliFailure } from './failure.ts';
import { listen } from './listen.ts';

const HELP = `usage: onboarding COMMAND [options]

  listen   forwards your events to a port of this machine, signed as real deliveries

"onboarding COMMAND --help" tells more.
`;

const isHelp = (part: string | undefined) => part === '--help' || part === '-h' || part === 'help';

async function run([command, ...parts]: string[]): Promise<void> {
  if (command === undefined || isHelp(command)) {
    process.stdout.write(HELP);
    return;
  }
  if (command !== 'listen') throw new CliFailure(`There is no command "${command}". See "onboarding --help".`);
  if (parts.some(isHelp)) {
    process.stdout.write(LISTEN_HELP);
    return;
  }
  const settings = await readListenSettings(parts, new Date());
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  await listen(settings, stop.signal, (line) => console.log(line));
}

try {
  await run(process.argv.slice(2));
} catch (thrown) {
  if (!(thrown instanceof CliFailure)) throw thrown;
  console.error(thrown.message);
  process.exitCode = 1;
}
