// Mutation testing with StrykerJS, for code whose tests need no server: `npm run mutate`.

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { importsOf, isBarrel, reachableFrom, readAll } from './house/sources.ts';
import { copyCheckout } from './mutation/copy.ts';
import { type Floors, lowered, type Report, raised, type Score, scoreOf, sunk } from './mutation/scores.ts';
import { DATABASE, listTests, ringOf } from './tests/rings.ts';
import { installedNode } from './tools.ts';

const USAGE = `usage: npm run mutate -- FILE|MODULE...      mutates these sources
       npm run mutate -- --changed [BASE]    mutates what changed since BASE (default: main)
       npm run mutate -- --all               mutates everything in scope
       npm run mutate -- --check             only checks that no floor was lowered, as the gate does

Plants faults in a copy of the checkout and lists those that no test finds. Only sources that tests without a server cover are
in scope; for all others use npm run plant. Every module that is mutated as a whole is compared with its floor in
scripts/mutation/floors.json; with --raise, a higher score becomes the new floor.`;

const FLOORS = 'scripts/mutation/floors.json';
/** Tests of the repository itself: most read files or start processes, where StrykerJS cannot activate a fault. */
const OF_REPOSITORY = /^(tests|scripts)\//;

interface Module {
  name: string;
  /** Hand-written sources that tests without a server import directly. */
  sources: string[];
  /** Those tests. */
  tests: string[];
}

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
const scores: Score[] = [];
for (const [index, module] of chosen.entries()) {
  console.log(`\n== ${module.name} (${index + 1} of ${chosen.length})`);
  const reached = scoreOf(module.name, mutate(module));
  scores.push(reached);
  // After each module, so that an interrupted run keeps what it measured.
  if (values.raise && isWhole(module)) raiseFloors([reached]);
}
console.table(scores.map(({ module, found, planted, percent }) => ({ module, found, planted, '%': percent })));
const low = sunk(
  scores.filter(({ module }) => chosen.some((one) => one.name === module && isWhole(one))),
  readFloors(),
);
for (const line of low) console.error(line);
process.exitCode = low.length === 0 ? 0 : 1;

function choose(): Module[] {
  if (values.all) return modules;
  const meant = values.changed ? changedSince(positionals[0] ?? 'main') : positionals;
  return modules
    .map((module) =>
      meant.includes(module.name)
        ? module
        : { ...module, sources: module.sources.filter((file) => meant.includes(file)) },
    )
    .filter(({ sources }) => sources.length > 0);
}

function isWhole({ name, sources }: Module): boolean {
  return modules.some((module) => module.name === name && module.sources.length === sources.length);
}

function changedSince(base: string): string[] {
  return [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];
}

/** Each module on its own: a fault in module-level code is tried on all tests of a run. */
function mutate({ name, sources, tests }: Module): Report {
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  const settings = {
    testRunner: 'vitest',
    plugins: [resolve(commands, '../@stryker-mutator/vitest-runner/dist/src/index.js')],
    // Without `related`: a test that imports only types of a source has no relation to it, and StrykerJS ends if no test has one.
    vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: false },
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
  const floors = readFloors();
  const earlier = git('log', '--format=%H', '--', FLOORS)
    .filter((commit) => commit !== '')
    .map((commit): Floors => JSON.parse(git('show', `${commit}:${FLOORS}`).join('\n')));
  // Only a measurement gives a new module its floor: the nightly run fails until it has one.
  const missing = modules.filter(({ name }) => !(name in floors)).map(({ name }) => name);
  if (missing.length > 0) console.log(`Without a floor: ${missing.join(', ')}`);
  const wrong = lowered(floors, earlier);
  for (const line of wrong) console.error(line);
  return wrong.length === 0;
}

function raiseFloors(reached: readonly Score[]): void {
  const names = modules.map(({ name }) => name);
  writeFileSync(FLOORS, `${JSON.stringify(raised(readFloors(), reached, names), null, 2)}\n`);
}

function readFloors(): Floors {
  return JSON.parse(readFileSync(FLOORS, 'utf8'));
}

/** What StrykerJS works on: the tests that need no server, and the sources they cover. */
function readModules(): Module[] {
  const sources = readAll('.');
  const graph = importsOf('.', sources);
  const barrels = new Set(sources.filter(isBarrel).map(({ path }) => path));
  const covered = listTests()
    .filter((file) => ringOf(file) === 'gate' && !OF_REPOSITORY.test(file) && !reachableFrom(graph, file).has(DATABASE))
    .flatMap((test) => [...(graph.get(test) ?? [])].map((source) => ({ test, source })))
    .filter(({ source }) => !OF_REPOSITORY.test(source) && !/\.(test|gen)\.ts$/.test(source) && !barrels.has(source));
  return [...Map.groupBy(covered, ({ source }) => moduleOf(source))]
    .map(([name, own]) => ({
      name,
      sources: [...new Set(own.map(({ source }) => source))].sort(),
      tests: [...new Set(own.map(({ test }) => test))].sort(),
    }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** The package or module that a source belongs to. */
function moduleOf(source: string): string {
  return source.replace(/^((?:apps|packages)\/[\w-]+)\/src(\/[\w-]+(?=\/))?.*$/, '$1$2');
}
