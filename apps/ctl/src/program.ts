// The program `onboardingctl`. A command is added in three steps:
// 1. `commands/<noun>.ts` exports `add<Noun>(program, perform)`, which declares its verbs with a description, the settings that
//    they read and examples (`explained`), and wraps each action in `perform`, which passes it a `Task`.
// 2. It is listed in NOUNS below.
// 3. `npm run generate` writes docs/command.md; a test runs it through `runProgram`, and once as a process.
import { createProgram, performWith, runProgram as run } from '@onboarding/command';
import { BUILD_NAME } from '@onboarding/platform/build';
import type { Command } from 'commander';
import { addStaff, addUsers } from './commands/accounts.ts';
import { addAudit } from './commands/audit.ts';
import { addCertificates } from './commands/certificates.ts';
import { addConfig } from './commands/config.ts';
import { addCountries } from './commands/countries.ts';
import { addCustomers } from './commands/customers.ts';
import { addDatabase } from './commands/database.ts';
import { addDoctor } from './commands/doctor.ts';
import { addDocuments } from './commands/documents.ts';
import { addJobs } from './commands/jobs.ts';
import { addKeys } from './commands/keys.ts';
import { addPartners } from './commands/partners.ts';
import { addReference } from './commands/reference.ts';
import { addStorage } from './commands/storage.ts';
import { addWebhooks } from './commands/webhooks.ts';
import { toFailure } from './failure.ts';
import { type Perform, type Shell, toTask } from './task.ts';

/** Longer lines are hard to read. */
const WIDEST_HELP = 120;

type Noun = (program: Command, perform: Perform) => void;

const NOUNS: readonly Noun[] = [
  addDatabase,
  addKeys,
  addPartners,
  addCertificates,
  addUsers,
  addStaff,
  addWebhooks,
  addJobs,
  addDocuments,
  addStorage,
  addCustomers,
  addAudit,
  addCountries,
  addReference,
  addConfig,
  addDoctor,
];

export function buildProgram(shell: Shell, end: (exitCode: number) => void = () => {}): Command {
  const program = createProgram('onboardingctl', { ...shell, width: Math.min(shell.width, WIDEST_HELP) })
    .description('Operates the onboarding service.')
    .version(BUILD_NAME, '--version', 'print the version and the commit')
    .option('--json', 'print one JSON document, for programs')
    .option('--operator <name>', 'your name for the log; defaults to ONBOARDING_OPERATOR or your system user name')
    .configureHelp({ showGlobalOptions: true, minWidthToWrap: 20 });
  const perform = performWith((command) => toTask(command, shell, end));
  for (const add of NOUNS) add(program, perform);
  return program;
}

/** Returns the exit code. */
export function runProgram(words: readonly string[], shell: Shell): Promise<number> {
  const build = (end: (exitCode: number) => void) => buildProgram(shell, end);
  return run(words, build, (error, program) => {
    const { message, code, exitCode } = toFailure(error);
    if (message !== undefined) {
      const json = program.opts<{ json?: boolean }>().json === true;
      shell.err(`${json ? JSON.stringify({ error: { code: code ?? null, message } }) : message}\n`);
    }
    return exitCode;
  });
}
