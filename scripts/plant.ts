// Plants random faults anywhere in the code and reports which tests find them: `npm run plant`.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { copyCheckout } from './mutation/copy.ts';
import { type Drawn, draw } from './mutation/drawing.ts';
import { describe } from './mutation/fault.ts';
import { createTrial, type Verdict } from './mutation/trial.ts';
import { installedNode } from './tools.ts';

const USAGE = `usage: npm run plant -- --seed N [--count 40] [--list] [--suites] [--only 3,7]

Draws random faults, plants each in a copy of the checkout, and runs the gate's tests, the closest first, until one fails.
The same seed and sources give the same faults.

  --list     only lists the faults
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
const verdicts: Record<number, Verdict> = existsSync(verdictsFile)
  ? JSON.parse(readFileSync(verdictsFile, 'utf8'))
  : {};
const textOf = ({ file }: Drawn) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

if (values.list) {
  for (const [index, fault] of drawn.entries())
    console.log(`${index + 1} ${fault.area} ${describe(textOf(fault), fault)}`);
  process.exit(0);
}

mkdirSync('.test', { recursive: true });
const trial = createTrial(copyCheckout('planting'));
for (const [index, fault] of drawn.entries()) {
  const number = index + 1;
  if (only !== undefined && !only.includes(number)) continue;
  const before = verdicts[number];
  if (before !== undefined && (before.by !== undefined || before.suites || !values.suites)) continue;
  console.log(`${number} ${fault.area} ${describe(textOf(fault), fault)}`);
  const verdict = trial(fault, { suites: values.suites, passedGate: before !== undefined });
  verdicts[number] = verdict;
  writeFileSync(verdictsFile, JSON.stringify(verdicts, null, 2));
  console.log(`  ${verdict.by === undefined ? 'NOT FOUND' : `found by ${verdict.by}`} in ${verdict.seconds} s`);
}
report();

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
