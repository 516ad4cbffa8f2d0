// The help of commands, shown by --help and in docs/cli.md.
import { addExplanation } from '@onboarding/command';
import type { Command } from 'commander';

interface Explanation {
  /** What a developer must know before running it. */
  notes?: string;
  /** Arguments after the command's own name. */
  examples: readonly string[];
}

/** The text below the options in the help of a command. */
export function explained(command: Command, { notes, examples }: Explanation): Command {
  return addExplanation(command, {
    paragraphs: [notes, 'Global options such as --env and --json: onboarding --help'],
    examples,
  });
}
