// A real SMTP server that stores what it receives.
import type { CertificateFiles } from '../../../scripts/certificate-authority.ts';
import { freePort } from '../../../scripts/free-port.ts';
import { type MailReceiver, type ReceivedMail, startMailReceiver } from '../../../scripts/mail-receiver.ts';
import { until } from '../patience.ts';

export interface Mailbox {
  /** For SMTP_URL. */
  url: string;
  /** The newest last. */
  mails(): readonly ReceivedMail[];
  /** The first matching mail, as soon as there is one. */
  waitFor(predicate: (mail: ReceivedMail) => boolean, withinMs?: number): Promise<ReceivedMail>;
  /** Simulates an outage: its port refuses connections. */
  interrupt(): Promise<void>;
  resume(): Promise<void>;
  close(): Promise<void>;
}

/** With `tls`, it accepts mails only over encrypted connections with a login. */
export async function startMailbox(options: { port?: number; tls?: CertificateFiles } = {}): Promise<Mailbox> {
  const port = options.port ?? (await freePort());
  const kept: ReceivedMail[] = [];
  let receiver: MailReceiver | undefined = await startMailReceiver(port, options.tls);
  const mails = () => [...kept, ...(receiver?.mails() ?? [])];
  async function interrupt(): Promise<void> {
    const ending = receiver;
    await ending?.close();
    // Only now: until then it may receive more.
    if (ending === undefined || receiver !== ending) return;
    kept.push(...ending.mails());
    receiver = undefined;
  }
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    async waitFor(predicate, withinMs) {
      let found: ReceivedMail | undefined;
      await until(
        async () => {
          found = mails().find(predicate);
          return found !== undefined;
        },
        'the mail arrives',
        withinMs,
      );
      if (found === undefined) throw new Error('The mail was there and is not');
      return found;
    },
    interrupt,
    async resume() {
      receiver = await startMailReceiver(port, options.tls);
    },
    close: interrupt,
  };
}
