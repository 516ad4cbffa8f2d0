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
  paragraphs: readonly (string | LinkParagraph)[];
}

/** A paragraph has one or several lines. A link is on a line of its own. */
interface LinkParagraph {
  /** The words of a button above the paragraph, which only the HTML has. */
  button: string;
  introduction: string;
  link: string;
}

const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Text that others chose, such as a name: cannot add lines or headers, or reverse the text after it. */
export function oneLine(text: string): string {
  return text
    .replaceAll(DIRECTION_MARKS, '')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
}

const SIGNATURE = 'Business Onboarding';

/** The layout of every letter: greeting, paragraphs and signature, in plain text separated by blank lines. */
export function letterTo({ email, name }: Pick<Addressee, 'email' | 'name'>, { subject, paragraphs }: Letter): Mail {
  const said = [`Hello ${oneLine(name)},`, ...paragraphs];
  const title = oneLine(subject);
  return {
    to: email,
    subject: title,
    text: `${[...said.map(textOf), SIGNATURE].join('\n\n')}\n`,
    html: toHtml(title, said),
  };
}

const linesOf = (paragraph: Letter['paragraphs'][number]): string[] =>
  typeof paragraph === 'string' ? paragraph.split('\n').map(oneLine) : [paragraph.introduction, paragraph.link];
const textOf = (paragraph: Letter['paragraphs'][number]) => linesOf(paragraph).join('\n');

// Text, links and background keep the colours of the reader's mail program, which match in light and dark mode. Only
// buttons and decoration use our own colours, the sites' accent and line. All styles are inline, because many programs remove others.
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
const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#0b57c2;color:#ffffff;font-weight:600;text-decoration:none';
const SIGNED = 'margin:24px 0 0;padding-top:16px;border-top:1px solid #76828f;font-weight:600';

function toHtml(subject: string, paragraphs: Letter['paragraphs']): string {
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
${paragraphs.map(toParagraph).join('\n')}
<p style="${SIGNED}">${SIGNATURE}</p>
</div>
</body>
</html>
`;
}

function toParagraph(paragraph: Letter['paragraphs'][number]): string {
  const written = `<p style="${PARAGRAPH}">${linesOf(paragraph).map(toLine).join('<br>\n')}</p>`;
  if (typeof paragraph === 'string') return written;
  const { button, link } = paragraph;
  return `<div style="${PARAGRAPH}"><a style="${BUTTON}" href="${escapeHtml(link)}">${escapeHtml(button)}</a></div>\n${written}`;
}

const LINK = /^https?:\/\/\S+$/;

function toLine(line: string): string {
  const escaped = escapeHtml(line);
  return LINK.test(line) ? `<a href="${escaped}">${escaped}</a>` : escaped;
}
