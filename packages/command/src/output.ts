import type { Writable } from 'node:stream';

/** Ends the program without an error when a reader such as `head` stops reading. */
export function exitWithReader(output: Writable): void {
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
}
