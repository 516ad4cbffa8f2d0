import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { openKeyRing } from '@onboarding/platform/crypto';
import { expect, test } from 'vitest';
import { letterTo, openMail, resealMail, sealMail } from './mail.ts';

const keys = openKeyRing({ current: 'k1', keys: { k1: randomBytes(32).toString('base64') } });
const mail = { to: 'ada@people.example', subject: 'Your invitation', text: 'https://portal.example/link/secret' };
const id = crypto.randomUUID();

test('a sealed mail is unreadable, and opens unchanged', () => {
  const payload = sealMail(keys, id, mail);
  const stored = JSON.stringify(payload) + Buffer.from(payload.sealed, 'base64').toString('latin1');
  // Long enough not to occur by chance in random bytes or an id.
  for (const part of ['ada@people', 'example', 'invitation', 'secret']) expect(stored).not.toContain(part);
  expect(openMail(keys, payload)).toEqual({ mailId: id, ...mail });
});

test('a mail under another mail id does not open', () => {
  const payload = { ...sealMail(keys, id, mail), mailId: crypto.randomUUID() };
  expect(() => openMail(keys, payload)).toThrow();
});

test('rejects a payload of another shape', () => {
  expect(() => openMail(keys, { mailId: id })).toThrow();
});

test('opens mails with and without HTML (queued by an older release), even resealed', () => {
  expect(openMail(keys, sealMail(keys, id, mail)).html).toBeUndefined();
  const written = { ...mail, html: '<p>https://portal.example/link/secret</p>' };
  const resealed = resealMail(keys, sealMail(keys, id, written));
  expect(openMail(keys, { mailId: id, sealed: resealed })).toEqual({ mailId: id, ...written });
});

test('a letter has a greeting, separate paragraphs and a signature', () => {
  const letter = { subject: 'News', paragraphs: ['One line.', 'Two\nlines:\nhttps://portal.example/link'] };
  expect(letterTo({ email: 'ada@people.example', name: 'Ada Lind' }, letter)).toMatchObject({
    to: 'ada@people.example',
    subject: 'News',
    text: 'Hello Ada Lind,\n\nOne line.\n\nTwo\nlines:\nhttps://portal.example/link\n\nBusiness Onboarding\n',
  });
});

const INJECTED = `Eve <img src=x onerror="alert(1)"> & <a href='https://evil.example'>`;

test('escapes markup in the name, the subject and paragraphs', () => {
  const letter = { subject: INJECTED, paragraphs: [INJECTED, `https://portal.example/"><script>alert(1)</script>`] };
  const { html = '' } = letterTo({ email: 'eve@people.example', name: INJECTED }, letter);
  expect(html).toContain(
    '<p style="margin:0 0 16px">Hello Eve &lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &lt;a href=&#39;https://evil.example&#39;&gt;,</p>',
  );
  expect(html.match(/<[a-z]+/g)).toEqual(
    ['html', 'head', 'meta', 'meta', 'meta', 'title', 'body', 'div', 'p', 'p', 'p', 'a', 'p'].map((tag) => `<${tag}`),
  );
});

test('a name cannot add lines or headers, nor change the direction of the text after it', () => {
  const name = 'Eve\r\nBcc: all@people.example\u2028\u202Eelpoep\u2066';
  const plain = 'Eve Bcc: all@people.example elpoep';
  const letter = { subject: `News of ${name}`, paragraphs: ['One \u200fline.'] };
  const mail = letterTo({ email: 'eve@people.example', name }, letter);
  expect(mail.subject).toBe(`News of ${plain}`);
  expect(mail.text).toBe(`Hello ${plain},\n\nOne line.\n\nBusiness Onboarding\n`);
  expect(mail.html).toContain(`>Hello ${plain},</p>`);
});

test('a link with a button has both in the HTML, and only the link in plain text', () => {
  const link = 'https://portal.example/a?b=1&c="2"';
  const paragraphs = [{ button: INJECTED, introduction: 'To accept, open this link:', link }];
  const { html = '', text } = letterTo({ email: 'ada@people.example', name: 'Ada' }, { subject: 'News', paragraphs });
  expect(text).toContain(`\n\nTo accept, open this link:\n${link}\n\n`);
  const address = 'href="https://portal.example/a?b=1&amp;c=&quot;2&quot;"';
  expect(html.split(address)).toHaveLength(3);
  expect(html).toMatch(/<a style="[^"]*" href="[^"]*">Eve &lt;img [^<]*<\/a><\/div>/);
});

test('only a line that consists of a URL becomes a link in the HTML', () => {
  const letter = { subject: 'News', paragraphs: ['See https://evil.example now:\nhttps://portal.example/a?b=1&c=2'] };
  const { html = '' } = letterTo({ email: 'ada@people.example', name: 'https://evil.example' }, letter);
  expect(html.match(/<a .*<\/a>/g)).toEqual([
    '<a href="https://portal.example/a?b=1&amp;c=2">https://portal.example/a?b=1&amp;c=2</a>',
  ]);
});

test('the HTML loads nothing, runs nothing and uses the colours of the sites', () => {
  const { html = '' } = letterTo(
    { email: 'ada@people.example', name: 'Ada' },
    { subject: 'News', paragraphs: ['Text'] },
  );
  expect(html).not.toMatch(/<(?:img|link|script|style|iframe|object|form|base)\b|url\(|@import|\bsrc=|\bon\w+=/i);
  const tokens = readFileSync('packages/ui/src/theme/tokens.css', 'utf8');
  const colours = html.match(/#[0-9a-f]{6}/g) ?? [];
  expect(colours.length).toBeGreaterThan(0);
  for (const colour of colours) expect(tokens).toContain(colour);
});
