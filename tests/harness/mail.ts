// A real SMTP server that keeps what it is sent.
import { freePort } from '../../scripts/free-port.ts';
import { type MailReceiver, type ReceivedMail, startMailReceiver } from '../../scripts/mail-receiver.ts';
import { until } from './process.ts';

export type { ReceivedMail };

export interface Mailbox {
  /** For SMTP_URL. */
  url: string;
  /** The newest last. */
  mails(): readonly ReceivedMail[];
  /** The first mail that fits, as soon as there is one. */
  waitFor(predicate: (mail: ReceivedMail) => boolean, withinMs?: number): Promise<ReceivedMail>;
  /** As if the server were down: its port refuses connections. */
  interrupt(): Promise<void>;
  resume(): Promise<void>;
  close(): Promise<void>;
}

export async function startMailbox(): Promise<Mailbox> {
  const port = await freePort();
  const kept: ReceivedMail[] = [];
  let receiver: MailReceiver | undefined = await startMailReceiver(port);
  const mails = () => [...kept, ...(receiver?.mails() ?? [])];
  async function interrupt(): Promise<void> {
    kept.push(...(receiver?.mails() ?? []));
    const ending = receiver;
    receiver = undefined;
    await ending?.close();
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
      receiver = await startMailReceiver(port);
    },
    close: interrupt,
  };
}
