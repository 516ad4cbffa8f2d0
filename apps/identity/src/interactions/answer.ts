import type { FastifyReply } from 'fastify';
import { markupOf } from './views/html.ts';
import { type PageContent, page } from './views/page.ts';

/**
 * The headers of every page for users. `mayLeadTo` lists the origins that a form may finally redirect to, because
 * browsers apply form-action to redirects too. The referrer stays within our own origin, so that a link's secret does
 * not leak; with no referrer at all, browsers would hide the origin of our own forms.
 */
export function pageHeaders(mayLeadTo: readonly string[] = []): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "img-src 'self' data:",
    `form-action ${["'self'", ...mayLeadTo].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
  };
}

export interface AnswerOptions {
  status?: number;
  mayLeadTo?: readonly string[];
}

export function sendPage(reply: FastifyReply, content: PageContent, options: AnswerOptions = {}): FastifyReply {
  const { status = content.problem === undefined ? 200 : 400, mayLeadTo } = options;
  return reply
    .status(status)
    .headers(pageHeaders(mayLeadTo))
    .send(markupOf(page(content)));
}
