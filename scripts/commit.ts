// The commit that a build is made from.
import { execFileSync } from 'node:child_process';

export const git = (...words: string[]): string =>
  execFileSync('git', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

/** A build of a modified checkout is not that of its commit, and says so. `unknown` outside a repository. */
export function commitOfCheckout(): string {
  try {
    return git('status', '--porcelain') === '' ? git('rev-parse', 'HEAD') : `${git('rev-parse', 'HEAD')}-modified`;
  } catch {
    return 'unknown';
  }
}

/** In seconds since 1970, as the time of everything in a release. */
export const timeOfCommit = (): number => Number(git('log', '-1', '--format=%ct'));
