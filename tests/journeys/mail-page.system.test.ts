// The mail page of the local stack, run as the process that the stack starts.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Mailer, openMailer } from '@onboarding/platform/mail';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';

let server: ChildProcess;
let mailer: Mailer;
let page: string;
beforeAll(async () => {
  const [smtp, port] = [await freePort(), await freePort()];
  server = spawn(process.execPath, ['scripts/stack/mail-server.ts'], {
    env: { ...process.env, SMTP_PORT: String(smtp), PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Its first line of output means that it is listening.
  if (server.stdout !== null) await once(server.stdout, 'data');
  page = `http://127.0.0.1:${port}`;
  mailer = openMailer({ url: `smtp://127.0.0.1:${smtp}`, from: 'no-reply@service.example', requireTls: false });
});
afterAll(async () => {
  mailer.close();
  server.kill('SIGTERM');
  await once(server, 'exit');
});

test('lists mails as plain text, with a link to the HTML version if there is one', async () => {
  const html = '<!doctype html><p>Grüße</p>';
  await mailer.send({ id: 'with', to: 'ada@people.example', subject: 'With <HTML>', text: 'Grüße', html });
  await mailer.send({ id: 'without', to: 'ada@people.example', subject: 'Without', text: 'Grüße' });
  const list = await (await fetch(page)).text();
  expect(list).toContain('With &lt;HTML&gt;');
  const links = [...list.matchAll(/<a href="([^"]+)">As HTML<\/a>/g)].map(([, link]) => link);
  expect(links).toEqual(['/mails/%3Cwith%40service.example%3E']);
  const shown = await fetch(page + links[0]);
  expect([shown.status, await shown.text()]).toEqual([200, html]);
  // A mail must not load or run anything here.
  expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect((await fetch(`${page}/mails/unknown`)).status).toBe(404);
});
