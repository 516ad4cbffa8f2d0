import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { listTests } from '../../scripts/tests/rings.ts';
import { type Report, uncoveredBy } from './covered.ts';
import { area, DIFFERENCES, type Evidence, isCase, isTitled, numbersOf, tagged, tagOf, titled } from './statement.ts';
import { AREAS } from './statements.ts';
import { mayHaveTest, taggedTests } from './titles.ts';

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

  const files = listTests().filter((file) => !file.startsWith('tests/specification/'));
  const sources = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));

  test('names only tests that are written', () => {
    const isWritten = (tag: string, wanted: Evidence) => {
      const source = sources.get(wanted.file) ?? '';
      return 'title' in wanted
        ? mayHaveTest(source, wanted.title)
        : taggedTests(source).some(({ tags }) => tags.includes(tag));
    };
    const invented = STATEMENTS.flatMap((statement) =>
      statement.coveredBy
        .filter((wanted) => !isWritten(tagOf(statement), wanted))
        .map((wanted) => ({ no: statement.no, ...wanted })),
    );
    expect(invented).toEqual([]);
  });

  test('names the file of every tagged test', () => {
    const named = new Set(STATEMENTS.flatMap((one) => one.coveredBy.map(({ file }) => `${tagOf(one)} ${file}`)));
    const used = [...sources].flatMap(([file, source]) =>
      taggedTests(source).flatMap(({ tags }) => tags.map((tag) => `${tag} ${file}`)),
    );
    expect(used.length).toBeGreaterThan(300);
    expect(used.filter((one) => !named.has(one))).toEqual([]);
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
  const covered = (wanted: Evidence[], ...results: [title: string, status: string, tags?: string[]][]) => {
    const statement = { no: 1, says: 'It works', surface: 'Partner API' as const, coveredBy: wanted };
    const report: Report = {
      testResults: [
        {
          name: 'a.test.ts',
          assertionResults: results.map(([title, status, tags = []]) => ({
            ancestorTitles: ['all'],
            title,
            status,
            tags,
          })),
        },
      ],
    };
    return uncoveredBy(report, [area('Area', [statement])]).map(({ why }) => why);
  };
  const byTitle = (title: string) => titled('a.test.ts', title);
  const byTag = (...cases: string[]) => [tagged('a.test.ts', ...cases)];
  const tags = ['S-1'];

  test('a statement is covered when its tests passed', () => {
    expect(covered(byTitle('all > works'), ['works', 'passed'], ['fails', 'failed'])).toEqual([]);
    expect(covered(byTitle('all > works*'), ['works', 'passed'], ['works too', 'passed'])).toEqual([]);
    expect(covered(byTag(), ['works', 'passed', ['S-2', 'S-1']], ['fails', 'failed', ['S-2']])).toEqual([]);
    expect(covered(byTag('POST', 'PUT'), ['POST works', 'passed', tags], ['PUT works', 'passed', tags])).toEqual([]);
  });

  test.each(['failed', 'skipped', 'pending', 'todo'])(
    'a statement with a test that is "%s" is not covered',
    (status) => {
      expect(covered(byTitle('all > works'), ['works', status])).toEqual([`the test "all > works" is "${status}"`]);
      expect(covered(byTitle('all > works*'), ['works', 'passed'], ['works too', status])).toEqual([
        `the test "all > works too" is "${status}"`,
      ]);
      expect(covered(byTag('PUT'), ['PUT works', 'passed', tags], ['works too', status, tags])).toEqual([
        `the test "all > works too" is "${status}"`,
      ]);
    },
  );

  test('a statement without its test, its tag or its case is not covered', () => {
    expect(covered(byTitle('all > works'))).toEqual(['no test "all > works" ran']);
    expect(covered(byTitle('works'), ['works', 'passed'])).toEqual(['no test "works" ran']);
    expect(covered(byTag(), ['works', 'passed', ['S-11']])).toEqual(['no test tagged S-1 ran']);
    expect(covered(byTag('PUT'), ['OUTPUT works', 'passed', tags], ['PUT works', 'passed'])).toEqual([
      'no test tagged S-1 has the case "PUT"',
    ]);
  });

  test('a star matches anything, and nothing else does', () => {
    expect([isTitled('a (b) > c*', 'a (b) > c and d'), isTitled('a (b) > c*', 'a b > c')]).toEqual([true, false]);
    expect([isCase('c * e', 'a > c and e, f'), isCase('c.*e', 'a > c and e, f')]).toEqual([true, false]);
  });
});

test('tagged tests are found in a source by title and tags', () => {
  const source = `
    test('plain', () => {});
    test('it\\'s tagged', { tags: ['S-1', 'S-2'] }, () => {});
    test.each([1])(
      'case %i',
      { timeout: 9, tags: ['S-3'] },
      () => {},
    );`;
  expect(taggedTests(source)).toEqual([
    { title: "it's tagged", tags: ['S-1', 'S-2'] },
    { title: 'case %i', tags: ['S-3'] },
  ]);
});
