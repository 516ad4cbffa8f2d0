// The documentation is two books of the same pages. The build of the public one fails if it contains text of the other's pages.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { keepApart, withoutOperatorsSections } from '../../../apps/docs/build/apart.ts';
import { isInBook, pagesOutside, sidebarOf } from '../../../apps/docs/build/navigation.ts';

/** Written by hand, so that moving a page to another chapter does not publish it by accident. */
const PUBLIC = [
  'changelog',
  'cli',
  'clients',
  'collection/',
  'concepts',
  'countries',
  'documents',
  'errors',
  'events',
  'glossary',
  'going-live',
  'index',
  'languages',
  'migrating',
  'portal/',
  'quickstart',
  'receiving',
  'retries',
  'sandbox',
  'sdk-python',
  'sdk-typescript',
  'sdks',
  'tokens',
  'updates',
  'verification',
  'versions',
  'webhooks',
];
const fileOf = (page: string) => (page.endsWith('/') ? `${page}README.md` : `${page}.md`);

test('only pages for integrators are public', () => {
  const chapters = Object.values(sidebarOf('integrators')).flat();
  const links = chapters.flatMap(({ items }) => items.map(({ link }) => (link === '/' ? 'index' : link.slice(1))));
  expect(links.sort()).toEqual(PUBLIC);
  const outside = pagesOutside('integrators');
  expect(PUBLIC.map(fileOf).filter((file) => outside.includes(file) || !isInBook('integrators', file))).toEqual([]);
  expect(outside).toEqual(
    expect.arrayContaining([
      'keys.md',
      'reviewing.md',
      'architecture.md',
      'runbooks/README.md',
      'runbooks/OutboxStuck.md',
    ]),
  );
  expect(pagesOutside('operators')).toEqual([]);
});

function withBuilt(files: Record<string, string>, check: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'book-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    check(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test.each([
  [
    'keys.md',
    'A role of PostgreSQL has one password, so a changed password is refused to every process that still has the old one',
  ],
  ['runbooks/OutboxStuck.md', 'The oldest event has been waiting for a dispatcher for more than a minute'],
  ['reviewing.md', 'tries an hour for each identity, and every try is recorded in the audit trail'],
  ['CHANGELOG.md', 'Runbooks, keys, settings, security and the other operators'],
  [
    'CHANGELOG.md',
    'The steps are for an installation that runs an earlier build. Yours may be new enough to need only some of them',
  ],
])('the public build fails if a page, a chunk or the search index contains text of %s', (page, sentence) => {
  for (const file of ['webhooks.html', 'assets/webhooks.md.1.js', 'assets/chunks/@localSearchIndexroot.2.js'])
    withBuilt({ 'index.html': 'Hello', [file]: `<p>${sentence}.</p>` }, (folder) => {
      expect(() => keepApart(folder, '/docs/', 'integrators')).toThrow(`of ${page}`);
      expect(() => keepApart(folder, '/docs/', 'integrators')).toThrow(file);
    });
});

test.each(['/docs/keys', '/docs/runbooks/OutboxStuck#what-to-do', '/docs/decisions/'])(
  'the public build fails if its search index or a link contains %s',
  (address) => {
    withBuilt({ 'assets/chunks/@localSearchIndexroot.2.js': `{"3":"${address}"}` }, (folder) =>
      expect(() => keepApart(folder, '/docs/', 'integrators')).toThrow('@localSearchIndexroot'),
    );
  },
);

test('the public build accepts passages of internal pages that public pages also contain', () => {
  const sentence = 'Our tests run the commands against a real installation.';
  withBuilt({ 'webhooks.html': `<p>${sentence}</p>` }, (folder) =>
    expect(() => keepApart(folder, '/docs/', 'integrators')).not.toThrow(),
  );
});

test('the public changelog has neither the steps of an upgrade nor the changes for operators', () => {
  const added = '## [0.1.0] - 2026-11-20\n\n### 2026-11-19\n\n#### Added\n\n- A field.\n';
  const [version, ...days] = added.split(/(?=^### )/m);
  const steps = '### Upgrading\n\n1. Water the plants.\n\n#### With the chart\n\n- Water them twice.\n\n';
  const changes = '\n#### For operators\n\n- The plants are thirsty.\n';
  expect(withoutOperatorsSections(`${version}${steps}${days.join('')}${changes}`).trimEnd()).toBe(added.trimEnd());
});

test("the operators' build fails if the search does not recognise its passages", () => {
  withBuilt({ 'keys.html': '<p>A role of PostgreSQL.</p>' }, (folder) =>
    expect(() => keepApart(folder, '/docs/', 'operators')).toThrow('Only 0 of'),
  );
});
