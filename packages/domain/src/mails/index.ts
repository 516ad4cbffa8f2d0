// Owns: the way of a mail from the change that causes it to the mail server. A mail is a job of the change's transaction;
// it is sent at least once: should a worker die between the server's yes and its own note of it, the mail goes out again,
// under the same Message-ID.
import { uuidv7 } from '@onboarding/platform/ids';
import type { Tx } from '@onboarding/platform/postgres';
import type { Context } from '../context.ts';
import { type Mail, sealMail } from './mail.ts';

export { type Mail, openMail } from './mail.ts';

export const MAIL_QUEUE = 'mail.send';

export async function sendMail(tx: Tx, context: Pick<Context, 'clock' | 'jobs' | 'keys'>, mail: Mail): Promise<void> {
  await context.jobs.send(tx, MAIL_QUEUE, sealMail(context.keys, uuidv7(context.clock.now()), mail));
}
