// What the image is built from in a clean clone: .dockerignore has to let through all that the build reads.
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { isInBook } from '../../apps/docs/build/navigation.ts';
import { OMITTED, SHOWN } from '../../apps/docs/build/published.ts';
import { SITES, sourcesOf } from '../../scripts/site-sources.ts';

const RULES = readFileSync('.dockerignore', 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => ({ admits: line.startsWith('!'), pattern: toPattern(line.replace(/^!/, '')) }));

/** Unlike in a shell, an asterisk also stands for a dot at the beginning of a name. */
function toPattern(rule: string): RegExp {
  const parts = rule
    .split(/(\*\*\/|\*)/)
    .map((part) => ({ '**/': '(?:.*/)?', '*': '[^/]*' })[part] ?? RegExp.escape(part));
  return new RegExp(`^${parts.join('')}$`);
}

/** The last rule that matches a path or one of its folders decides, as for Docker and Podman. */
function isAdmitted(path: string): boolean {
  const parts = path.split('/');
  const places = parts.map((_, at) => parts.slice(0, at + 1).join('/'));
  const last = RULES.findLast(({ pattern }) => places.some((place) => pattern.test(place)));
  return last?.admits ?? true;
}

test('the rules are understood as Docker understands them', () => {
  const paths = [
    'package.json',
    'apps/api/src/main.ts',
    'tests/running/image.ts',
    'apps/api/src/main.test.ts',
    '.git/HEAD',
  ];
  expect(paths.filter(isAdmitted)).toEqual(['package.json', 'apps/api/src/main.ts']);
  expect(isAdmitted('apps/api/node_modules/zod/index.js')).toBe(false);
  expect(isAdmitted('.build/sites/docs/index.html')).toBe(true);
});

test.each(SITES)('every source of the site %s is in it', (site) => {
  const sources = sourcesOf(site).filter((path) => statSync(path).isFile());
  expect(sources.length).toBeGreaterThan(20);
  expect(sources.filter((path) => !isAdmitted(path))).toEqual([]);
});

test('everything that a page links to is in it, because the build fails on a broken link', () => {
  const pages = [
    ...globSync('**/*.md', { cwd: 'docs' })
      .filter((page) => isInBook('operators', page) && !OMITTED.has(page))
      .map((page) => join('docs', page)),
    ...Object.keys(SHOWN),
  ];
  const targets = pages.flatMap((page) => {
    const prose = readFileSync(page, 'utf8').replaceAll(/^( *)```[\s\S]*?^\1```$/gm, '');
    const links = [...prose.matchAll(/\]\((?![a-z]+:|[#/])([^)#\s]+)/g)];
    return links.map(([, target = '']) => normalize(join(dirname(page), target)).replace(/\/$/, ''));
  });
  expect(targets).toContain('deploy/proxy/Caddyfile');
  expect([...new Set(targets)].filter((path) => existsSync(path) && !isAdmitted(path))).toEqual([]);
});

test('everything that the image contains from the repository is in it', () => {
  const programs = globSync([
    'apps/{api,identity}/src/**/assets/*',
    'database/{migrations,reference}/*',
    'LICENSE',
    'NOTICE',
  ]);
  expect(programs.length).toBeGreaterThan(70);
  expect(programs.filter((path) => !isAdmitted(path))).toEqual([]);
});
