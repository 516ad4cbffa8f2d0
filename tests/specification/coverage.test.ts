import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Report, uncoveredBy } from './covered.ts';
import { area, DIFFERENCES, isNamedBy, numbersOf, tests } from './statement.ts';
import { AREAS } from './statements.ts';
import { mayHaveTest } from './titles.ts';

/** The numbers that must be there, from and to. */
const HELD: readonly [number, number][] = [[1, 378]];

const STATEMENTS = AREAS.flatMap(({ statements }) => statements);

describe('the table of the specification', () => {
  test('has every statement once', () => {
    const numbers = STATEMENTS.flatMap(numbersOf).toSorted((a, b) => a - b);
    const twice = numbers.filter((number, at) => numbers[at - 1] === number);
    const expected = HELD.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at));
    expect({ twice, missing: expected.filter((number) => !numbers.includes(number)) }).toEqual({
      twice: [],
      missing: [],
    });
  });

  test('says something about each, and names a test that covers it', () => {
    const bare = STATEMENTS.filter(({ says, coveredBy }) => says.length < 8 || coveredBy.length === 0);
    expect(bare.map(({ no }) => no)).toEqual([]);
  });

  test('names only tests that are written', () => {
    const sources = new Map<string, string>();
    const sourceOf = (file: string) => {
      const source = sources.get(file) ?? (existsSync(file) ? readFileSync(file, 'utf8') : '');
      sources.set(file, source);
      return source;
    };
    const invented = STATEMENTS.flatMap(({ no, coveredBy }) =>
      coveredBy.filter(({ file, test }) => !mayHaveTest(sourceOf(file), test)).map((wanted) => ({ no, ...wanted })),
    );
    expect(invented).toEqual([]);
  });
});

describe('what was decided', () => {
  const page = readFileSync('docs/contract-decisions.md', 'utf8');
  const sections = new Map(
    page.split(/^##+ /m).map((section) => [section.slice(0, section.indexOf('\n')), section] as const),
  );
  const decided = STATEMENTS.flatMap((statement) => statement.decided ?? []);

  test('is said on the page of decisions, where the row says', () => {
    const missing = decided.filter(
      ({ under, entry }) => sections.get(under)?.includes(entry === undefined ? '' : `- **${entry}**`) !== true,
    );
    expect(missing).toEqual([]);
  });

  test('and differs from the specification: each entry of the page has its row, and each row its entry', () => {
    const entries = [...(sections.get(DIFFERENCES) ?? '').matchAll(/^- \*\*(.*?)\*\*/gm)].map(([, entry]) => entry);
    const rows = decided.filter(({ under }) => under === DIFFERENCES).map(({ entry }) => entry);
    expect([...new Set(rows)].sort()).toEqual(entries.sort());
    const numbers = STATEMENTS.filter((one) => one.decided?.under === DIFFERENCES).flatMap(numbersOf);
    expect(numbers).toEqual(expect.arrayContaining([34, 66, 70, 224, 273]));
  });
});

describe('a test is found in its file', () => {
  const source = `
    describe('a body', () => {
      test('is "read"', async () => {});
      test.each([1, 2])('of %i bytes', () => {});
      test(\`of \${MAX} is refused\`, { timeout: 9 }, () => {});
    });`;

  test.each([
    ['a body > is "read"', true],
    ['a body > of 7 bytes', true],
    ['a body > of 100 is refused', true],
    ['a body > * is refused', true],
    ['a body > is read', false],
    ['a body > of 7 bits', false],
    ['no body > is "read"', false],
    ['', false],
  ])('%s: %s', (name, found) => {
    expect(mayHaveTest(source, name)).toBe(found);
  });

  test('also when its title comes from somewhere else, as long as the rest is there', () => {
    const made = `describe('a body', () => { for (const { name } of CASES) test(name, () => {}); });`;
    expect(mayHaveTest(made, 'a body > /email absent is Validation')).toBe(true);
    expect(mayHaveTest('', 'a body > /email absent is Validation')).toBe(false);
  });
});

describe('after a run', () => {
  const covered = (test: string, ...results: [title: string, status: string][]) => {
    const statement = { no: 1, says: 'It works', surface: 'Partner API' as const, coveredBy: tests('a.test.ts', test) };
    const report: Report = {
      testResults: [
        {
          name: 'a.test.ts',
          assertionResults: results.map(([title, status]) => ({ ancestorTitles: ['all'], title, status })),
        },
      ],
    };
    return uncoveredBy(report, [area('Area', [statement])]).map(({ why }) => why);
  };

  test('a statement is covered by its tests that passed', () => {
    expect(covered('all > works', ['works', 'passed'], ['fails', 'failed'])).toEqual([]);
    expect(covered('all > works*', ['works', 'passed'], ['works too', 'passed'])).toEqual([]);
  });

  test.each(['failed', 'skipped', 'pending', 'todo'])('one whose test is "%s" is not covered', (status) => {
    expect(covered('all > works', ['works', status])).toEqual([`the test is "${status}"`]);
    expect(covered('all > works*', ['works', 'passed'], ['works too', status])).toEqual([`the test is "${status}"`]);
  });

  test('one whose test is not there is not covered', () => {
    expect(covered('all > works')).toEqual(['there is no such test in this run']);
    expect(covered('works', ['works', 'passed'])).toEqual(['there is no such test in this run']);
  });

  test('a star stands for anything, and nothing else does', () => {
    const [wanted] = tests('a.test.ts', 'a (b) > c*');
    expect(wanted && [isNamedBy(wanted, 'a (b) > c and d'), isNamedBy(wanted, 'a b > c')]).toEqual([true, false]);
  });
});
