// The documentation as a whole: every page is in the table of contents, and every code block is run or listed with a reason.
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sidebarOf } from '../../../apps/docs/build/navigation.ts';
import { slugOf } from '../../../apps/docs/build/published.ts';
import { cloneDatabase } from '../../harness/database.ts';
import { CODE_BLOCKS } from './code-blocks.ts';

/** Not on the site: a table for reviewers of our tests. */
const OMITTED = 'specification-coverage';
const PAGES = globSync('**/*.md', { cwd: 'docs' })
  .map((file) => file.replace(/\.md$/, ''))
  .filter((page) => page !== OMITTED);
const INCLUDED = /^<!-- @include: \.\.\/(\S+?)\{\d+,\} -->$/m;
/** With the file that a page includes from elsewhere in the repository. */
const textOf = (page: string) =>
  readFileSync(`docs/${page}.md`, 'utf8').replace(INCLUDED, (_, file: string) => readFileSync(file, 'utf8'));
/** The file in which the text of a page is written. */
const sourceOf = (page: string) => INCLUDED.exec(readFileSync(`docs/${page}.md`, 'utf8'))?.[1] ?? `docs/${page}.md`;

test('every page of the documentation is in the table of contents', () => {
  const chapters = Object.values(sidebarOf('operators')).flat();
  const linked = new Set(chapters.flatMap(({ items }) => items.map(({ link }) => link.slice(1))));
  const places = PAGES.map((page) => page.replace(/(^|\/)README$/, '$1').replace(/^index$/, ''));
  expect([...linked].sort()).toEqual([...places].sort());
});

test('no page shows how it was generated', () => {
  const shown = PAGES.filter((page) => /^Made by/m.test(textOf(page)));
  expect(shown).toEqual([]);
});

test('an anchor is the same as on GitHub', () => {
  expect(slugOf('4. The outcome: what `PATCH` does, & why?')).toBe('4-the-outcome-what-patch-does--why');
  expect(slugOf('`Customer.NotFound`'.replaceAll('`', ''))).toBe('customernotfound');
});

/** Pages outside docs/: the build of the site checks only the links in docs/. */
const REPOSITORY_PAGES = globSync(
  ['*.md', '{packages,apps}/*/README.md', 'tests/**/README.md', 'deploy/**/README.md'],
  {
    exclude: ['**/node_modules/**'],
  },
);
/** Ignores code blocks; a repeated heading gets a number, as on GitHub. */
function anchorsOf(file: string): Set<string> {
  const text = readFileSync(file, 'utf8').replaceAll(/^```.*?^```$/gms, '');
  const seen = new Map<string, number>();
  const anchors = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => {
    const slug = slugOf(heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1'));
    const before = seen.get(slug) ?? 0;
    seen.set(slug, before + 1);
    return before === 0 ? slug : `${slug}-${before}`;
  });
  return new Set(anchors);
}

