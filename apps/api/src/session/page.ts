import { escapeHtml } from '@onboarding/platform/html';
import type { FastifyReply } from 'fastify';

export interface Page {
  title: string;
  /** HTML, already escaped. */
  main: string;
  script?: string;
}

const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** A plain page: nothing inline, nothing from other hosts, never cached. */
export function sendPage(reply: FastifyReply, status: number, { title, main, script }: Page): FastifyReply {
  const code = script === undefined ? '' : `<script src="${escapeHtml(script)}" defer></script>`;
  return reply
    .status(status)
    .headers({
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/home.css">
${code}
</head>
<body>
<header><p class="brand">Business Onboarding</p></header>
<main>
<h1>${escapeHtml(title)}</h1>
${main}
</main>
</body>
</html>
`,
    );
}
