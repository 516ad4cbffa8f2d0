// Where our package is not installed, `npx NAME` runs any package of that name, so texts and examples always name a scope.
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const UNSCOPED = /\b(?:npx|npm exec|pnpm dlx|bunx)[ \t]+(?:-\S+[ \t]+)*\w/;
/** These explain the rule. */
const EXPLAINING = new Set(['docs/decisions/0055-packages-for-partners.md', 'CHANGELOG.md']);

test('no page, message or example runs a package by an unscoped name', () => {
  const files = globSync(['*.md', '{docs,apps,packages,scripts,database,deploy}/**/*.{md,ts,tsx,json,html,py,yaml}'], {
    exclude: (path) => /(?:^|\/)(?:node_modules|dist|cache)$/.test(path),
  }).filter((path) => !EXPLAINING.has(path));
  expect(files.length).toBeGreaterThan(500);
  const found = files.filter((path) => UNSCOPED.test(readFileSync(path, 'utf8')));
  expect(found).toEqual([]);
});
