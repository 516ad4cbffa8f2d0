// Runs the tests of the gate, those of some suites, or those given as vitest patterns.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { filesOf, SUITES, type SuiteName } from './tests/rings.ts';

const USAGE = `usage: npm test [-- gate | SUITE... | FILE...] [OPTION...]

Runs the tests of the gate, of some system suites, or of some files, once. All need PostgreSQL and openssl; the suites also need:

  ${'gate'.padEnd(12)}${'5 min'.padEnd(7)}everything that needs only PostgreSQL, and one test of the whole stack
${Object.entries(SUITES)
  .map(
    ([name, { proves, needs, takes }]) =>
      `  ${name.padEnd(12)}${takes.padEnd(7)}${proves}\n${' '.repeat(21)}needs ${needs}`,
  )
  .join('\n')}

Options are vitest's, for example:

  -t "part of a name"                        only tests whose names match
  --watch                                    rerun when a file that they import changes
  --inspect-brk --no-file-parallelism        wait for a debugger on port 9229`;

const words = process.argv.slice(2);
if (words.includes('--help')) {
  console.log(USAGE);
  process.exit(0);
}
const gate = ['--project', 'gate'];
const given = words
  .filter((word) => word !== '--watch')
  .flatMap((word) => {
    if (word === 'gate') return gate;
    return word in SUITES ? filesOf(word as SuiteName) : [word];
  });
for (const left of ['artefacts', 'temporary']) rmSync(`.test/${left}`, { recursive: true, force: true });
const how = words.includes('--watch') ? 'watch' : 'run';
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', how, ...(given.length === 0 ? gate : given)],
  { stdio: 'inherit' },
);
process.exit(status ?? 1);
