// Tests a receiver with genuine, forged and old deliveries.
import { randomBytes } from 'node:crypto';
import { reasonOf, Unavailable } from '../listen/insist.ts';
import { deliver, isAccepted, makeTestEvent, type ReceiverAnswer } from '../listen/receiver.ts';
import { connectionFault } from './reach.ts';
import { fault, good, type Verdict, warning } from './verdict.ts';

/** A receiver must reject deliveries older than five minutes. */
const OLD_MS = 600_000;
const SLOW_MS = 5_000;

export async function checkReceiver(to: URL, secret: string, signal: AbortSignal): Promise<Verdict[]> {
  const about = 'receiver';
  const send = (more: { secret?: string; sentAt?: Date } = {}) => {
    const event = makeTestEvent('A test by onboarding doctor.');
    return deliver(to, { event, body: JSON.stringify(event), secret, ...more }, signal);
  };
  let genuine: ReceiverAnswer;
  try {
    genuine = await send();
  } catch (thrown) {
    if (!(thrown instanceof Unavailable)) throw thrown;
    return [connectionFault(about, to.href, Object.assign(new Error(thrown.message), { code: thrown.message }))];
  }
  if (!isAccepted(genuine)) return [refusedGenuine(genuine)];
  const verdicts: Verdict[] = [
    genuine.tookMs > SLOW_MS
      ? warning(
          about,
          `accepts a genuine delivery after ${genuine.tookMs} ms`,
          'Respond first and process the event later: we wait 15 s.',
        )
      : good(about, `accepts a genuine delivery (${genuine.status})`),
  ];
  try {
    const forged = await send({ secret: `whsec_${randomBytes(32).toString('base64')}` });
    const old = await send({ sentAt: new Date(Date.now() - OLD_MS) });
    verdicts.push(
      isAccepted(forged)
        ? fault(
            'signature',
            `the receiver accepts a forged delivery (${forged.status})`,
            'Verify the signature over the raw body before you parse it, as verifyWebhook of @onboarding/sdk does.',
          )
        : good('signature', `a forged delivery is refused (${forged.status})`),
      isAccepted(old)
        ? fault(
            'replay',
            `the receiver accepts a delivery that is ten minutes old (${old.status})`,
            'Refuse timestamps that are more than five minutes off, as verifyWebhook of @onboarding/sdk does.',
          )
        : good('replay', `an old delivery is refused (${old.status})`),
    );
  } catch (thrown) {
    verdicts.push(
      fault('signature', `a forged delivery gets no answer (${reasonOf(thrown)})`, 'Answer it with 400 or 401.'),
    );
  }
  return verdicts;
}

function refusedGenuine({ status, firstLine }: ReceiverAnswer): Verdict {
  const said = firstLine === '' ? '' : `: ${firstLine}`;
  if (status >= 300 && status < 400)
    return fault(
      'receiver',
      `answers with a redirect (${status})`,
      'Register the final address: redirects are not followed.',
    );
  if (status === 404 || status === 405)
    return fault('receiver', `answers ${status}${said}`, 'Check the path: it must accept POST.');
  return fault(
    'receiver',
    `refuses a genuine delivery (${status}${said})`,
    'Configure it with the secret of the profile ("onboarding listen --print-secret"), and verify the raw body, not one that was parsed and serialised again.',
  );
}
