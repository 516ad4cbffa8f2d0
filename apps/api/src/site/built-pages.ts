// Pages as they were built, each a file of its own: everything in memory, read once at the start. Only what was built is served.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { type Asset, readAsset, rereadWhile, TYPES } from './built-site.ts';

export interface PageFile extends Asset {
  etag: string;
  /** Of the scripts inside a page: no other may run. */
  scripts: readonly string[];
}

export interface BuiltPages {
  /** By path below the site. */
  files: ReadonlyMap<string, PageFile>;
}

/** Gives the pages, undefined if they were not built; while one works on them, as they were built last. */
export type PagesSource = () => BuiltPages | undefined;

const PAGE_TYPES: Record<string, string> = {
  ...TYPES,
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  // Examples, which people read.
  ...Object.fromEntries(
    ['.py', '.go', '.java', '.php', '.rb', '.cs', '.ts', '.mjs', '.yaml'].map((ending) => [
      ending,
      'text/plain; charset=utf-8',
    ]),
  ),
};

export const openBuiltPages = (folder: string, development: boolean): PagesSource =>
  rereadWhile(development, join(folder, 'index.html'), () => readPages(folder));

function readPages(folder: string): BuiltPages | undefined {
  if (!existsSync(join(folder, 'index.html'))) return undefined;
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return {
    files: new Map(
      names.flatMap((name): [string, PageFile][] => {
        const type = PAGE_TYPES[extname(name)];
        return type === undefined ? [] : [[name, readPage(folder, name, type)]];
      }),
    ),
  };
}

const hashOf = (content: string | Buffer) => createHash('sha256').update(content).digest('base64');

function readPage(folder: string, name: string, type: string): PageFile {
  const asset = readAsset(folder, name, type);
  const inline = name.endsWith('.html') ? asset.body.toString().matchAll(INLINE_SCRIPTS) : [];
  return {
    ...asset,
    etag: `"${hashOf(asset.body).slice(0, 22)}"`,
    scripts: [...inline].map(([, script = '']) => `'sha256-${hashOf(script)}'`),
  };
}

const INLINE_SCRIPTS = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;
