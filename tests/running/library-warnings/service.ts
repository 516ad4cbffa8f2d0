// Runs in a separate network (tests/harness/own-network.ts): a service that sends a mail as soon as it has started, to a mail server
// that is known by name. On a machine with only loopback, nodemailer warns about it, although the mail arrives.
import { openMailer } from '@onboarding/platform/mail';
import { runService } from '@onboarding/platform/service';
import { startMailbox } from '../../harness/servers/mail.ts';

const config = {
  ENVIRONMENT: 'development',
  HOST: '127.0.0.1',
  PORT: 0,
  METRICS_PORT: 0,
  METRICS_OLD_NAMES: false,
  DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
  DATABASE_POOL_SIZE: 1,
  DATABASE_CONNECT_SECONDS: 1,
  LOG_LEVEL: 'info',
  OTLP_TRACES_URL: undefined,
  TRACES_SAMPLE_RATIO: 1,
  DRAIN_SECONDS: 0,
  REHEARSAL: false,
};

await runService(
  'worker',
  () => config,
  async ({ logger }) => {
    const mailbox = await startMailbox();
    const url = mailbox.url.replace('127.0.0.1', 'localhost');
    const mailer = openMailer({ url, from: 'no-reply@service.example', requireTls: false });
    await mailer.send({ id: 'm-1', to: 'ada@people.example', subject: 'Hello', text: 'Good day' });
    logger.info({ mails: mailbox.mails().length }, 'sent');
    mailer.close();
    await mailbox.close();
    return { drain: () => {}, close: async () => {} };
  },
);
process.kill(process.pid, 'SIGTERM');
