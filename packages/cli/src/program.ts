// The program `onboarding`. A command is added in three steps:
// 1. `commands/<noun>.ts` exports `add<Noun>(program, perform)`, which declares its verbs with a description and examples
//    (`explained`), and wraps each action in `perform`, which passes it a `Task`.
// 2. It is listed in COMMANDS below.
// 3. `npm run generate` writes docs/cli.md; tests/journeys/cli-screens.system.test.ts runs it on a terminal.
import { createProgram, performWith, runProgram as run } from '@onboarding/command';
import type { Command } from 'commander';
import { addAdvance } from './commands/advance.ts';
import { addBusinesses } from './commands/businesses.ts';
import { addCompletion } from './commands/completion.ts';
import { addDoctor } from './commands/doctor.ts';
import { addDocuments } from './commands/documents.ts';
import { addEvents } from './commands/events.ts';
import { addInit } from './commands/init.ts';
import { addListen } from './commands/listen.ts';
import { addRequests } from './commands/requests.ts';
import { addRequirements } from './commands/requirements.ts';
import { addSimulate } from './commands/simulate.ts';
import { addToken } from './commands/token.ts';
import { addTrigger } from './commands/trigger.ts';
import { BUILD_NAME } from './config.ts';
import { type Failure, toFailure } from './failure.ts';
import { createPaint, wrap } from './output/layout.ts';
import { type GlobalOptions, type Perform, type Shell, toTask } from './task.ts';

type Addition = (program: Command, perform: Perform) => void;

const COMMANDS: readonly Addition[] = [
  addInit,
  addDoctor,
  addToken,
  addBusinesses,
  addDocuments,
  addEvents,
  addListen,
  addTrigger,
  addSimulate,
  addAdvance,
  addRequests,
  addRequirements,
  addCompletion,
];

export function buildProgram(shell: Shell, end: (exitCode: number) => void = () => {}): Command {
  const program = createProgram('onboarding', shell)
    .description('Onboards businesses through the API: a tool for developers.')
    .version(BUILD_NAME, '--version', 'print the version and the commit')
    .option('--env <profile>', 'the profile to use; "init" creates it (ONBOARDING_ENV)')
    .option('--json', 'print JSON, for programs')
    .option('--api <url>', 'address of the API (ONBOARDING_API)')
    .option('--issuer <url>', 'the issuer, as shown in the portal (ONBOARDING_ISSUER)')
    .option('--token-endpoint <url>', "token endpoint, if not the issuer's /oauth2/token (ONBOARDING_TOKEN_ENDPOINT)")
    .option('--client-id <id>', 'your client id (ONBOARDING_CLIENT_ID)')
    .option('--key <file>', 'your private key in PEM format, "-" for standard input (ONBOARDING_KEY)')
    .option('--stack', 'use the local stack of the repository; --env is development or sandbox')
    .option('--partner <name>', 'with --stack: the partner, or the start of its name')
    // Wraps help even on a narrow terminal.
    .configureHelp({ subcommandTerm: (command) => command.name(), minWidthToWrap: 20 });
  const perform = performWith((command) => toTask(command, shell, end));
  for (const add of COMMANDS) add(program, perform);
  return program;
}

/** Returns the exit code. */
export function runProgram(words: readonly string[], shell: Shell): Promise<number> {
  const build = (end: (exitCode: number) => void) => buildProgram(shell, end);
  return run(words.length === 0 ? ['--help'] : words, build, (error, program) => {
    const failure = toFailure(error, shell.signal.aborted);
    report(failure, program.opts<GlobalOptions>().json === true, shell);
    return failure.exitCode;
  });
}

function report({ exitCode: _, ...failure }: Failure, json: boolean, shell: Shell): void {
  const { message, requestId } = failure;
  if (message === undefined) return;
  if (json) {
    shell.err(`${JSON.stringify({ error: failure })}\n`);
    return;
  }
  const paint = createPaint(shell.errIsTerminal, shell.environment);
  const width = shell.errIsTerminal ? shell.width : Number.POSITIVE_INFINITY;
  // With a single problem, the message already states it.
  const details = (failure.details?.length ?? 0) > 1 ? (failure.details ?? []) : [];
  const lines = [
    ...wrap(message, width).map((line) => paint('red', line)),
    ...details.flatMap(({ pointer, message: problem }) => [
      `  ${paint('bold', pointer === '' ? '(the whole body)' : pointer)}`,
      ...wrap(problem, width - 4).map((line) => `    ${line}`),
    ]),
    ...(requestId === undefined ? [] : [paint('dim', `Request id: ${requestId}`)]),
  ];
  shell.err(`${lines.join('\n')}\n`);
}
