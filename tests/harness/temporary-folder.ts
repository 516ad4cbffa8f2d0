import { mkdirSync, mkdtempSync } from 'node:fs';
import { resolve } from 'node:path';

/** A folder that the next run removes: test processes are ended without a word, so they cannot remove what they share. */
export function temporaryFolder(name: string): string {
  mkdirSync('.test/temporary', { recursive: true });
  return mkdtempSync(resolve('.test/temporary', `${name}-`));
}
