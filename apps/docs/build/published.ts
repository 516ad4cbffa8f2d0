// The sources of the sites.
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../../..');
export const PAGES = join(ROOT, 'docs');

/** Files outside docs/ that a page of docs/ shows. */
export const SHOWN: Readonly<Record<string, string>> = {
  'CHANGELOG.md': 'docs/changelog.md',
  'packages/sdk/README.md': 'docs/sdk-typescript.md',
  'packages/sdk-python/README.md': 'docs/sdk-python.md',
};

/** A table for people who check our tests; of no use on a site. */
export const OMITTED = new Set(['specification-coverage.md']);

/** Whether a site contains this path of the repository, as a page or as a file that pages link to. */
export function isPublished(path: string): boolean {
  if (path in SHOWN) return true;
  return (
    path.startsWith('docs/') &&
    !OMITTED.has(path.slice('docs/'.length)) &&
    (path.endsWith('/') || isFile(join(ROOT, path)))
  );
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}

/** The anchor of a heading, built as GitHub does, so that the same links work in both places. */
export function slugOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}
