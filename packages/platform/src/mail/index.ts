// Sends mail by SMTP. Reports only the kind of a failure, because replies of servers repeat addresses.
import { createTransport } from 'nodemailer';
import { explainDistrust } from '../trust/index.ts';

interface OutgoingMail {
  /** Stays the same when a mail is sent again, so that a receiver can recognise the duplicate. */
  id: string;
  to: string;
  subject: string;
  text: string;
  /** The HTML alternative; recipients get both. */
  html?: string | undefined;
}

export interface Mailer {
  /** Resolves once the server has accepted the mail. */
  send(mail: OutgoingMail): Promise<void>;
  /** Connects, encrypts and signs in as for a mail, without sending one. */
  verify(): Promise<void>;
  close(): void;
}

export interface MailerSettings {
  /** smtp://user:password@host:587 or smtps://... */
  url: string;
  /** For example: Onboarding <no-reply@example.com> */
  from: string;
  /** If true, no mail is sent unencrypted. False only in development. */
  requireTls: boolean;
}

export class MailNotSent extends Error {
  override name = 'MailNotSent';
  readonly code: string;

  constructor(code: string, cause?: Error) {
    super('The mail server did not take the mail', cause === undefined ? {} : { cause });
    this.code = code;
  }
}

export function openMailer(settings: MailerSettings): Mailer {
  const sender = /<([^<>]+)>\s*$/.exec(settings.from)?.[1] ?? settings.from;
  const domain = sender.slice(sender.lastIndexOf('@') + 1);
  const { protocol, hostname, port, username, password } = new URL(settings.url);
  const secure = protocol === 'smtps:';
  const transport = createTransport({
    pool: true,
    host: hostname,
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: settings.requireTls,
    ignoreTLS: !settings.requireTls && !secure,
    ...(username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    maxConnections: 4,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ id, to, subject, text, html }) {
      try {
        await transport.sendMail({
          from: settings.from,
          // An object, because a comma in a plain address would add a recipient.
          to: { name: '', address: to },
          subject,
          text,
          html,
          textEncoding: 'quoted-printable',
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } catch (error) {
        throw new MailNotSent(kindOf(error));
      }
    },
    async verify() {
      try {
        await transport.verify();
      } catch (error) {
        // The words of OpenSSL repeat no address.
        const untrusted = explainDistrust(error) !== undefined && error instanceof Error;
        throw new MailNotSent(kindOf(error), untrusted ? error : undefined);
      }
    },
    close: () => transport.close(),
  };
}

/** nodemailer's code and the server's three digits, such as "EENVELOPE 550". */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  const response = 'responseCode' in error && typeof error.responseCode === 'number' ? ` ${error.responseCode}` : '';
  return `${code}${response}`;
}
