// The help of verbs, shown by --help and in docs/command.md.
import { addExplanation } from '@onboarding/command';
import type { Command } from 'commander';

/** The settings of the document storage. */
export const S3_READS =
  'S3_ENDPOINT (unset for AWS), S3_REGION, S3_BUCKET, S3_KEPT_BUCKET, S3_QUARANTINE_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY and REHEARSAL';

interface Explanation {
  /** The settings it reads, with their required value if that is not obvious. */
  reads?: string;
  /** What an operator must know before running it. */
  notes?: string;
  /** Arguments after the command's own name. */
  examples: readonly string[];
}

/** The text below the options in the help of a command. */
export function explained(command: Command, { reads, notes, examples }: Explanation): Command {
  const settings = reads === undefined ? undefined : `Reads ${reads} from the environment.`;
  return addExplanation(command, { paragraphs: [notes, settings], examples, breakLine: continued });
}

/** An option with its value, words in quotes, or a word. */
const SHELL_WORDS = /--\S+(?: (?:'[^']*'|[^-\s]\S*))?|'[^']*'|\S+/g;

/** Breaks a long shell command over several lines, so that it can still be pasted. */
function continued(line: string, width: number): string {
  if (line.length <= width) return line;
  const lines: string[] = [];
  for (const word of line.match(SHELL_WORDS) ?? []) {
    const longer = lines.length === 0 ? `  ${word}` : `${lines.at(-1)} ${word}`;
    if (lines.length === 0) lines.push(longer);
    else if (longer.length <= width - ' \\'.length) lines[lines.length - 1] = longer;
    else lines.push(`    ${word}`);
  }
  return lines.join(' \\\n');
}
