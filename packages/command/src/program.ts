// A program that writes to given streams and never ends the process, so that tests can run it in their own.
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
