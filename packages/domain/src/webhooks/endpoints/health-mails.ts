// Mails about a receiver that starts to fail, is disabled, or recovers. Never sent through the failing webhook, and only on
// transitions.
import { type DisabledReason, EVENT_DAYS, WEBHOOK_GIVE_UP_HOURS } from '@onboarding/contract';
import type { Tx } from '@onboarding/platform/postgres';
import { listPartnerAdmins } from '../../accounts/index.ts';
import type { Context } from '../../context.ts';
import { type Letter, sendLetter } from '../../mails/index.ts';
import { MAX_ATTEMPTS } from '../deliveries/delivery-schedule.ts';
import type { Transition } from './endpoint-health.ts';
import { findEndpointUrl } from './endpoint-store.ts';

export interface TransitionToTell {
  partnerId: string;
  transition: Transition;
  /** Since when. */
  at: Date;
  /** Only for a disabled receiver. */
  reason: DisabledReason | null;
  /** Its start page, without a slash at the end. */
  portalUrl: string;
}

/** Mails every admin of the partner, in the transaction of the transition; returns how many. */
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

/** The rest of a URL may contain a key of the partner's, which must not be in a mail. */
function hostOf(url: string | undefined): string {
  return url !== undefined && URL.canParse(url) ? new URL(url).host : 'your receiver';
}

const LETTERS: Record<Transition, (host: string, told: TransitionToTell) => Letter> = {
  Degraded: (host, told) => ({
    subject: `Webhook deliveries to ${host} are failing`,
    paragraphs: [
      `${since(told)} most deliveries of events to ${host} have failed.
Nothing is lost: each delivery is attempted up to ${MAX_ATTEMPTS} times over three days, one at a time until your receiver recovers.`,
      `What to do: check in the delivery history what your receiver answers, and fix it.
It gets everything it missed as soon as it answers again:
${told.portalUrl}/webhooks/deliveries`,
    ],
  }),
  Disabled: (host, told) => ({
    subject: `Webhook deliveries to ${host} have stopped`,
    paragraphs: [
      `${since(told)} no more events are sent to ${host}, because ${
        told.reason === 'Gone'
          ? 'it answered twice that it is gone (410).'
          : `no delivery succeeded for ${WEBHOOK_GIVE_UP_HOURS} hours.`
      }
Events are still recorded and stay available to you.`,
      `What to do: fix the receiver or register another URL, then enable the webhook.
Events less than ${WEBHOOK_GIVE_UP_HOURS} hours old are then sent automatically; older ones can be replayed for ${EVENT_DAYS} days:
${told.portalUrl}/webhooks`,
    ],
  }),
  Recovered: (host, told) => ({
    subject: `Webhook deliveries to ${host} work again`,
    paragraphs: [
      `${since(told)} events have been reaching ${host} again. Deliveries that failed are being retried.`,
      `You do not have to do anything. Deliveries that were given up in the meantime can be replayed:
${told.portalUrl}/webhooks/deliveries`,
    ],
  }),
};

const since = ({ at }: TransitionToTell) => `Since ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC,`;
