// The words that can follow each command, taken from the program itself.
import type { Command } from 'commander';

interface Word {
  text: string;
  description: string;
}

export interface Place {
  /** The commands before it, such as ['businesses', 'list']. */
  path: readonly string[];
  words: readonly Word[];
  /** Those of the words that take a value. */
  takesValue: readonly string[];
}

export function placesOf(program: Command): Place[] {
  const walk = (command: Command, path: readonly string[]): Place[] => {
    const help = command.createHelp();
    const subcommands = help.visibleCommands(command);
    const options = [...help.visibleOptions(command), ...(path.length === 0 ? [] : help.visibleOptions(program))];
    const named = new Map(options.flatMap((option) => (option.long ? [[option.long, option] as const] : [])));
    const choices = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
    return [
      {
        path,
        words: [
          ...subcommands.map((one) => ({ text: one.name(), description: one.description() })),
          ...choices.map((text) => ({ text, description: '' })),
          ...[...named].map(([text, { description }]) => ({ text, description })),
        ],
        takesValue: [...named].filter(([, option]) => option.required || option.optional).map(([text]) => text),
      },
      ...subcommands.flatMap((one) => walk(one, [...path, one.name()])),
    ];
  };
  return walk(program, []);
}
