// Looks whether every statement of the specification was covered by the run that has just ended: each test that the table
// names ran and passed. Run after all tests: node tests/specification/covered.ts. With `--gate`, only tests of the gate count;
// coverage.test.ts sees to it that the others are written.
import { existsSync, readFileSync } from 'node:fs';
import { ringOf } from '../../scripts/tests/rings.ts';
import { type Area, isNamedBy, type NamedTest, type Statement } from './statement.ts';
import { AREAS } from './statements.ts';

/** What is used of a report. */
export interface Report {
  testResults: {
    /** Relative to the root of the repository. */
    name: string;
    assertionResults: { ancestorTitles: string[]; title: string; status: string }[];
  }[];
}

export interface Uncovered {
  statement: Statement;
  wanted: NamedTest;
  why: string;
}

export function uncoveredBy(report: Report, areas: readonly Area[]): Uncovered[] {
  const files = new Map(report.testResults.map((file) => [file.name, file.assertionResults]));
  const whyNot = (wanted: NamedTest): string | undefined => {
    const named = (files.get(wanted.file) ?? []).filter(({ ancestorTitles, title }) =>
      isNamedBy(wanted, [...ancestorTitles, title].join(' > ')),
    );
    if (named.length === 0) return 'there is no such test in this run';
    const other = named.find(({ status }) => status !== 'passed');
    return other && `the test is "${other.status}"`;
  };
  return areas
    .flatMap(({ statements }) => statements)
    .flatMap((statement) =>
      statement.coveredBy.flatMap((wanted) => {
        const why = whyNot(wanted);
        return why === undefined ? [] : [{ statement, wanted, why }];
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
  const counted = ({ file }: NamedTest) => !gateOnly || ringOf(file) === 'gate';
  const uncovered = uncoveredBy(report, AREAS).filter(({ wanted }) => counted(wanted));
  for (const { statement, wanted, why } of uncovered)
    console.error(`${statement.no} "${statement.says}": ${wanted.file}, "${wanted.test}": ${why}`);
  const statements = AREAS.flatMap((one) => one.statements);
  const missing = new Set(uncovered.map(({ statement }) => statement)).size;
  const elsewhere = statements.filter(({ coveredBy }) => !coveredBy.every(counted)).length;
  console.log(
    gateOnly
      ? `${statements.length - missing - elsewhere} of ${statements.length} statements of the specification are covered by the gate alone; ${elsewhere} need the system suites, at least in part`
      : `${statements.length - missing} of ${statements.length} statements of the specification are covered by this run`,
  );
  if (missing > 0) console.error('Mend the test, or name another one in tests/specification/statements/');
  process.exit(missing === 0 ? 0 : 1);
}
