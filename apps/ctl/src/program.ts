// The program `onboardingctl`. A command is added in three steps:
// 1. `commands/<noun>.ts` exports `add<Noun>(program, perform)`, which declares its verbs with a description, the settings that
//    they read and examples (`explained`), and wraps each action in `perform`, which passes it a `Task`.
// 2. It is listed in NOUNS below.
// 3. `npm run generate` writes docs/command.md; a test runs it through `runProgram`, and once as a process.
import { BUILD } from '@onboarding/platform/build';
import { Command } from 'commander';
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
import { EXIT, toFailure } from './failure.ts';
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
  const program = new Command('onboardingctl')
    .description('Operates the onboarding service.')
    .version(`${BUILD.version} (${BUILD.commit})`, '--version', 'print the version and the commit')
    .option('--json', 'print one JSON document, for programs')
    .option('--operator <name>', 'your name for the log; defaults to ONBOARDING_OPERATOR or your system user name')
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => shell.out(text),
      writeErr: (text) => shell.err(text),
      getOutHelpWidth: () => Math.min(shell.width, WIDEST_HELP),
      getErrHelpWidth: () => Math.min(shell.width, WIDEST_HELP),
    })
    .configureHelp({ showGlobalOptions: true, minWidthToWrap: 20 })
    .showHelpAfterError('Add --help to see the usage.');
  const perform: Perform = (work) =>
    function action(...given) {
      return work(toTask(this, shell, end), ...given);
    };
  for (const add of NOUNS) add(program, perform);
  return program;
}

/** Returns the exit code. */
export async function runProgram(words: readonly string[], shell: Shell): Promise<number> {
  let exitCode: number = EXIT.done;
  const program = buildProgram(shell, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(words, { from: 'user' });
    return exitCode;
  } catch (error) {
    const { message, code, ...failure } = toFailure(error);
    if (message !== undefined) {
      const json = program.opts<{ json?: boolean }>().json === true;
      shell.err(`${json ? JSON.stringify({ error: { code: code ?? null, message } }) : message}\n`);
    }
    return failure.exitCode;
  }
}
