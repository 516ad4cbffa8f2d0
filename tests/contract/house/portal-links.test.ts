// Every mention of a page of the portal, in a mail, a response or a document, refers to a page that exists.
import { expect, test } from 'vitest';
import { isPageOf, labelsOf, pagesNamedFor, pagesOf, readTexts } from '../../harness/site-pages.ts';

/** Full URLs, paths only, and templates as mails build them. */
const LINKS = [
  /https?:\/\/[^\s/`'")]+\/portal(?<path>\/[\w$/{}.-]*)?/g,
  /(?<![\w.:/-])\/portal(?<path>\/[\w$/{}.-]*)?(?=[^\w/-]|$)/g,
  /(?:portalUrl|PORTAL_PATH)\}(?<path>\/[\w$/{}.-]+)/g,
];

const links = readTexts().flatMap(({ file, text }) =>
  text.split('\n').flatMap((line) =>
    LINKS.flatMap((link) => [...line.matchAll(link)]).map((found) => ({
      file,
      path: (found.groups?.path ?? '/').replaceAll(/\$?\{[^}]*\}/g, 'x').replace(/\.$/, ''),
    })),
  ),
);

test('every link to the portal in mails, responses and documents points to an existing page', () => {
  expect(pagesOf('portal').length).toBeGreaterThan(10);
  const mails = links.filter(({ file }) => file.startsWith('packages/domain/'));
  expect(mails.length, 'the mails are found').toBeGreaterThanOrEqual(4);
  expect(
    links.some(({ file }) => file.startsWith('apps/identity/')),
    'the refused assertion is found',
  ).toBe(true);
  expect(links.filter(({ path }) => !isPageOf('portal', path))).toEqual([]);
});

test.each([
  ['portal', 3],
  ['console', 0],
] as const)('every %s page that a text mentions by name has that name in the navigation', (site, least) => {
  const names = pagesNamedFor(site);
  expect(names.length).toBeGreaterThanOrEqual(least);
  expect(
    names.filter(({ name }) => !labelsOf(site).some((label) => label.toLowerCase() === name.toLowerCase())),
  ).toEqual([]);
});
