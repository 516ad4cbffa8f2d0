/** A mail server that accepts everything and delivers nothing: for the local stack and the tests. */
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly receivedAt: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly messageId: string;
  readonly subject: string;
  readonly text: string;
}

export interface MailReceiver {
  /** The newest last. */
  mails(): readonly ReceivedMail[];
  close(): Promise<void>;
}

const KEPT = 200;

export async function startMailReceiver(port: number): Promise<MailReceiver> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
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
  // A client that disconnects midway is not our problem.
  server.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return { mails: () => mails, close: () => new Promise((resolve) => void server.close(resolve)) };
}

/** Parses the plain messages of our own mailer; other mails may not parse well. */
export function parseMessage(message: string): Pick<ReceivedMail, 'messageId' | 'subject' | 'text'> {
  const end = message.indexOf('\r\n\r\n');
  // A header may continue on the next line, which then starts with a blank.
  const head = message.slice(0, end).replaceAll(/\r\n[ \t]+/g, ' ');
  const header = (name: string) => new RegExp(`^${name}: *(.*)$`, 'im').exec(head)?.[1]?.trim() ?? '';
  const encoding = header('content-transfer-encoding').toLowerCase();
  return {
    messageId: header('message-id'),
    subject: decodeWords(header('subject')),
    text: decodeBody(message.slice(end + 4), encoding)
      .replaceAll('\r\n', '\n')
      .trimEnd(),
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

/** RFC 2047: words such as =?UTF-8?Q?caf=C3=A9?=; blanks between two of them do not count. */
function decodeWords(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : decodeQuoted(word.replaceAll('_', ' ')),
    );
}
