// The sites call one thing by one name: docs/words.md lists the names, and what the texts of the sites must not say instead.
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const SITES = ['portal', 'console'] as const;
type Site = (typeof SITES)[number];

/** The expressions that a site must not use. */
function avoidedOn(site: Site): string[] {
  const [, section = ''] = readFileSync('docs/words.md', 'utf8').split('## Words of the sites');
  const rows = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| '));
  return rows.slice(2).flatMap((row) => {
    const [, , where = '', , never = ''] = row.split('|').map((cell) => cell.trim());
    return where === 'both' || where === site ? never.split(', ') : [];
  });
}

const sourcesOf = (site: Site) =>
  globSync([`apps/${site}/src/**/*.{ts,tsx}`, 'packages/ui/src/**/*.{ts,tsx}']).filter(
    (path) => !/\.(?:test|gen)\.tsx?$/.test(path),
  );

/** A text may continue on the next line; comments are for us. */
const textsOf = (source: string) => source.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '').replaceAll(/\s+/g, ' ');

const used = (texts: string, avoided: readonly string[]) => avoided.filter((expression) => texts.includes(expression));

/** Text that shows a code itself, such as `>in {person.address.countryCode}<`. */
const CODES = /(?:>|\}|\s)[^<>{}=;()]*\{[\w.]*(?:countryCode|CountryIso3Code|issuingCountry)\}(?=[^}]*<\/)/i;

test.each(SITES)('the %s uses no expression that docs/words.md tells its texts to avoid', (site) => {
  const avoided = avoidedOn(site);
  expect(avoided.length).toBeGreaterThan(5);
  expect(sourcesOf(site).length).toBeGreaterThan(100);
  expect(
    sourcesOf(site).flatMap((path) =>
      used(textsOf(readFileSync(path, 'utf8')), avoided).map((expression) => `${path}: ${expression}`),
    ),
  ).toEqual([]);
});

test.each(SITES)('the %s shows names of countries instead of codes', (site) => {
  const read = sourcesOf(site).filter((path) => !path.startsWith('apps/console/src/pages/reference/'));
  expect(read.filter((path) => CODES.test(textsOf(readFileSync(path, 'utf8'))))).toEqual([]);
});

test('finds an expression across lines, but not in a comment', () => {
  expect(used(textsOf('<p>\n  One of your\n  businesses\n</p>'), avoidedOn('portal'))).toEqual(['your businesses']);
  expect(used(textsOf('// One of your businesses'), avoidedOn('portal'))).toEqual([]);
  expect('<p> What is accepted in {person.address.countryCode} </p>').toMatch(CODES);
  expect('<p> What is accepted in {countryName(person.address.countryCode)} </p>').not.toMatch(CODES);
});