test('every link on pages outside docs/ points to an existing file and heading', () => {
  const links = REPOSITORY_PAGES.flatMap((page) => {
    const text = readFileSync(page, 'utf8').replaceAll(/^ *```.*?^ *```$|`[^`\n]*`/gms, '');
    return [...text.matchAll(/\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].map(([, path = '', anchor]) => ({
      link: `${page}: ${path}${anchor === undefined ? '' : `#${anchor}`}`,
      target: path === '' ? page : join(dirname(page), path),
      anchor,
    }));
  });
  expect(links.length).toBeGreaterThan(50);
  const broken = links.filter(
    ({ target, anchor }) =>
      !existsSync(target) || (anchor !== undefined && !(target.endsWith('.md') && anchorsOf(target).has(anchor))),
  );
  expect(broken.map(({ link }) => link)).toEqual([]);
});

interface Found {
  page: string;
  language: string;
  code: string;
}

const BLOCKS: Found[] = PAGES.flatMap((page) =>
  [...textOf(page).matchAll(/^( *)```(\w+)[^\n]*\n(.*?)^ *```$/gms)].map(([, , language = '', code = '']) => ({
    page,
    language,
    code,
  })),
);
/** Output, diagrams and payloads: not typed by the reader. */
const SHOWN = new Set(['text', 'json', 'mermaid']);
const countOf = (page: string, language: string) =>
  BLOCKS.filter((block) => block.page === page && block.language === language).length;

const UNRUN = BLOCKS.filter(({ page, language, code }) =>
  CODE_BLOCKS.some(
    (one) =>
      one.page === page &&
      one.language === language &&
      Object.keys(one.notRun ?? {}).some((text) => code.includes(text)),
  ),
);

describe('a code block', () => {
  test('is run by a test that reads its page, or is listed with a reason', () => {
    const code = BLOCKS.filter(({ language }) => !SHOWN.has(language));
    const found = new Set(code.map(({ page, language }) => `${page} ${language}`));
    expect([...found].sort()).toEqual(CODE_BLOCKS.map(({ page, language }) => `${page} ${language}`).sort());
    expect(CODE_BLOCKS.map((one) => ({ ...one, count: countOf(one.page, one.language) }))).toEqual(CODE_BLOCKS);
    for (const { page, language, ranBy, notRun = {} } of CODE_BLOCKS) {
      const blocks = BLOCKS.filter((block) => block.page === page && block.language === language);
      const left = Object.keys(notRun).map((text) => blocks.filter(({ code }) => code.includes(text)));
      expect(left.map((found) => found.length)).toEqual(left.map(() => 1));
      expect(new Set(left.flat()).size).toBe(left.length);
      // A test is named exactly if there are blocks to run.
      expect(ranBy === undefined, `${page}: ${language}`).toBe(left.length === blocks.length);
      if (ranBy !== undefined)
        expect(readFileSync(ranBy, 'utf8')).toMatch(new RegExp(`${RegExp.escape(sourceOf(page))}|'${page}'`));
    }
    const run = code.length - UNRUN.length;
    expect(run / code.length, `${run} of ${code.length} blocks are run`).toBeGreaterThan(0.87);
  });

  test('in SQL is a statement that returns columns', async () => {
    const statements = BLOCKS.filter(({ language }) => language === 'sql');
    const database = await cloneDatabase();
    try {
      for (const { code } of statements) expect((await database.owner.query(code)).fields.length).toBeGreaterThan(0);
    } finally {
      await database.close();
    }
    expect(statements.map(({ page }) => page)).toEqual(['operations']);
  });

  test('in JSON can be parsed', () => {
    const json = BLOCKS.filter(({ language }) => language === 'json');
    expect(json.length).toBeGreaterThan(10);
    for (const { page, code } of json) expect(() => JSON.parse(code), `${page}: ${code}`).not.toThrow();
  });

  test('in shell that no test runs can at least be parsed', () => {
    const shell = UNRUN.filter(({ language }) => language === 'sh').map(({ code }) => code);
    // Each in a separate function: all are parsed, none is run.
    const script = shell.map((code, at) => `block_${at}() {\n${code}\n}`).join('\n');
    execFileSync('bash', ['-n'], { input: script });
    expect(shell.length).toBeGreaterThan(0);
  });

  test('in shell uses only onboardingctl commands that exist', () => {
    const headings = [...textOf('command').matchAll(/^##+ (.+)$/gm)].map(([, heading = '']) => heading);
    // A noun with verbs is not a command on its own.
    const known = headings.filter((one) => !headings.some((other) => other.startsWith(`${one} `)));
    const used = BLOCKS.flatMap(({ page, code }) =>
      [...code.matchAll(/^(?:.*\s)?onboardingctl ((?:[a-z-]+ )*[a-z-]+)/gm)].map(([, words = '']) => ({ page, words })),
    );
    expect(used.length).toBeGreaterThan(10);
    expect(used.filter(({ words }) => !known.some((one) => `${words} `.startsWith(`${one} `)))).toEqual([]);
  });
});
