import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { isInRelease, readmeOf, withFolders, withLinksInto } from './pages.ts';

const RELEASE = withFolders(['docs/keys.md', 'docs/runbooks/README.md', 'deploy/env/api.env']);
const mended = (text: string) => withLinksInto(RELEASE, 'docs/page.md', text);

test.each(['[keys](keys.md#rotate)', '[runbooks](runbooks/)', '[examples](../deploy/env)', '[here](#there)'])(
  'a link to what is in the release stays: %s',
  (link) => expect(mended(`See ${link}.`)).toBe(`See ${link}.`),
);

test('a link to what is only in the repository becomes text, even across lines', () => {
  expect(mended('See [the\nchart](../deploy/helm) and [`[x]`](x.md), or [us](https://example.com/a.md).')).toBe(
    'See the\nchart and `[x]`, or [us](https://example.com/a.md).',
  );
});

test('code stays as it is', () => {
  const code = '```sh\necho "[a](b.md)"\n```';
  expect(mended(`[a](b.md)\n${code}\n[a](b.md)`)).toBe(`a\n${code}\na`);
});

test('the readme is the beginning of the page about releases, for this version', () => {
  const page =
    '# Releases\n\nSuch as `x-0.1.0.tgz` and `onboarding-0.1.0.tgz`.\n\n## Verify\n\n[Keys](keys.md).\n\n## Versions\n\nMore.\n';
  expect(readmeOf(page, '1.2.3', '0.1.0')).toMatch(
    /^# Release 1\.2\.3\n\nLinks lead .*\n\nSuch as `x-1\.2\.3\.tgz` and `onboarding-0\.1\.0\.tgz`\.\n\n## Verify\n\n\[Keys\]\(docs\/keys\.md\)\.\n$/,
  );
});

test('the readme of this repository says how to verify, how to unpack and what to read next', () => {
  const readme = readmeOf(readFileSync('docs/releases.md', 'utf8'), '1.2.3', '0.4.0');
  expect(readme).toMatch(
    /openssl pkeyutl -verify[\s\S]*tar -xzf onboarding-1\.2\.3-[\s\S]*docs\/production\.md#1-what-you-need/,
  );
  expect(readme).not.toMatch(/0\.1\.0|Make a release/);
});

test('a release contains every page that the overview for operators names, and those that these pages name', () => {
  const linked = (page: string) =>
    [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+\.md)/g)].map(([, target = '']) =>
      normalize(join(dirname(page), target)),
    );
  const overview = linked('docs/operators.md');
  expect(overview.length).toBeGreaterThan(15);
  // Pictures of the console are large, and for people who use it.
  expect(overview.filter((page) => !isInRelease(page))).toEqual(['docs/console/README.md']);
  const pages = globSync('docs/**').filter(isInRelease);
  expect(pages).toEqual(expect.arrayContaining(['docs/production.md', 'docs/settings.md', 'docs/runbooks/README.md']));
  expect(pages.filter((page) => /decisions|specification/.test(page))).toEqual([]);
});

test('a release contains every page that the programs, the units and the examples name', () => {
  const sources = globSync([
    '{apps,database,packages}/**/*.ts',
    'deploy/{env,systemd,proxy,prometheus}/*',
    'scripts/{image,release}/*',
  ]).filter(
    (path) => !/node_modules|\.test\.ts$|apps\/docs\/|^packages\/(sdk|cli)|^scripts\/release\/pages/.test(path),
  );
  const named = sources
    .filter((path) => /\.\w+$/.test(path))
    .flatMap((path) => readFileSync(path, 'utf8').match(/\bdocs\/[\w/-]+\.md/g) ?? []);
  expect(named.length).toBeGreaterThan(10);
  expect([...new Set(named)].filter((page) => !isInRelease(page))).toEqual([]);
});
