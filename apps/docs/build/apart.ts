// Keeps the books apart: after a build, searches what the public one contains for what only the other may say.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Book, isInBook, pagesOutside } from './navigation.ts';
import { PAGES, ROOT, SHOWN } from './published.ts';

/** Less would mean that the build changes the text so much that the search proves nothing. */
const RECOGNISED = 0.9;

/**
 * Fails the public build if a file of it has a passage of an internal page or its address, as the search has them, and the other build
 * if it lacks them.
 */
export function keepApart(outDir: string, base: string, book: Book): void {
  const secrets = secretsOf();
  const texts = globSync('**/*.{html,js,json,css,xml,txt,md}', { cwd: outDir }).map((file) => ({
    file,
    text: readFileSync(join(outDir, file), 'utf8'),
  }));
  const found = texts.flatMap(({ file, text }) =>
    passagesOf(text.replaceAll('\\n', ' '))
      .filter((passage) => secrets.has(passage))
      .map((passage) => ({ file, passage })),
  );
  if (book === 'integrators') {
    const names = pagesOutside(book).map((page) => page.replace(/(README)?\.md$/, ''));
    const address = new RegExp(`${RegExp.escape(base)}(?:${names.map(RegExp.escape).join('|')})(?![\\w-])`, 'g');
    const faults = [
      ...found.map(({ file, passage }) => `${file}: "${passage}" of ${secrets.get(passage)}`),
      ...texts.flatMap(({ file, text }) => (text.match(address) ?? []).map((link) => `${file}: ${link}`)),
    ];
    if (faults.length > 0) throw new Error(`The public book has something of internal pages:\n${faults.join('\n')}`);
    return;
  }
  const recognised = new Set(found.map(({ passage }) => passage)).size;
  if (recognised < RECOGNISED * secrets.size)
    throw new Error(`Only ${recognised} of ${secrets.size} passages of internal pages are recognised`);
}

/** Passages that no public page has, each with its page: of internal pages, and of what the changelog tells operators. */
function secretsOf(): ReadonlyMap<string, string> {
  const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
  const sections = read('CHANGELOG.md').split(/^(?=#+ )/m);
  const isInternal = (section: string) => section.startsWith('#### For operators');
  const shared = new Set(
    [
      ...globSync('**/*.md', { cwd: PAGES })
        .filter((file) => isInBook('integrators', file))
        .map((file) => read(`docs/${file}`)),
      ...sections.filter((section) => !isInternal(section)),
      ...Object.keys(SHOWN)
        .filter((file) => file !== 'CHANGELOG.md')
        .map(read),
      // The contract, whose descriptions say some of it too.
      read('docs/openapi.json'),
    ].flatMap((text) => passagesOf(proseOf(text))),
  );
  const internal = [
    ...pagesOutside('integrators').map((page) => ({ page, text: read(`docs/${page}`) })),
    ...sections.filter(isInternal).map((text) => ({ page: 'CHANGELOG.md', text })),
  ];
  return new Map(
    internal.flatMap(({ page, text }) =>
      passagesOf(proseOf(text))
        .filter((passage) => !shared.has(passage))
        .map((passage): [string, string] => [passage, page]),
    ),
  );
}

/** Without what is not shown, or not as it is written; paragraphs stay apart. */
function proseOf(page: string): string {
  return page
    .replaceAll(/^ *```.*?^ *```$|^<!--.*?-->$/gms, '|')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/^(#.*)$/gm, '$1|')
    .replaceAll(/\n\s*\n/g, '|');
}

/** Runs of words without markup. The build keeps them as they are, except where lines end. */
const passagesOf = (text: string): string[] =>
  text.replaceAll(/\s+/g, ' ').match(/[A-Za-z][A-Za-z ,;]{30,}[a-z]/g) ?? [];
