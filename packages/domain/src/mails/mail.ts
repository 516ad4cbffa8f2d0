import type { KeyRing } from '@onboarding/platform/crypto';
import { escapeHtml } from '@onboarding/platform/html';
import { z } from 'zod';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The same text and links. Missing in mails queued by an older release. */
  html?: string | undefined;
}

const mailShape = z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string().optional() });
const jobShape = z.object({ mailId: z.uuid(), sealed: z.base64() });

const boundTo = (mailId: string) => `mail ${mailId}`;

interface SealedMail {
  mailId: string;
  sealed: string;
}

/** A mail names a person and often contains a sign-in link, so its job stores it encrypted. */
export function sealMail(keys: KeyRing, mailId: string, mail: Mail): SealedMail {
  return { mailId, sealed: keys.seal('mail', JSON.stringify(mail), boundTo(mailId)).toString('base64') };
}

/** Encrypts with the ring's current key. */
export function resealMail(keys: KeyRing, payload: SealedMail): string {
  const { mailId, ...mail } = openMail(keys, payload);
  return sealMail(keys, mailId, mail).sealed;
}

export function openMail(keys: KeyRing, payload: unknown): Mail & { mailId: string } {
  const { mailId, sealed } = jobShape.parse(payload);
  const plain = keys.unseal('mail', Buffer.from(sealed, 'base64'), boundTo(mailId)).toString();
  return { mailId, ...mailShape.parse(JSON.parse(plain)) };
}

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
