import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Mailbox, startMailbox } from '../../../../tests/harness/servers/mail.ts';
import { type Mailer, MailNotSent, openMailer } from './index.ts';

let mailbox: Mailbox;
let mailer: Mailer;
const mail = { id: 'm-1', to: 'ada@people.example', subject: 'Hello', text: 'Good day' };

beforeAll(async () => {
  mailbox = await startMailbox();
  mailer = openMailer({ url: mailbox.url, from: 'Onboarding <no-reply@service.example>', requireTls: false });
});
afterAll(async () => {
  mailer.close();
  await mailbox.close();
});

test('a mail arrives unchanged, with any characters and long lines', async () => {
  const text = `Grüße, 你好.\n\nhttps://portal.example/accept?token=${'a='.repeat(200)}\n=3D stays, so does a dot:\n.\nEnd.`;
  await mailer.send({
    ...mail,
    subject: 'Einladung für Zoë – größer als eine Zeile, denn sie ist wirklich lang',
    text,
  });
  const received = await mailbox.waitFor(({ subject }) => subject.startsWith('Einladung'));
  expect(received).toMatchObject({
    from: 'no-reply@service.example',
    to: ['ada@people.example'],
    messageId: '<m-1@service.example>',
    subject: 'Einladung für Zoë – größer als eine Zeile, denn sie ist wirklich lang',
    text,
    html: undefined,
  });
});

test('a mail with HTML arrives with both parts unchanged', async () => {
  const text = 'Grüße, 你好.\n\n.\nEnd.';
  const html = `<!doctype html>\n<p>Grüße, 你好.</p>\n<p>.<br>\n=3D <a href="https://portal.example/?a=${'b'.repeat(2000)}">–</a></p>`;
  await mailer.send({ ...mail, subject: 'Both', text, html });
  expect(await mailbox.waitFor(({ subject }) => subject === 'Both')).toMatchObject({ text, html });
});

test('line breaks and commas cannot add a header or a recipient', async () => {
  await mailer.send({ ...mail, subject: 'One\r\nBcc: eve@people.example', text: 'x' });
  const received = await mailbox.waitFor(({ subject }) => subject.startsWith('One'));
  expect(received.to).toEqual(['ada@people.example']);
  const before = mailbox.mails().length;
  await mailer.send({ ...mail, to: 'ada@people.example, eve@people.example' }).catch(() => {});
  expect(
    mailbox
      .mails()
      .slice(before)
      .flatMap(({ to }) => to),
  ).not.toContain('eve@people.example');
});

test('sends nothing to a server without TLS if TLS is required', async () => {
  const strict = openMailer({ url: mailbox.url, from: 'no-reply@service.example', requireTls: true });
  const before = mailbox.mails().length;
  await expect(strict.send(mail)).rejects.toBeInstanceOf(MailNotSent);
  strict.close();
  expect(mailbox.mails()).toHaveLength(before);
});

test('fails with a code but not the recipient when the server is unavailable', async () => {
  await mailbox.interrupt();
  const failure = await mailer.send(mail).catch((error: unknown) => error);
  await mailbox.resume();
  expect(failure).toBeInstanceOf(MailNotSent);
  expect(failure).toMatchObject({ code: expect.stringMatching(/^E/) });
  expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain('people.example');
  await mailer.send({ ...mail, subject: 'Back again' });
  expect(await mailbox.waitFor(({ subject }) => subject === 'Back again')).toBeDefined();
});
