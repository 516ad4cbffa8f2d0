// Plants random faults anywhere in the code and reports which tests find them: `npm run plant`.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { copyCheckout } from './mutation/copy.ts';
import { type Draw, draw } from './mutation/drawing.ts';
import { describe, type Fault } from './mutation/fault.ts';
import { createTrial, failsAnyway, type Verdict } from './mutation/trial.ts';
import { installedNode } from './tools.ts';

const USAGE = `usage: npm run plant -- --seed N [--count 40] [--list] [--suites] [--only 3,7]

Draws random faults, plants each in a copy of the checkout, and runs the gate's tests, the closest first, until one fails.
A fault that does not compile is replaced by the next one drawn. The same seed and sources give the same faults.

  --list     only lists the faults, including those that do not compile
  --suites   also runs the area's suites for faults that the gate misses; takes hours
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
  /** Its place among the candidates. */
  candidate: number;
}
const verdicts: Record<number, Judged> = existsSync(verdictsFile) ? JSON.parse(readFileSync(verdictsFile, 'utf8')) : {};
const told = (fault: Fault) => describe(existsSync(fault.file) ? readFileSync(fault.file, 'utf8') : '', fault);

if (values.list) {
  for (const [index, { area, candidates }] of drawn.entries())
    for (const fault of candidates) console.log(`${index + 1} ${area} ${told(fault)}`);
  process.exit(0);
}

mkdirSync('.test', { recursive: true });
const copy = copyCheckout('planting');
console.log('Running the gate without a fault first.');
const failing = failsAnyway(copy);
if (failing !== undefined) {
  console.error(`This test fails without a fault, so it would seem to find every fault: ${failing}`);
  process.exit(1);
}
const trial = createTrial(copy);
for (const [index, one] of drawn.entries()) {
  const number = index + 1;
  if (only !== undefined && !only.includes(number)) continue;
  const before = verdicts[number];
  if (before !== undefined && (before.by !== undefined || before.suites || !values.suites)) continue;
  judge(number, one, before);
}
report();

/** Plants the first candidate that compiles. */
function judge(number: number, { area, candidates }: Draw, before: Judged | undefined): void {
  for (const [candidate, fault] of candidates.entries()) {
    if (before !== undefined && before.candidate !== candidate) continue;
    const verdict = trial(area, fault, { suites: values.suites, passedGate: before !== undefined });
    if (verdict === undefined) continue;
    verdicts[number] = { ...verdict, candidate };
    writeFileSync(verdictsFile, JSON.stringify(verdicts, null, 2));
    console.log(`${number} ${area} ${told(fault)}`);
    console.log(`  ${verdict.by === undefined ? 'NOT FOUND' : `found by ${verdict.by}`} in ${verdict.seconds} s`);
    return;
  }
  console.log(`${number} ${area} none of ${candidates.length} faults compiles`);
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
