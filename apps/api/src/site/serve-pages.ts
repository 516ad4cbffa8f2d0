// Serves prebuilt pages below a path. The content security policy allows the site's own files and only the inline scripts that
// the page was built with.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { traced } from '@onboarding/platform/service';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Asset, readAsset, rereadWhile, sendAsset, TYPES } from './serve-site.ts';

// Built pages, one file each: read into memory once at start. Only built files are served.

interface PageFile extends Asset {
  etag: string;
  /** Hashes of the page's inline scripts; no others may run. */
  scripts: readonly string[];
}

interface BuiltPages {
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
    ['.py', '.go', '.java', '.php', '.rb', '.cs', '.ts', '.mjs', '.yaml', '.mod', '.xml'].map((ending) => [
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

interface ServedPages {
  /** The path below which they are served, such as '/docs'. */
  path: string;
  source: PagesSource;
  /** The redirect target while the pages are not built. */
  otherwise: string;
  /** Returns whether the caller may read the pages; if not, it has answered the request. Without it, the pages are public. */
  admit?: (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>;
}

export function servePages(app: FastifyInstance, { path: base, source, otherwise, admit }: ServedPages): void {
  const prefix = `${base}/`;
  app.get(base, (_request, reply) => reply.redirect(prefix, 301));
  const isPublic = admit === undefined;
  const find = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const pages = source();
    if (pages === undefined) return reply.redirect(otherwise, 302);
    const path = (request.params as { '*': string })['*'];
    if (pages.files.has(`${path}/index.html`)) return reply.redirect(`${prefix}${path}/`, 301);
    const found = findFile(pages, path);
    const missing = found === undefined;
    const file = found ?? pages.files.get('404.html');
    if (file === undefined) {
      reply.callNotFound();
      return reply;
    }
    if (missing) reply.status(404);
    return sendFile(request, reply, file, isPublic);
  };
  if (isPublic) app.get(`${prefix}*`, find);
  // Before the file is looked up, so that callers who are not admitted cannot find out which files exist.
  else
    app.get(
      `${prefix}*`,
      traced(async (request, reply) => ((await admit(request, reply)) ? find(request, reply) : reply)),
    );
}

/** Finds pages without their extension, and the index page of a folder. */
function findFile({ files }: BuiltPages, path: string): PageFile | undefined {
  return path === '' || path.endsWith('/')
    ? files.get(`${path}index.html`)
    : (files.get(path) ?? files.get(`${path}.html`));
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: PageFile, isPublic: boolean): FastifyReply {
  const headers = {
    'content-security-policy': policyOf(file),
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    ...(file.hashed ? {} : { etag: file.etag }),
    // Shared caches must not store pages that are not public.
    ...(isPublic
      ? {}
      : { 'cache-control': file.hashed ? 'private, max-age=31536000, immutable' : 'private, no-cache' }),
  };
  // Browsers update cached headers from a 304, including the policy.
  return request.headers['if-none-match'] === file.etag
    ? reply.status(304).headers(headers).send()
    : sendAsset(request, reply, file, headers);
}

function policyOf({ scripts }: PageFile): string {
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...scripts].join(' ')}`,
    "style-src 'self'",
    // Highlighted code has its colours for light and dark in style attributes.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
