// An irreversible action is confirmed by typing a word; scripts pass --yes instead.
import type { Command } from 'commander';
import { CommandRefused } from './failure.ts';

/** Asks on the terminal; undefined without one. */
export type Ask = (question: string) => Promise<string>;

export function withConfirmation(command: Command): Command {
  return command.option('--yes', 'do not ask for confirmation');
}

export interface Confirmation {
  /** A sentence about what will happen. */
  warning: string;
  /** The word to type. */
  word: string;
  yes: boolean | undefined;
}

export async function confirm(ask: Ask | undefined, { warning, word, yes }: Confirmation): Promise<void> {
  if (yes === true) return;
  if (ask === undefined) {
    throw new CommandRefused(`${warning} Nothing was changed. Add --yes to skip the confirmation.`);
  }
  const typed = await ask(`${warning}\nType ${word} to continue: `);
  if (typed.trim() !== word) throw new CommandRefused('That does not match. Nothing was changed.');
}
