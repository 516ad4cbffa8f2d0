// Runs all tests, those of some areas, or those given as vitest patterns.
import { spawnSync } from 'node:child_process';
import { AREAS, type Area, FAST, filesOf } from './test-areas.ts';

const BY_NAME: Record<string, Area> = { fast: FAST, ...AREAS };

const USAGE = `usage: npm test [-- AREA... | FILE...] [OPTION...]

All tests, those of some areas, or some files. All need PostgreSQL and openssl, and the areas also:

${Object.entries(BY_NAME)
  .map(
    ([name, { proves, needs, takes }]) =>
      `  ${name.padEnd(14)}${takes.padEnd(7)}${proves}\n${' '.repeat(23)}needs ${needs}`,
  )
  .join('\n')}

Options are vitest's, for example:

  -t "part of a name"                        only tests with such names
  --watch                                    again whenever a file changes that they import
  --inspect-brk --no-file-parallelism        waits for a debugger on port 9229`;

const words = process.argv.slice(2);
if (words.includes('--help')) {
  console.log(USAGE);
  process.exit(0);
}
const given = words.flatMap((word) => (word in BY_NAME ? filesOf(BY_NAME[word] as Area) : [word]));
const how = given.includes('--watch') ? 'watch' : 'run';
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', how, ...given.filter((word) => word !== '--watch')],
  { stdio: 'inherit' },
);
process.exit(status ?? 1);
