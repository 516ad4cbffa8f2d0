import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { openKeyRing } from '@onboarding/platform/crypto';
import { expect, test } from 'vitest';
import { letterTo } from './letter.ts';
import { openMail, resealMail, sealMail } from './mail.ts';

const keys = openKeyRing({ current: 'k1', keys: { k1: randomBytes(32).toString('base64') } });
const mail = { to: 'ada@people.example', subject: 'Your invitation', text: 'https://portal.example/link/secret' };
const id = crypto.randomUUID();

test('a sealed mail shows nothing and opens to what it was', () => {
  const payload = sealMail(keys, id, mail);
  const stored = JSON.stringify(payload) + Buffer.from(payload.sealed, 'base64').toString('latin1');
  // Long enough that no random bytes and no id contain them.
  for (const part of ['ada@people', 'example', 'invitation', 'secret']) expect(stored).not.toContain(part);
  expect(openMail(keys, payload)).toEqual({ mailId: id, ...mail });
});

test('a mail moved to another job does not open', () => {
  const payload = { ...sealMail(keys, id, mail), mailId: crypto.randomUUID() };
  expect(() => openMail(keys, payload)).toThrow();
});

test('a payload of another shape is refused', () => {
  expect(() => openMail(keys, { mailId: id })).toThrow();
});

test('a mail that an older release has queued opens without HTML, one of this release with it, also under a new key', () => {
  expect(openMail(keys, sealMail(keys, id, mail)).html).toBeUndefined();
  const written = { ...mail, html: '<p>https://portal.example/link/secret</p>' };
  const resealed = resealMail(keys, sealMail(keys, id, written));
  expect(openMail(keys, { mailId: id, sealed: resealed })).toEqual({ mailId: id, ...written });
});

test('a letter greets, says its paragraphs apart from each other, and is signed', () => {
  const letter = { subject: 'News', paragraphs: ['One line.', 'Two\nlines:\nhttps://portal.example/link'] };
  expect(letterTo({ email: 'ada@people.example', name: 'Ada Lind' }, letter)).toMatchObject({
    to: 'ada@people.example',
    subject: 'News',
    text: 'Hello Ada Lind,\n\nOne line.\n\nTwo\nlines:\nhttps://portal.example/link\n\nBusiness Onboarding\n',
  });
});

const INJECTED = `Eve <img src=x onerror="alert(1)"> & <a href='https://evil.example'>`;

test('markup in a name, a subject or a paragraph is shown as it was typed', () => {
  const letter = { subject: INJECTED, paragraphs: [INJECTED, `https://portal.example/"><script>alert(1)</script>`] };
  const { html = '' } = letterTo({ email: 'eve@people.example', name: INJECTED }, letter);
  expect(html).toContain(
    '<p style="margin:0 0 16px">Hello Eve &lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &lt;a href=&#39;https://evil.example&#39;&gt;,</p>',
  );
  expect(html.match(/<[a-z]+/g)).toEqual(
    ['html', 'head', 'meta', 'meta', 'meta', 'title', 'body', 'div', 'p', 'p', 'p', 'a', 'p'].map((tag) => `<${tag}`),
  );
});

test('a line that is a link is one in the HTML, and no other words are', () => {
  const letter = { subject: 'News', paragraphs: ['See https://evil.example now:\nhttps://portal.example/a?b=1&c=2'] };
  const { html = '' } = letterTo({ email: 'ada@people.example', name: 'https://evil.example' }, letter);
  expect(html.match(/<a .*<\/a>/g)).toEqual([
    '<a href="https://portal.example/a?b=1&amp;c=2">https://portal.example/a?b=1&amp;c=2</a>',
  ]);
});

test('the HTML loads nothing, runs nothing, and has the colours of the sites', () => {
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
