// A built site: read into memory once at start. Only built files are served.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';

export interface Asset {
  type: string;
  body: Buffer;
  br: Buffer | undefined;
  gzip: Buffer | undefined;
  /** Whether its name contains a hash of its content, so that it never changes. */
  hashed: boolean;
}

export interface BuiltSite {
  /** With placeholders for the nonce and the build. */
  index: string;
  /** By path relative to the site. */
  assets: ReadonlyMap<string, Asset>;
  /** Identifies the content of the build. */
  build: string;
}

export const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  // Fonts and character maps of the document viewer.
  '.pfb': 'application/octet-stream',
  '.bcmap': 'application/octet-stream',
};

/** Returns the site, or undefined if it was not built; in development, the latest build. */
export type SiteSource = () => BuiltSite | undefined;

export function openBuiltSite(folder: string, development: boolean): SiteSource {
  return rereadWhile(development, join(folder, 'index.html'), () => readBuiltSite(folder));
}

/** Reads once; in development, again whenever the file changes. */
export function rereadWhile<Read>(development: boolean, file: string, read: () => Read): () => Read {
  let last = read();
  if (!development) return () => last;
  const writtenAt = () => statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  let readAt = writtenAt();
  return () => {
    const at = writtenAt();
    if (at !== readAt) [last, readAt] = [read(), at];
    return last;
  };
}

function readBuiltSite(folder: string): BuiltSite | undefined {
  if (!existsSync(join(folder, 'index.html'))) return undefined;
  const index = readFileSync(join(folder, 'index.html'), 'utf8');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const assets = names.flatMap((name): [string, Asset][] => {
    const type = TYPES[extname(name)];
    return type === undefined ? [] : [[name, readAsset(folder, name, type)]];
  });
  const build = createHash('sha256').update(index).digest('base64url').slice(0, 16);
  return { index, assets: new Map(assets), build };
}

export function readAsset(folder: string, name: string, type: string): Asset {
  const read = (ending: string) => {
    const file = join(folder, name + ending);
    return existsSync(file) ? readFileSync(file) : undefined;
  };
  return {
    type,
    body: readFileSync(join(folder, name)),
    br: read('.br'),
    gzip: read('.gz'),
    hashed: name.startsWith('assets/'),
  };
}
