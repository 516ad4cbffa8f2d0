// Built pages, one file each: read into memory once at start. Only built files are served.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { type Asset, readAsset, rereadWhile, TYPES } from './built-site.ts';

export interface PageFile extends Asset {
  etag: string;
  /** Hashes of the page's inline scripts; no others may run. */
  scripts: readonly string[];
}

export interface BuiltPages {
  /** By path relative to the site. */
  files: ReadonlyMap<string, PageFile>;
}

/** Returns the pages, or undefined if they were not built; in development, the latest build. */
export type PagesSource = () => BuiltPages | undefined;

const PAGE_TYPES: Record<string, string> = {
  ...TYPES,
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  // Examples are shown as text.
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
