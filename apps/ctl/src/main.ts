#!/usr/bin/env node
import { createInterface } from 'node:readline/promises';
import { exitWithReader } from '@onboarding/command';
import { environment } from './config.ts';
import { runProgram } from './program.ts';

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

exitWithReader(process.stdout);
// Libraries, such as nodemailer, write warnings; commands report what they find in their own words.
console.warn = () => {};

process.exitCode = await runProgram(process.argv.slice(2), {
  environment: environment(),
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  ask: process.stdin.isTTY ? ask : undefined,
  width: process.stdout.columns ?? Number.POSITIVE_INFINITY,
});
