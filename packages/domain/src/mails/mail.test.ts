import { randomBytes } from 'node:crypto';
import { openKeyRing } from '@onboarding/platform/crypto';
import { expect, test } from 'vitest';
import { letterTo } from './letter.ts';
import { openMail, sealMail } from './mail.ts';

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

test('a letter greets, says its paragraphs apart from each other, and is signed', () => {
  const letter = { subject: 'News', paragraphs: ['One line.', 'Two\nlines:\nhttps://portal.example/link'] };
  expect(letterTo({ email: 'ada@people.example', name: 'Ada Lind' }, letter)).toEqual({
    to: 'ada@people.example',
    subject: 'News',
    text: 'Hello Ada Lind,\n\nOne line.\n\nTwo\nlines:\nhttps://portal.example/link\n\nBusiness Onboarding\n',
  });
});
