// Texts for readers avoid the expressions listed in the glossary, whose table is the rule.
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DOCUMENTS } from '../../../apps/api/src/docs/documents.ts';

const GLOSSARY = 'docs/glossary.md';
/** The glossary itself, and a page that quotes titles of tests. */
const OTHERS_WORDS = new Set([GLOSSARY, 'docs/specification-coverage.md']);
const PAGES = globSync([
  '*.md',
  'docs/{,*/}*.md',
  'packages/*/README.md',
  'docs/events.json',
  'packages/contract/src/shared/errors.ts',
  'packages/domain/src/**/{*-mails,*-mails-service,certificate-warnings,letter}.ts',
  'tests/journeys/cli-screens/*.txt',
  'apps/ctl/src/screens/*.txt',
]).filter((path) => !OTHERS_WORDS.has(path) && !path.startsWith('docs/decisions/'));

/** This section quotes expressions to avoid. */
const BEFORE_AND_AFTER = /^### Before and after$.*?(?=^## )/ms;
const textOf = (path: string) =>
  readFileSync(path, 'utf8').replace(BEFORE_AND_AFTER, (section) => section.replaceAll(/[^\n]/g, ''));

function avoidedWords(): string[] {
  const [, table = ''] = readFileSync(GLOSSARY, 'utf8').split('We do not say');
  const rows = (table.split('\n\n')[0] ?? '').split('\n').map((row) => row.split('|')[2] ?? '');
  return rows.flatMap((cell) => cell.split(',').map((words) => words.trim())).filter((words) => /^[a-z]/.test(words));
}

test('no page or description uses an expression that the glossary tells us to avoid', () => {
  const words = avoidedWords();
  expect(words.length).toBeGreaterThan(20);
  expect(PAGES.length).toBeGreaterThan(130);
  const pattern = new RegExp(`\\b(?:${words.join('|').replaceAll(' ', '\\s+')})\\b`, 'gi');
  const documents = DOCUMENTS.map(({ file, create }) => [file, JSON.stringify(create(), null, 2)] as const);
  const found = [...PAGES.map((path) => [path, textOf(path)] as const), ...documents].flatMap(([path, text]) =>
    [...text.matchAll(pattern)].map(({ 0: match, index }) => {
      const line = text.slice(0, index).split('\n').length;
      return `${path}:${line} ${match}`;
    }),
  );
  expect(found).toEqual([]);
});
