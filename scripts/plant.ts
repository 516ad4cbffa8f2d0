// Plants random faults anywhere in the code and reports which tests find them: `npm run plant`.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { copyCheckout } from './mutation/copy.ts';
import { AREAS, draw } from './mutation/drawing.ts';
import { describe, type Fault } from './mutation/fault.ts';
import { firstToCompile } from './mutation/planting.ts';
import { askSuites } from './mutation/suites.ts';
import { createTrial, type Verdict } from './mutation/trial.ts';
import { installedNode } from './tools.ts';

const USAGE = `usage: npm run plant -- --seed N [--count 40] [--list] [--suites] [--only 3,7]

Draws random faults, plants each in a copy of the checkout, and runs those tests of the gate that can find it, the closest
first, until one fails. A run of the gate without faults comes first; it shows which tests get to each fault.
A fault that does not compile is replaced by the next one drawn. The same seed and sources give the same faults.

  --list     only lists the faults, including those that do not compile
  --suites   also runs the suites, with all the faults that the gate misses at once; takes an hour more
  --only     only the faults with these numbers

Results are saved in .test/planted-N.json, so an interrupted run continues where it stopped.`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean' },
    seed: { type: 'string' },
    count: { type: 'string', default: '40' },
    list: { type: 'boolean', default: false },
    suites: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});
if (values.help === true || values.seed === undefined) {
  console.log(USAGE);
  process.exit(values.help === true ? 0 : 2);
}

const commands = await installedNode('mutation', resolve(import.meta.dirname, 'mutation'));
const drawn = await draw(commands, { seed: Number(values.seed), count: Number(values.count) });
const only = values.only?.split(',').map(Number);
const verdictsFile = `.test/planted-${values.seed}.json`;
interface Judged extends Verdict {
  fault: Fault;
}
const verdicts: Record<number, Judged> = existsSync(verdictsFile) ? JSON.parse(readFileSync(verdictsFile, 'utf8')) : {};
const told = (fault: Fault) => describe(existsSync(fault.file) ? readFileSync(fault.file, 'utf8') : '', fault);

if (values.list) {
  for (const [index, { area, candidates }] of drawn.entries())
    for (const fault of candidates) console.log(`${index + 1} ${area} ${told(fault)}`);
  process.exit(0);
}

console.log('Choosing faults that compile.');
mkdirSync('.test', { recursive: true });
const copy = copyCheckout('planting');
const untried = drawn
  .map(({ area, candidates }, index) => ({ number: index + 1, area, candidates }))
  .filter(({ number }) => (only?.includes(number) ?? true) && verdicts[number] === undefined);
const places = firstToCompile(
  copy,
  untried.map(({ candidates }) => candidates),
);
const pending = untried.flatMap(({ number, area, candidates }, index) => {
  const fault = candidates[places[index] ?? -1];
  if (fault !== undefined) return [{ number, area, fault }];
  console.log(`${number} ${area} none of ${candidates.length} faults compiles`);
  return [];
});
if (pending.length > 0) {
  console.log('Running the gate without a fault first.');
  const trial = createTrial(
    copy,
    pending.map(({ fault }) => fault),
  );
  for (const { number, area, fault } of pending) {
    const verdict = trial(fault);
    save(number, { ...verdict, fault });
    console.log(`${number} ${area} ${told(fault)}`);
    console.log(`  ${verdict.by === undefined ? 'NOT FOUND' : `found by ${verdict.by}`} in ${verdict.seconds} s`);
  }
}
if (values.suites) {
  const missed = drawn.flatMap(({ area }, index) => {
    const judged = verdicts[index + 1];
    return judged !== undefined && judged.by === undefined ? [{ number: index + 1, area, judged }] : [];
  });
  const suites = new Set(missed.flatMap(({ area }) => AREAS[area].suites));
  const faults = missed.map(({ judged }) => judged.fault);
  askSuites(copy, faults, [...suites], (found, by) => {
    for (const { number, area, judged } of missed.filter(({ judged }) => judged.fault === found)) {
      save(number, { ...judged, by });
      console.log(`${number} ${area} ${told(found)}\n  found by ${by}`);
    }
  });
}
report();

function save(number: number, judged: Judged): void {
  verdicts[number] = judged;
  writeFileSync(verdictsFile, JSON.stringify(verdicts, null, 2));
}

function report(): void {
  const areas = Map.groupBy(drawn.entries(), ([, { area }]) => area);
  const tell = (name: string, numbers: number[]) => {
    const judged = numbers.map((number) => verdicts[number]).filter((verdict) => verdict !== undefined);
    const found = judged.filter(({ by }) => by !== undefined);
    const byGate = found.filter(({ by }) => by?.startsWith('gate'));
    console.log(
      `${name.padEnd(10)} ${judged.length} planted, ${byGate.length} found by the gate, ${found.length} in all`,
    );
  };
  for (const [area, entries] of areas)
    tell(
      area,
      entries.map(([index]) => index + 1),
    );
  tell(
    'all',
    drawn.map((_, index) => index + 1),
  );
}
