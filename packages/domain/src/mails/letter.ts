import { escapeHtml } from '@onboarding/platform/html';
import type { Mail } from './mail.ts';

/** The recipient of a letter. */
export interface Addressee {
  email: string;
  name: string;
  /** Undefined for our own staff. */
  partnerId: string | undefined;
}

export interface Letter {
  subject: string;
  /** One or several lines. A link is on a line of its own. */
  paragraphs: readonly string[];
}

const SIGNATURE = 'Business Onboarding';

/** The layout of every letter: greeting, paragraphs and signature, in plain text separated by blank lines. */
export function letterTo({ email, name }: Pick<Addressee, 'email' | 'name'>, { subject, paragraphs }: Letter): Mail {
  const said = [`Hello ${name},`, ...paragraphs];
  return {
    to: email,
    subject,
    text: `${[...said, SIGNATURE].join('\n\n')}\n`,
    html: toHtml(subject, said),
  };
}

// Text, links and background keep the colours of the reader's mail program, which match in light and dark mode. Only
// decoration uses our own colours, the sites' accent and line. All styles are inline, because many programs remove others.
const SHEET = [
  'box-sizing:border-box',
  'max-width:600px',
  'margin:0 auto',
  'padding:24px 20px',
  'border-top:4px solid #0b57c2',
  "font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif",
  // Both, because older programs support only the second: a thumbprint or a link may be wider than a phone.
  'overflow-wrap:anywhere',
  'word-break:break-word',
].join(';');
const PARAGRAPH = 'margin:0 0 16px';
const SIGNED = 'margin:24px 0 0;padding-top:16px;border-top:1px solid #76828f;font-weight:600';

function toHtml(subject: string, paragraphs: readonly string[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0">
<div lang="en" style="${SHEET}">
${paragraphs.map((paragraph) => `<p style="${PARAGRAPH}">${paragraph.split('\n').map(toLine).join('<br>\n')}</p>`).join('\n')}
<p style="${SIGNED}">${SIGNATURE}</p>
</div>
</body>
</html>
`;
}

const LINK = /^https?:\/\/\S+$/;

function toLine(line: string): string {
  const escaped = escapeHtml(line);
  return LINK.test(line) ? `<a href="${escaped}">${escaped}</a>` : escaped;
}
