// Checks that the run that has just ended covered every statement of the specification: its tests ran and passed. Run after all
// tests: node tests/specification/covered.ts. With `--gate`, only tests of the gate count; coverage.test.ts ensures that the
// others are written.
import { existsSync, readFileSync } from 'node:fs';
import { ringOf } from '../../scripts/tests/rings.ts';
import { type Area, type Evidence, isCase, isTitled, type Statement, tagOf } from './statement.ts';
import { AREAS } from './statements.ts';

/** What is used of a report. */
export interface Report {
  testResults: {
    /** Relative to the root of the repository. */
    name: string;
    assertionResults: { ancestorTitles: string[]; title: string; status: string; tags?: string[] }[];
  }[];
}

export interface Uncovered {
  statement: Statement;
  file: string;
  why: string;
}

export function uncoveredBy(report: Report, areas: readonly Area[]): Uncovered[] {
  const files = new Map(report.testResults.map((file) => [file.name, file.assertionResults]));
  const whyNot = (statement: Statement, wanted: Evidence): string | undefined => {
    const results = (files.get(wanted.file) ?? []).map((one) => ({
      ...one,
      title: [...one.ancestorTitles, one.title].join(' > '),
    }));
    const found =
      'title' in wanted
        ? results.filter(({ title }) => isTitled(wanted.title, title))
        : results.filter(({ tags }) => tags?.includes(tagOf(statement)));
    if (found.length === 0)
      return `no test ${'title' in wanted ? `"${wanted.title}"` : `tagged ${tagOf(statement)}`} ran`;
    const cases = 'cases' in wanted ? wanted.cases : [];
    const missing = cases.find((one) => !found.some(({ title }) => isCase(one, title)));
    if (missing !== undefined) return `no test tagged ${tagOf(statement)} has the case "${missing}"`;
    const other = found.find(({ status }) => status !== 'passed');
    return other && `the test "${other.title}" is "${other.status}"`;
  };
  return areas
    .flatMap(({ statements }) => statements)
    .flatMap((statement) =>
      statement.coveredBy.flatMap((wanted) => {
        const why = whyNot(statement, wanted);
        return why === undefined ? [] : [{ statement, file: wanted.file, why }];
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
  const counted = ({ file }: { file: string }) => !gateOnly || ringOf(file) === 'gate';
  const uncovered = uncoveredBy(report, AREAS).filter(counted);
  for (const { statement, file, why } of uncovered)
    console.error(`${tagOf(statement)} "${statement.says}": ${file}: ${why}`);
  const statements = AREAS.flatMap((one) => one.statements);
  const missing = new Set(uncovered.map(({ statement }) => statement)).size;
  const elsewhere = statements.filter(({ coveredBy }) => !coveredBy.every(counted)).length;
  console.log(
    gateOnly
      ? `${statements.length - missing - elsewhere} of ${statements.length} statements of the specification are covered by the gate alone; ${elsewhere} need the system suites, at least in part`
      : `${statements.length - missing} of ${statements.length} statements of the specification are covered by this run`,
  );
  if (missing > 0)
    console.error('Fix the test, or tag another one and name its file in tests/specification/statements/');
  process.exit(missing === 0 ? 0 : 1);
}
