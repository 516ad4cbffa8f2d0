// Serves a site below its path: its built files, and its single page for every other path. The content security policy allows the
// site's own files and nothing inline.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendPage } from '../session/page.ts';

// A built site: read into memory once at start. Only built files are served.

export interface Asset {
  type: string;
  body: Buffer;
  br: Buffer | undefined;
  gzip: Buffer | undefined;
  /** Whether its name contains a hash of its content, so that it never changes. */
  hashed: boolean;
}

interface BuiltSite {
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

/** A worker is subject to the policy of its own file. The document viewer's worker may connect only to us. */
const WORKER_POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'";

interface ServedSite {
  /** The path below which it is served, such as '/portal'. */
  path: string;
  source: SiteSource;
}

export function serveSite(app: FastifyInstance, { path: base, source }: ServedSite): void {
  const prefix = `${base}/`;
  app.get(base, (_request, reply) => reply.redirect(prefix, 302));
  app.get(`${prefix}*`, (request, reply) => {
    const site = source();
    if (site === undefined) return notBuilt(reply);
    const path = (request.params as { '*': string })['*'];
    const asset = site.assets.get(path);
    if (asset !== undefined) return sendAsset(request, reply, asset, { 'content-security-policy': WORKER_POLICY });
    // A file of another release must not get the page.
    if (path.startsWith('assets/'))
      return reply.status(404).header('cache-control', 'no-store').type('text/plain').send('');
    return sendIndex(reply, site);
  });
}

/** Uses the best encoding that the browser accepts. */
export function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  asset: Asset,
  headers: Record<string, string>,
): FastifyReply {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const encoding = (['br', 'gzip'] as const).find((one) => asset[one] !== undefined && accepted.includes(one));
  if (encoding !== undefined) reply.header('content-encoding', encoding);
  return reply
    .headers({
      'cache-control': asset.hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...headers,
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
    })
    .type(asset.type)
    .send(encoding === undefined ? asset.body : asset[encoding]);
}

function sendIndex(reply: FastifyReply, { index, build }: BuiltSite): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  return reply
    .headers({
      'content-security-policy': policyWith(nonce),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-store',
    })
    .type('text/html; charset=utf-8')
    .send(index.replaceAll('__NONCE__', nonce).replaceAll('__BUILD__', build));
}

function policyWith(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function notBuilt(reply: FastifyReply): FastifyReply {
  return sendPage(reply, 503, {
    title: 'This site is not built',
    main: '<p>The operator must build it first: <code>npm run build:sites</code>, then restart the API.</p>',
  });
}
