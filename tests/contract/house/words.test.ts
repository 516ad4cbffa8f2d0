// Texts for readers, sources and file names avoid the expressions listed in docs/words.md, whose table is the rule.
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { DOCUMENTS } from '../../../apps/api/src/docs/documents.ts';

const WORDS = 'docs/words.md';
/** The page itself, and a page that quotes titles of tests. */
const OTHERS_WORDS = new Set([WORDS, 'docs/specification-coverage.md']);
const PAGES = globSync([
  '*.md',
  'docs/{,*/}*.md',
  'packages/*/README.md',
  'docs/events.json',
  'tests/journeys/cli-screens/*.txt',
  'apps/ctl/src/screens/*.txt',
]).filter((path) => !OTHERS_WORDS.has(path) && !path.startsWith('docs/decisions/'));

/** Migrations keep their names and texts. */
const PATHS = globSync('{apps,packages,tests,scripts,database,docs,deploy}/**', {
  exclude: (path) => /(?:^|\/)(?:node_modules|migrations|__pycache__)$/.test(path),
});
/** All hand-written code. */
const SOURCES = PATHS.filter((path) => /^(?!docs|deploy).*\.(?:tsx?|css|py)$/.test(path) && !path.endsWith('.gen.ts'));

/** Names that operators and clients already use, and which therefore stay. */
const PUBLIC_NAMES = ['RATE_LIMIT_STRANGERS', `name: 'strangers'`];
/** This section quotes expressions to avoid. */
const BEFORE_AND_AFTER = /^### Before and after$.*?(?=^## )/ms;
const blank = (text: string) => text.replaceAll(/[^\n]/g, ' ');

function avoidedWords(): string[] {
  const [, table = ''] = readFileSync(WORDS, 'utf8').split('We do not say');
  const rows = (table.split('\n\n')[0] ?? '').split('\n').map((row) => row.split('|')[2] ?? '');
  return rows.flatMap((cell) => cell.split(',').map((words) => words.trim())).filter((words) => /^[a-z]/.test(words));
}

const AVOIDED = avoidedWords();
const PATTERN = new RegExp(`\\b(?:${AVOIDED.join('|').replaceAll(' ', '\\s+')})\\b`, 'g');

/** With the words of identifiers apart, and without the marks of comments, so that an expression may continue on the next line. */
const toWords = (text: string) =>
  text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replaceAll(/[_-]/g, ' ')
    .replaceAll(/^[ \t]*(?:\/?\*+|\/\/|#)/gm, ' ')
    .toLowerCase();

/** Only a migration could rename these, and migrations keep their names. Rows have them in camel case. */
const OF_DATABASE = [
  ...new Set(readFileSync('database/schema.sql', 'utf8').match(/\b[a-z]+(?:_[a-z]+)+\b/g)),
  ...globSync('database/migrations/*.sql').map((path) => basename(path, '.sql').replace(/^\d+_/, '')),
].filter((name) => toWords(name).search(PATTERN) >= 0);
const camelCase = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const KEPT = new RegExp(
  `\\b(?:${[...PUBLIC_NAMES, ...OF_DATABASE, ...OF_DATABASE.map(camelCase)].join('|')})|_(?:${OF_DATABASE.join('|')})\\b`,
  'g',
);

function avoidedIn(path: string, text: string): string[] {
  const words = toWords(text.replace(BEFORE_AND_AFTER, blank).replaceAll(KEPT, blank));
  return [...words.matchAll(PATTERN)].map(({ 0: match, index }) => {
    const line = words.slice(0, index).split('\n').length;
    return `${path}:${line} ${match.replaceAll(/\s+/g, ' ')}`;
  });
}

test('no page or description uses an expression that docs/words.md tells us to avoid', () => {
  expect(AVOIDED.length).toBeGreaterThan(20);
  expect(PAGES.length).toBeGreaterThan(130);
  expect(PAGES.flatMap((path) => avoidedIn(path, readFileSync(path, 'utf8')))).toEqual([]);
  expect(DOCUMENTS.flatMap(({ file, create }) => avoidedIn(file, JSON.stringify(create(), null, 2)))).toEqual([]);
});

test('no comment, title, text or identifier of a source uses such an expression', () => {
  expect(SOURCES.length).toBeGreaterThan(1_500);
  expect(SOURCES.flatMap((path) => avoidedIn(path, readFileSync(path, 'utf8')))).toEqual([]);
});

test('no file name uses such an expression', () => {
  expect(PATHS.length).toBeGreaterThan(SOURCES.length);
  expect(PATHS.flatMap((path) => avoidedIn(path, path))).toEqual([]);
});

/** In two parts, because this file is checked too. */
const [first, second] = ['handed', 'in'];
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
test.each([
  ['a comment', `// The file is ${first} ${second} here.`],
  ['a comment that continues on the next line', `/**\n * The file is ${first}\n * ${second} here.\n */`],
  ['a title', `test('a file that is ${first} ${second}', () => {});`],
  ['an identifier', `const is${capital(first)}${capital(second)} = true;`],
  ['a constant', `const ${first.toUpperCase()}_${second.toUpperCase()} = 1;`],
  ['a file name', `tests/${first}-${second}.test.ts`],
])('finds an expression in %s', (_, text) => {
  expect(avoidedIn('', text)).toHaveLength(1);
});

test('accepts names of the database', () => {
  expect(OF_DATABASE).toContain(`${first}_${second}_at`);
  expect(OF_DATABASE.flatMap((name) => avoidedIn('', `select ${name} from t; -- 0001_${name}.sql`))).toEqual([]);
});
