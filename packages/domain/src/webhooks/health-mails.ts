// What people are told when a receiver begins to fail, is given up, or works again. By mail, never through the webhook that
// fails, and on transitions only.
import type { DisabledReason } from '@onboarding/contract';
import type { Tx } from '@onboarding/platform/postgres';
import { listPartnerAdmins, type PartnerAdmin } from '../accounts/index.ts';
import type { Context } from '../context.ts';
import { type Mail, sendMail } from '../mails/index.ts';
import type { Transition } from './endpoint-health.ts';
import { findEndpointUrl } from './health-mails-store.ts';

export interface TransitionToTell {
  partnerId: string;
  transition: Transition;
  /** Since when. */
  at: Date;
  /** Only of a receiver that was disabled. */
  reason: DisabledReason | null;
  portalUrl: string;
}

/** Tells every admin of the partner, in the transaction of the transition; answers how many. */
export async function tellOfTransition(
  tx: Tx,
  context: Pick<Context, 'clock' | 'jobs' | 'keys' | 'logger'>,
  told: TransitionToTell,
): Promise<number> {
  const { partnerId, transition } = told;
  const url = await findEndpointUrl(tx, partnerId);
  const receivers = await listPartnerAdmins(tx, [partnerId]);
  if (receivers.length === 0) {
    context.logger.warn({ partnerId, transition }, "nobody to tell of a webhook's health");
  }
  for (const receiver of receivers) await sendMail(tx, context, transitionMail(told, receiver, hostOf(url)));
  return receivers.length;
}

/** The rest of a URL may hold a key of the partner's, which does not belong into a mail. */
function hostOf(url: string | undefined): string {
  return url !== undefined && URL.canParse(url) ? new URL(url).host : 'your receiver';
}

function transitionMail(told: TransitionToTell, receiver: PartnerAdmin, host: string): Mail {
  const { subject, text } = TEXTS[told.transition](host, told);
  const since = told.at.toISOString().slice(0, 16).replace('T', ' ');
  return {
    to: receiver.email,
    subject,
    text: [`Hello ${receiver.name},`, '', `since ${since} UTC ${text[0]}`, ...text.slice(1), ''].join('\n'),
  };
}

const TEXTS: Record<Transition, (host: string, told: TransitionToTell) => { subject: string; text: string[] }> = {
  Degraded: (host, { portalUrl }) => ({
    subject: `Webhook deliveries to ${host} are failing`,
    text: [
      `most deliveries of events to ${host} fail.`,
      'Nothing is lost: each is tried up to eight times over three days, one at a time while this lasts.',
      '',
      'What to do: see in the delivery history what your receiver answers, and repair it.',
      'It gets what it has missed as soon as it answers again:',
      `${portalUrl}/webhooks`,
    ],
  }),
  Disabled: (host, { reason, portalUrl }) => ({
    subject: `Webhook deliveries to ${host} have stopped`,
    text: [
      reason === 'Gone'
        ? `no events are sent to ${host} any more, because it answered twice that it is gone (410).`
        : `no events are sent to ${host} any more, because no delivery succeeded for three days.`,
      'Events are still recorded, and wait for you.',
      '',
      'What to do: repair the receiver, or register another URL, then enable the webhook.',
      'What is then younger than three days is sent by itself; what is older can be replayed for 30 days:',
      `${portalUrl}/webhooks`,
    ],
  }),
  Recovered: (host, { portalUrl }) => ({
    subject: `Webhook deliveries to ${host} work again`,
    text: [
      `events reach ${host} again. What failed before is being sent once more.`,
      '',
      'There is nothing to do. Deliveries that were given up in the meantime can be replayed:',
      `${portalUrl}/webhooks`,
    ],
  }),
};
