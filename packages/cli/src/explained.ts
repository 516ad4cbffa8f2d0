// The help of commands, shown by --help and in docs/cli.md.
import type { Command } from 'commander';

/** A noun, whose verbs are its subcommands. */
export function addNoun(program: Command, name: string, description: string): Command {
  return program.command(name).description(description).helpCommand(false);
}

interface Explanation {
  /** What a developer must know before running it. */
  notes?: string;
  /** Arguments after the command's own name. */
  examples: readonly string[];
}

/** The text below the options in the help of a command. */
export function explained(command: Command, { notes, examples }: Explanation): Command {
  const name = fullName(command);
  return command.addHelpText('after', () => {
    const width = command.configureOutput().getOutHelpWidth?.() ?? Number.POSITIVE_INFINITY;
    const wrapped = (text: string) => command.createHelp().boxWrap(text, width);
    const title = examples.length === 1 ? 'Example:' : 'Examples:';
    const parts = [
      ...(notes === undefined ? [] : [notes.split('\n').map(wrapped).join('\n')]),
      wrapped('Global options such as --env and --json: onboarding --help'),
      [title, ...examples.map((one) => `  ${name} ${one}`.trimEnd())].join('\n'),
    ];
    return `\n${parts.join('\n\n')}`;
  });
}

function fullName(command: Command): string {
  return command.parent === null ? command.name() : `${fullName(command.parent)} ${command.name()}`;
}
