// Mails about a receiver that starts to fail, is disabled, or recovers. Never sent through the failing webhook, and only on
// transitions.
import { DELIVERY_ATTEMPTS, type DisabledReason, EVENT_DAYS, WEBHOOK_GIVE_UP_HOURS } from '@onboarding/contract';
import type { Tx } from '@onboarding/platform/postgres';
import { listPartnerAdmins } from '../../accounts/index.ts';
import type { Context } from '../../context.ts';
import { type Letter, sendLetter } from '../../mails/index.ts';
import type { Transition } from './endpoint-health.ts';
import { findEndpointUrl } from './endpoint-store.ts';

export interface TransitionToTell {
  partnerId: string;
  transition: Transition;
  /** When the transition happened. */
  at: Date;
  /** Only for a disabled receiver. */
  reason: DisabledReason | null;
  /** The URL of the portal, without a trailing slash. */
  portalUrl: string;
}

/** Mails every admin of the partner, in the transaction of the transition; returns the number of mails. */
export async function tellOfTransition(
  tx: Tx,
  context: Pick<Context, 'clock' | 'jobs' | 'keys' | 'logger'>,
  told: TransitionToTell,
): Promise<number> {
  const { partnerId, transition } = told;
  const url = await findEndpointUrl(tx, partnerId);
  const receivers = await listPartnerAdmins(tx, [partnerId]);
  if (receivers.length === 0) {
    context.logger.warn({ partnerId, transition }, "no admin to notify about a webhook's health");
  }
  const letter = LETTERS[transition](hostOf(url), told);
  for (const receiver of receivers) await sendLetter(tx, context, receiver, letter);
  return receivers.length;
}

/** The rest of a URL may contain a key of the partner, which must not be in a mail. */
function hostOf(url: string | undefined): string {
  return url !== undefined && URL.canParse(url) ? new URL(url).host : 'your receiver';
}

const LETTERS: Record<Transition, (host: string, told: TransitionToTell) => Letter> = {
  Degraded: (host, told) => ({
    subject: `Webhook deliveries to ${host} are failing`,
    paragraphs: [
      `Since ${momentOf(told)}, most deliveries to ${host} have failed. Each is attempted up to ${DELIVERY_ATTEMPTS} times over three days. Until your receiver recovers, they are sent one at a time.`,
      'What to do: check how your receiver responds in the delivery history, and fix the problem. Once it accepts events again, we send the ones it missed.',
      `Delivery history:\n${told.portalUrl}/webhooks/deliveries`,
    ],
  }),
  Disabled: (host, told) => ({
    subject: `Webhook deliveries to ${host} have stopped`,
    paragraphs: [
      `We stopped sending events to ${host} on ${momentOf(told)}, because ${
        told.reason === 'Gone'
          ? 'it answered 410 Gone twice.'
          : `no delivery had succeeded for ${WEBHOOK_GIVE_UP_HOURS} hours.`
      } New events are still recorded.`,
      `What to do: fix the receiver or register another URL, then enable the webhook. Events of the last ${WEBHOOK_GIVE_UP_HOURS} hours are then sent automatically. You can replay older ones for ${EVENT_DAYS} days.`,
      `Your webhook:\n${told.portalUrl}/webhooks`,
    ],
  }),
  Recovered: (host, told) => ({
    subject: `Webhook deliveries to ${host} are working again`,
    paragraphs: [
      `Since ${momentOf(told)}, ${host} has been accepting events again. Failed deliveries are being retried.`,
      'You do not have to do anything. If we gave up on any deliveries in the meantime, you can replay them.',
      `Delivery history:\n${told.portalUrl}/webhooks/deliveries`,
    ],
  }),
};

const momentOf = ({ at }: TransitionToTell) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
