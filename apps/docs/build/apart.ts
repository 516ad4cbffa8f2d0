// Keeps the books apart: searches the built public book for text and addresses of internal pages.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Book, isInBook, pagesOutside } from './navigation.ts';
import { PAGES, ROOT, SHOWN } from './published.ts';

/** The share of internal passages that the search must find in the operators' book, where all of them are. */
const RECOGNISED = 0.9;

/**
 * Fails the build of the public book if one of its files contains a passage or the address of an internal page. Fails the build of the
 * operators' book if too few of these passages are found in it: the build then changes texts so much that the search proves nothing.
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
    if (faults.length > 0)
      throw new Error(`The public book contains text or addresses of internal pages:\n${faults.join('\n')}`);
    return;
  }
  const recognised = new Set(found.map(({ passage }) => passage)).size;
  if (recognised < RECOGNISED * secrets.size)
    throw new Error(`Only ${recognised} of ${secrets.size} passages of internal pages are recognised`);
}

/** The changelog is one file for both books. Its upgrade steps and one section of each day are for operators. */
export function withoutOperatorsSections(text: string): string {
  return text
    .replaceAll(/^### Upgrading$[\s\S]*?(?=^#{1,3} |$(?![\s\S]))/gm, '')
    .replaceAll(/^#### For operators$[\s\S]*?(?=^#{1,4} |$(?![\s\S]))/gm, '');
}

/** The passages of internal pages, and of the changelog's parts for operators, that no public page contains; each with its page. */
function secretsOf(): ReadonlyMap<string, string> {
  const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
  const sections = read('CHANGELOG.md')
    .split(/^(?=#{1,3} )/m)
    .flatMap((part) => (part.startsWith('### Upgrading') ? [part] : part.split(/^(?=#### )/m)));
  const isInternal = (section: string) => /^(### Upgrading|#### For operators)/.test(section);
  const shared = new Set(
    [
      ...globSync('**/*.md', { cwd: PAGES })
        .filter((file) => isInBook('integrators', file))
        .map((file) => read(`docs/${file}`)),
      ...sections.filter((section) => !isInternal(section)),
      ...Object.keys(SHOWN)
        .filter((file) => file !== 'CHANGELOG.md')
        .map(read),
      // The descriptions in the contract repeat some passages.
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

/** Removes comments, code and addresses, which a built page does not show as written. Keeps paragraphs separate. */
function proseOf(page: string): string {
  return page
    .replaceAll(/^ *```.*?^ *```$|^<!--.*?-->$/gms, '|')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/^(#.*)$/gm, '$1|')
    .replaceAll(/\n\s*\n/g, '|');
}

/** Runs of words without markup. The build changes only their line ends. */
const passagesOf = (text: string): string[] =>
  text.replaceAll(/\s+/g, ' ').match(/[A-Za-z][A-Za-z ,;]{30,}[a-z]/g) ?? [];
