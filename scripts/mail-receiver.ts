/** A mail server that accepts everything and delivers nothing: for the local stack and the tests. */
import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import type { CertificateFiles } from './certificate-authority.ts';

export interface ReceivedMail {
  readonly receivedAt: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly messageId: string;
  readonly subject: string;
  readonly text: string;
  /** If the mail has an HTML part. */
  readonly html: string | undefined;
}

export interface MailReceiver {
  /** The newest last. */
  mails(): readonly ReceivedMail[];
  close(): Promise<void>;
}

const KEPT = 200;

/** With `tls`, it accepts mails only over encrypted connections with a login, whatever its credentials. */
export async function startMailReceiver(port: number, tls?: CertificateFiles): Promise<MailReceiver> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    ...(tls === undefined
      ? { authOptional: true, disabledCommands: ['AUTH', 'STARTTLS'] }
      : {
          cert: readFileSync(tls.certFile),
          key: readFileSync(tls.keyFile),
          onAuth: ({ username }, _session, done) => done(null, { user: username }),
        }),
    disableReverseLookup: true,
    // Connections that a client keeps open would otherwise delay the shutdown.
    closeTimeout: 100,
    onData(stream, { envelope }, done) {
      buffer(stream).then((message) => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        mails.push({
          receivedAt: new Date().toISOString(),
          from,
          to: envelope.rcptTo.map(({ address }) => address),
          ...parseMessage(message.toString('utf8')),
        });
        mails.splice(0, mails.length - KEPT);
        done();
      }, done);
    },
  });
  // A client that disconnects midway is not an error.
  server.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return { mails: () => mails, close: () => new Promise((resolve) => void server.close(resolve)) };
}

/** Parses the messages of our own mailer: plain text, with or without HTML. Other mails may not parse well. */
function parseMessage(message: string): Pick<ReceivedMail, 'messageId' | 'subject' | 'text' | 'html'> {
  const { header, body } = splitPart(message);
  const boundary = /^multipart\/alternative;.*boundary="?([^";]+)/i.exec(header('content-type'))?.[1];
  // There is nothing before the first boundary and after the last.
  const parts =
    boundary === undefined ? [message] : `\r\n${body}`.split(`\r\n--${boundary}`).slice(1, -1).map(withoutBreak);
  const contentOf = (type: string) => {
    const part = parts.map(splitPart).find((one) => one.header('content-type').startsWith(type));
    return part === undefined
      ? undefined
      : decodeBody(part.body, part.header('content-transfer-encoding').toLowerCase())
          .replaceAll('\r\n', '\n')
          .trimEnd();
  };
  return {
    messageId: header('message-id'),
    subject: decodeWords(header('subject')),
    text: contentOf('text/plain') ?? '',
    html: contentOf('text/html'),
  };
}

const withoutBreak = (part: string) => part.replace(/^\r\n/, '');

function splitPart(part: string): { header(name: string): string; body: string } {
  const end = part.indexOf('\r\n\r\n');
  // A header may continue on the next line, which then starts with white space.
  const head = part.slice(0, end).replaceAll(/\r\n[ \t]+/g, ' ');
  return {
    header: (name) => new RegExp(`^${name}: *(.*)$`, 'im').exec(head)?.[1]?.trim() ?? '',
    body: part.slice(end + 4),
  };
}

function decodeBody(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding === 'quoted-printable') return decodeQuoted(body.replaceAll(/=\r?\n/g, ''));
  return body;
}

function decodeQuoted(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** RFC 2047: words such as =?UTF-8?Q?caf=C3=A9?=; blanks between two of them are ignored. */
function decodeWords(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : decodeQuoted(word.replaceAll('_', ' ')),
    );
}
