// The help of nouns and verbs.
import type { Command } from 'commander';

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
