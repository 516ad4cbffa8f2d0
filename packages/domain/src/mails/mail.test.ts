import { randomBytes } from 'node:crypto';
import { openKeyRing } from '@onboarding/platform/crypto';
import { expect, test } from 'vitest';
import { openMail, sealMail } from './mail.ts';

const keys = openKeyRing({ current: 'k1', keys: { k1: randomBytes(32).toString('base64') } });
const mail = { to: 'ada@people.example', subject: 'Your invitation', text: 'https://portal.example/link/secret' };
const id = crypto.randomUUID();

test('a sealed mail shows nothing and opens to what it was', () => {
  const payload = sealMail(keys, id, mail);
  const stored = JSON.stringify(payload) + Buffer.from(payload.sealed, 'base64').toString('latin1');
  for (const part of ['ada', 'example', 'invitation', 'secret']) expect(stored).not.toContain(part);
  expect(openMail(keys, payload)).toEqual({ mailId: id, ...mail });
});

test('a mail moved to another job does not open', () => {
  const payload = { ...sealMail(keys, id, mail), mailId: crypto.randomUUID() };
  expect(() => openMail(keys, payload)).toThrow();
});

test('a payload of another shape is refused', () => {
  expect(() => openMail(keys, { mailId: id })).toThrow();
});
