// Looks whether every statement of the specification was proven by the run that has just ended: each test that the table
// names ran and passed. Run after all tests: node tests/specification/proven.ts. With `--gate`, only tests of the gate count;
// coverage.test.ts sees to it that the others are written.
import { existsSync, readFileSync } from 'node:fs';
import { ringOf } from '../../scripts/tests/rings.ts';
import { type Area, isNamedBy, type Proof, type Statement } from './statement.ts';
import { AREAS } from './statements.ts';

/** What is used of a report. */
export interface Report {
  testResults: {
    /** Relative to the root of the repository. */
    name: string;
    assertionResults: { ancestorTitles: string[]; title: string; status: string }[];
  }[];
}

export interface Unproven {
  statement: Statement;
  proof: Proof;
  why: string;
}

export function unprovenBy(report: Report, areas: readonly Area[]): Unproven[] {
  const files = new Map(report.testResults.map((file) => [file.name, file.assertionResults]));
  const whyNot = (proof: Proof): string | undefined => {
    const named = (files.get(proof.file) ?? []).filter(({ ancestorTitles, title }) =>
      isNamedBy(proof, [...ancestorTitles, title].join(' > ')),
    );
    if (named.length === 0) return 'there is no such test in this run';
    const other = named.find(({ status }) => status !== 'passed');
    return other && `the test is "${other.status}"`;
  };
  return areas
    .flatMap(({ statements }) => statements)
    .flatMap((statement) =>
      statement.provenBy.flatMap((proof) => {
        const why = whyNot(proof);
        return why === undefined ? [] : [{ statement, proof, why }];
      }),
    );
}

const REPORT = '.test/results.json';

if (import.meta.main) {
  if (!existsSync(REPORT)) {
    console.error(`There is no ${REPORT}: run all tests first, with npm run check -- --all`);
    process.exit(1);
  }
  const report: Report = JSON.parse(readFileSync(REPORT, 'utf8'));
  const gateOnly = process.argv.includes('--gate');
  const counted = ({ file }: Proof) => !gateOnly || ringOf(file) === 'gate';
  const unproven = unprovenBy(report, AREAS).filter(({ proof }) => counted(proof));
  for (const { statement, proof, why } of unproven)
    console.error(`${statement.no} "${statement.says}": ${proof.file}, "${proof.test}": ${why}`);
  const statements = AREAS.flatMap((one) => one.statements);
  const missing = new Set(unproven.map(({ statement }) => statement)).size;
  const elsewhere = statements.filter(({ provenBy }) => !provenBy.every(counted)).length;
  console.log(
    gateOnly
      ? `${statements.length - missing - elsewhere} of ${statements.length} statements of the specification are proven by the gate alone; the proof of ${elsewhere} is, at least in part, in the system suites`
      : `${statements.length - missing} of ${statements.length} statements of the specification are proven by this run`,
  );
  if (missing > 0) console.error('Mend the test, or name another one in tests/specification/statements/');
  process.exit(missing === 0 ? 0 : 1);
}
