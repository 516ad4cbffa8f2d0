// Serves a site below its path: its built files, and its single page for every other path. The content security policy allows the
// site's own files and nothing inline.
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendPage } from '../session/page.ts';
import type { Asset, BuiltSite, SiteSource } from './built-site.ts';

/** A worker is subject to the policy of its own file. The document viewer's worker may connect only to us. */
const WORKER_POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'";

export interface ServedSite {
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
      ...headers,
      'cache-control': asset.hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
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
