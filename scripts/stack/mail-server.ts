/** The stack's mail server: accepts every mail, delivers none, and shows the latest on a page. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { escapeHtml } from '@onboarding/platform/html';
import { type ReceivedMail, startMailReceiver } from '../mail-receiver.ts';

const STYLE = `body { font: 1rem/1.5 system-ui, sans-serif; max-width: 48rem; margin: 2rem auto; padding: 0 1rem }
article { border-top: 1px solid #767676; margin-top: 1.5rem }
h2 { font-size: 1.125rem } pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit }`;

function page(mails: readonly ReceivedMail[]): string {
  const shown = mails.toReversed().map(
    (mail) => `<article>
<h2>${escapeHtml(mail.subject)}</h2>
<p>To ${escapeHtml(mail.to.join(', '))} · <time datetime="${mail.receivedAt}">${mail.receivedAt.slice(0, 19).replace('T', ' ')} UTC</time>${htmlLink(mail)}</p>
<pre>${withLinks(mail.text)}</pre>
</article>`,
  );
  const count =
    mails.length === 0 ? 'No mails yet. Reload this page to look again.' : `${mails.length} mails, the newest first.`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mails of the local stack</title><style>${STYLE}</style></head>
<body>
<main>
<h1>Mails of the local stack</h1>
<p>${count} None of these mails was delivered. Also as <a href="/mails.json">JSON</a>.</p>
${shown.join('\n')}
</main>
</body>
</html>
`;
}

/** On a separate page, where its links work and nothing around it affects its appearance. */
const htmlPath = ({ messageId }: ReceivedMail) => `/mails/${encodeURIComponent(messageId)}`;
const htmlLink = (mail: ReceivedMail) => (mail.html === undefined ? '' : ` · <a href="${htmlPath(mail)}">As HTML</a>`);

function withLinks(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) =>
      index % 2 === 1 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part),
    )
    .join('');
}

function answer(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    'referrer-policy': 'no-referrer',
  });
  response.end(body);
}

const ports = [process.env.SMTP_PORT, process.env.PORT].map(Number);
const [smtpPort = 0, pagePort = 0] = ports;
if (!ports.every((port) => Number.isInteger(port) && port > 0 && port < 65_536)) {
  console.error('Set SMTP_PORT and PORT to a port between 1 and 65535 each');
  process.exit(1);
}
const receiver = await startMailReceiver(smtpPort);
const server = createServer((request, response) => {
  const mails = receiver.mails();
  if (request.url === '/') return answer(response, 200, 'text/html; charset=utf-8', page(mails));
  if (request.url === '/mails.json')
    return answer(response, 200, 'application/json', `${JSON.stringify(mails.toReversed(), null, 2)}\n`);
  if (request.url === '/health/live') return answer(response, 200, 'application/json', '{"status":"alive"}');
  const html = mails.find((mail) => htmlPath(mail) === request.url)?.html;
  if (html !== undefined) return answer(response, 200, 'text/html; charset=utf-8', html);
  return answer(response, 404, 'text/plain', 'There is only /, /mails.json and the mails that / lists.\n');
});
server.listen(pagePort, process.env.HOST);
await once(server, 'listening');
console.log(`Mails are accepted on port ${smtpPort} and shown at http://127.0.0.1:${pagePort}`);

async function stop(): Promise<void> {
  server.close();
  server.closeAllConnections();
  await receiver.close();
}
process.once('SIGTERM', stop).once('SIGINT', stop);
