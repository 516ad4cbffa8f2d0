// Whatever names a page of the portal, in a mail, an answer or a document, names one that exists.
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isPageOf, labelsOf, pagesOf } from '../../harness/site-pages.ts';

const TEXTS = globSync([
  'packages/{contract,domain,platform,sdk,cli}/src/**/*.ts',
  'apps/{api,identity,worker}/src/**/*.ts',
  'docs/**/*.md',
  '{README,CHANGELOG,SECURITY}.md',
]).filter((file) => !/\.test\.ts$|node_modules/.test(file));

/** By its address, by its path alone, and as mails put it together. */
const LINKS = [
  /https?:\/\/[^\s/`'")]+\/portal(?<path>\/[\w$/{}.-]*)?/g,
  /(?<![\w.:/-])\/portal(?<path>\/[\w$/{}.-]*)?(?=[^\w/-]|$)/g,
  /(?:portalUrl|PORTAL_PATH)\}(?<path>\/[\w$/{}.-]+)/g,
];

const links = TEXTS.flatMap((file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) =>
      LINKS.flatMap((link) => [...line.matchAll(link)]).map((found) => ({
        file,
        path: (found.groups?.path ?? '/').replaceAll(/\$?\{[^}]*\}/g, 'x').replace(/\.$/, ''),
      })),
    ),
);

test('every link to the portal, of every mail, answer and document, leads to a page of it', () => {
  expect(pagesOf('portal').length).toBeGreaterThan(10);
  const mails = links.filter(({ file }) => file.startsWith('packages/domain/'));
  expect(mails.length, 'the mails are found').toBeGreaterThanOrEqual(4);
  expect(
    links.some(({ file }) => file.startsWith('apps/identity/')),
    'the refused assertion is found',
  ).toBe(true);
  expect(links.filter(({ path }) => !isPageOf('portal', path))).toEqual([]);
});

test('every page that a text finds "under" a name has that name in the navigation', () => {
  const names = TEXTS.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bportal\b[^.]{0,80}?\bunder ([A-Z]\w+(?: [A-Za-z]\w+)*)/g)].map(
      ([, name = '']) => ({
        file,
        name,
      }),
    ),
  );
  expect(names.length).toBeGreaterThanOrEqual(3);
  expect(
    names.filter(({ name }) => !labelsOf('portal').some((label) => label.toLowerCase() === name.toLowerCase())),
  ).toEqual([]);
});
