#!/usr/bin/env node
import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { exitWithReader } from '@onboarding/command';
import { environment } from './config.ts';
import { runProgram } from './program.ts';

const WIDEST = 120;
const USUAL = 80;

async function ask(question: string): Promise<string> {
  // Line editing is left to the terminal, so that Ctrl-C still sends a signal.
  const terminal = createInterface({ input: process.stdin, output: process.stderr, terminal: false });
  try {
    return await terminal.question(question, { signal: stop.signal });
  } finally {
    terminal.close();
  }
}

const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.on(name, () => {
    // A second signal ends the process without waiting for current work.
    if (stop.signal.aborted) process.exit(130);
    stop.abort();
  });
exitWithReader(process.stdout);

process.exitCode = await runProgram(process.argv.slice(2), {
  environment: environment(),
  out: (written) => process.stdout.write(written),
  err: (written) => process.stderr.write(written),
  outIsTerminal: process.stdout.isTTY === true,
  errIsTerminal: process.stderr.isTTY === true,
  width: Math.min(process.stdout.columns || process.stderr.columns || USUAL, WIDEST),
  readInput: () => text(process.stdin),
  ask: process.stdin.isTTY ? ask : undefined,
  signal: stop.signal,
});
