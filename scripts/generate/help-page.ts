// A page with the help of a program and of each of its commands, as the program itself prints it.
import type { Command } from 'commander';

export interface HelpPage {
  head: string;
  /** Builds the program, whose output goes to `out`. */
  build(out: (text: string) => void): Command;
}

export function helpPage({ head, build }: HelpPage): string {
  let printed = '';
  const program = build((text) => {
    printed += text;
  });
  const helpOf = (command: Command) => {
    printed = '';
    command.outputHelp();
    return `\`\`\`text\n${printed.trim()}\n\`\`\``;
  };
  const section = (command: Command, path: readonly string[]): string[] => {
    const verbs = command.commands.filter((one) => one.name() !== 'help');
    if (path.length === 0) return [head, helpOf(command), ...verbs.flatMap((one) => section(one, [one.name()]))];
    const title = `${'#'.repeat(Math.min(path.length + 1, 4))} ${path.join(' ')}`;
    const body = verbs.length === 0 ? helpOf(command) : sentence(command.description());
    return [title, body, ...verbs.flatMap((one) => section(one, [...path, one.name()]))];
  };
  return `${section(program, []).join('\n\n')}\n`;
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
