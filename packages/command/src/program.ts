// A program that writes to given streams and never ends the process, so that tests can run it in their own.
import type { Writable } from 'node:stream';
import { Command } from 'commander';

interface Output {
  out(text: string): void;
  err(text: string): void;
  /** Characters per line. */
  width: number;
}

/** A program without commands. */
export function createProgram(name: string, output: Output): Command {
  return new Command(name)
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => output.out(text),
      writeErr: (text) => output.err(text),
      getOutHelpWidth: () => output.width,
      getErrHelpWidth: () => output.width,
    })
    .showHelpAfterError('Add --help to see the usage.');
}

/** Creates the action of a command: it gets the task, then the arguments and options parsed by commander. */
export type Perform<Task> = <Given extends unknown[]>(
  work: (task: Task, ...given: Given) => Promise<void>,
) => (this: Command, ...given: Given) => Promise<void>;

export const performWith =
  <Task>(toTask: (command: Command) => Task): Perform<Task> =>
  (work) =>
    function action(...given) {
      return work(toTask(this), ...given);
    };

/** Returns the exit code: the one that a command ended with, that of `fail` if it threw, otherwise 0. */
export async function runProgram(
  words: readonly string[],
  build: (end: (exitCode: number) => void) => Command,
  fail: (error: unknown, program: Command) => number,
): Promise<number> {
  let exitCode = 0;
  const program = build((code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(words, { from: 'user' });
    return exitCode;
  } catch (error) {
    return fail(error, program);
  }
}

// The help of nouns and verbs.

/** A noun, whose verbs are its subcommands. */
export function addNoun(program: Command, name: string, description: string): Command {
  return program.command(name).description(description).helpCommand(false);
}

interface Explanation {
  /** Above the examples; wrapped. */
  paragraphs: readonly (string | undefined)[];
  /** Arguments after the command's own name. */
  examples: readonly string[];
  /** Breaks an example that is too wide. */
  breakLine?: (line: string, width: number) => string;
}

/** Adds the text below the options in the help of a command. */
export function addExplanation(
  command: Command,
  { paragraphs, examples, breakLine = (line) => line }: Explanation,
): Command {
  const name = fullName(command);
  return command.addHelpText('after', () => {
    const width = command.configureOutput().getOutHelpWidth?.() ?? Number.POSITIVE_INFINITY;
    const help = command.createHelp();
    const title = examples.length === 1 ? 'Example:' : 'Examples:';
    const parts = [
      ...paragraphs.filter((text) => text !== undefined).map((text) => help.boxWrap(text, width)),
      [title, ...examples.map((one) => breakLine(`  ${name} ${one}`.trimEnd(), width))].join('\n'),
    ];
    return `\n${parts.join('\n\n')}`;
  });
}

function fullName(command: Command): string {
  return command.parent === null ? command.name() : `${fullName(command.parent)} ${command.name()}`;
}

/** Ends the program without an error when a reader such as `head` stops reading. */
export function exitWithReader(output: Writable): void {
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
}
