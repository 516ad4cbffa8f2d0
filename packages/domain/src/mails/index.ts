// Owns: the path of a mail from the change that causes it to the mail server. A mail is a job of the change's transaction and
// is sent at least once: if a worker dies after the server has accepted it but before the job is marked as done, the mail is
// sent again with the same Message-ID.
import { uuidv7 } from '@onboarding/platform/ids';
import type { Tx } from '@onboarding/platform/postgres';
import type { Context } from '../context.ts';
import { type Addressee, type Letter, letterTo, type Mail, sealMail } from './mail.ts';

export { type Letter, oneLine, openMail, resealMail } from './mail.ts';

export const MAIL_QUEUE = 'mail.send';

/**
 * `partnerId`: the partner whose users receive it, undefined for our own staff; partners share the connections to the mail
 * server.
 */
export async function sendMail(
  tx: Tx,
  context: Pick<Context, 'clock' | 'jobs' | 'keys'>,
  mail: Mail,
  partnerId: string | undefined,
): Promise<void> {
  const sealed = sealMail(context.keys, uuidv7(context.clock.now()), mail);
  await context.jobs.send(tx, MAIL_QUEUE, sealed, { owner: partnerId });
}

/** Sends a mail to a person, in the common layout. */
export function sendLetter(
  tx: Tx,
  context: Pick<Context, 'clock' | 'jobs' | 'keys'>,
  to: Addressee,
  letter: Letter,
): Promise<void> {
  return sendMail(tx, context, letterTo(to, letter), to.partnerId);
}
