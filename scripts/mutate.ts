// Mutation testing with StrykerJS, for code whose tests need no server: `npm run mutate`.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { copyCheckout } from './mutation/copy.ts';
import { type Module, readModules } from './mutation/scope.ts';
import { type Floors, lowered, type Report, raised, type Score, scoresOf, sunk } from './mutation/scores.ts';
import { installedNode } from './tools.ts';

const USAGE = `usage: npm run mutate -- FILE...             mutates these sources
       npm run mutate -- --changed [BASE]    mutates what changed since BASE (default: main)
       npm run mutate -- --all [--raise]     mutates everything in scope and compares each module with its floor
       npm run mutate -- --check             only checks that every module has a floor and that none was lowered

Plants faults in a copy of the checkout and lists those that no test finds. Only sources that tests without a server cover are
in scope; for all others use npm run plant. --raise updates scripts/mutation/floors.json where scores rose.`;

const FLOORS = 'scripts/mutation/floors.json';
const { values, positionals } = parseArgs({
  options: {
    help: { type: 'boolean' },
    all: { type: 'boolean', default: false },
    changed: { type: 'boolean', default: false },
    raise: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const git = (...parts: string[]) => execFileSync('git', parts, { encoding: 'utf8' }).trim().split('\n');
const modules = readModules();
if (values.help === true || !(values.all || values.changed || values.check || positionals.length > 0)) {
  console.log(USAGE);
  process.exit(values.help === true ? 0 : 2);
}

if (values.check) process.exit(checkFloors() ? 0 : 1);

const chosen = choose();
if (chosen.length === 0) {
  console.log('No test without a server covers these files. Use: npm run plant');
  process.exit(0);
}
const commands = await installedNode('mutation', resolve(import.meta.dirname, 'mutation'));
const copy = copyCheckout('mutation');
const scores = chosen.flatMap((module) => scoresOf(mutate(module)));
console.table(scores.map(({ module, found, planted, percent }) => ({ module, found, planted, '%': percent })));
if (values.all) conclude(scores);

function choose(): Module[] {
  if (values.all) return modules;
  const meant = values.changed ? changedSince(positionals[0] ?? 'main') : positionals;
  return modules
    .map((module) => ({ ...module, sources: module.sources.filter((file) => meant.includes(file)) }))
    .filter(({ sources }) => sources.length > 0);
}

function changedSince(base: string): string[] {
  return [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];
}

/** Each module on its own: a fault in module-level code is tried on all tests of a run. */
function mutate({ name, sources, tests }: Module): Report {
  console.log(`\n== ${name}`);
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  const settings = {
    testRunner: 'vitest',
    plugins: [resolve(commands, '../@stryker-mutator/vitest-runner/dist/src/index.js')],
    vitest: { configFile: 'scripts/mutation/vitest.config.ts' },
    mutate: sources,
    // StrykerJS's own copy would resolve our packages to the original checkout.
    inPlace: true,
    coverageAnalysis: 'perTest',
    concurrency: 2,
    // Beyond the time that the tests take without a fault, so that a busy machine is not mistaken for an endless loop.
    timeoutMS: 20_000,
    // People judge the wording; the compiler checks most other strings.
    mutator: { excludedMutations: ['StringLiteral'] },
    reporters: ['json', 'clear-text'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportScoreTable: false },
    jsonReporter: { fileName: report },
  };
  writeFileSync(join(copy, 'stryker.config.json'), JSON.stringify(settings));
  spawnSync(process.execPath, [join(commands, 'stryker'), 'run', 'stryker.config.json'], {
    cwd: copy,
    env: { ...process.env, MUTATION_TESTS: JSON.stringify(tests) },
    stdio: 'inherit',
  });
  if (!existsSync(report)) throw new Error(`StrykerJS did not finish ${name}; its last lines say why`);
  return JSON.parse(readFileSync(report, 'utf8'));
}

/** Compares with every earlier version that this clone has. */
function checkFloors(): boolean {
  const floors: Floors = JSON.parse(readFileSync(FLOORS, 'utf8'));
  const earlier = git('log', '--format=%H', '--', FLOORS)
    .filter((commit) => commit !== '')
    .map((commit): Floors => JSON.parse(git('show', `${commit}:${FLOORS}`).join('\n')));
  const wrong = [
    ...modules
      .filter(({ name }) => !(name in floors))
      .map(({ name }) => `${name} has no floor: npm run mutate -- --all --raise`),
    ...lowered(floors, earlier),
  ];
  for (const line of wrong) console.error(line);
  return wrong.length === 0;
}

function conclude(reached: readonly Score[]): void {
  const floors: Floors = JSON.parse(readFileSync(FLOORS, 'utf8'));
  if (values.raise) {
    writeFileSync(
      FLOORS,
      `${JSON.stringify(
        raised(
          floors,
          reached,
          modules.map(({ name }) => name),
        ),
        null,
        2,
      )}\n`,
    );
  }
  const low = sunk(reached, JSON.parse(readFileSync(FLOORS, 'utf8')));
  for (const line of low) console.error(line);
  process.exitCode = low.length === 0 ? 0 : 1;
}
