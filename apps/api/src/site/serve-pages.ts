// Serves prebuilt pages below a path. The content security policy allows the site's own files and only the inline scripts that
// the page was built with.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BuiltPages, PageFile, PagesSource } from './built-pages.ts';
import { sendAsset } from './serve-site.ts';

export interface ServedPages {
  /** The path below which they are served, such as '/docs'. */
  path: string;
  source: PagesSource;
  /** The redirect target while the pages are not built. */
  otherwise: string;
}

export function servePages(app: FastifyInstance, { path: base, source, otherwise }: ServedPages): void {
  const prefix = `${base}/`;
  app.get(base, (_request, reply) => reply.redirect(prefix, 301));
  app.get(`${prefix}*`, (request, reply) => {
    const pages = source();
    if (pages === undefined) return reply.redirect(otherwise, 302);
    const path = (request.params as { '*': string })['*'];
    if (pages.files.has(`${path}/index.html`)) return reply.redirect(`${prefix}${path}/`, 301);
    const found = findFile(pages, path);
    const missing = found === undefined;
    const file = found ?? pages.files.get('404.html');
    if (file === undefined) return reply.callNotFound();
    if (missing) reply.status(404);
    return sendFile(request, reply, file);
  });
}

/** Finds pages without their extension, and the index page of a folder. */
function findFile({ files }: BuiltPages, path: string): PageFile | undefined {
  return path === '' || path.endsWith('/')
    ? files.get(`${path}index.html`)
    : (files.get(path) ?? files.get(`${path}.html`));
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: PageFile): FastifyReply {
  const headers = {
    'content-security-policy': policyOf(file),
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    ...(file.hashed ? {} : { etag: file.etag }),
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
