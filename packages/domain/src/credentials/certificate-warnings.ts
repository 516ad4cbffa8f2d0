import { EXPIRY_WARNING_DAYS } from '@onboarding/contract';
import type { Tx } from '@onboarding/platform/postgres';
import { listPartnerAdmins, type PartnerAdmin } from '../accounts/index.ts';
import type { Context } from '../context.ts';
import { type Mail, sendMail } from '../mails/index.ts';
import { claimDueWarnings, type DueWarning } from './certificate-warnings-store.ts';

const DAY_MS = 86_400_000;

export interface Warned {
  certificates: number;
  mails: number;
}

/**
 * Tells the admins of partners whose certificates end soon, once per stage, up to `limit` certificates at a time: the
 * stage is noted in the transaction of the mails. One that was registered late in its life is warned of at its current
 * stage only.
 */
export async function warnOfExpiry(
  tx: Tx,
  context: Pick<Context, 'clock' | 'jobs' | 'keys' | 'logger'>,
  { portalUrl, limit }: { portalUrl: string; limit: number },
): Promise<Warned> {
  const now = context.clock.now();
  const due = await claimDueWarnings(tx, now, EXPIRY_WARNING_DAYS, limit);
  const admins = Map.groupBy(
    await listPartnerAdmins(tx, [...new Set(due.map(({ partnerId }) => partnerId))]),
    ({ partnerId }) => partnerId,
  );
  let mails = 0;
  for (const certificate of due) {
    const receivers = admins.get(certificate.partnerId) ?? [];
    if (receivers.length === 0) {
      context.logger.warn({ partnerId: certificate.partnerId }, 'nobody to tell of an ending certificate');
    }
    for (const receiver of receivers) {
      await sendMail(tx, context, warningMail(certificate, receiver, now, portalUrl));
      mails++;
    }
  }
  return { certificates: due.length, mails };
}

function warningMail(certificate: DueWarning, receiver: PartnerAdmin, now: Date, portalUrl: string): Mail {
  const days = Math.ceil((certificate.notAfter.getTime() - now.getTime()) / DAY_MS);
  const left = days <= 1 ? 'within a day' : `in ${days} days`;
  const ends = certificate.notAfter.toISOString().slice(0, 16).replace('T', ' ');
  return {
    to: receiver.email,
    subject: `API certificate "${certificate.name}" expires ${left}`,
    text: [
      `Hello ${receiver.name},`,
      '',
      `the certificate "${certificate.name}" (${certificate.subject}) expires on ${ends} UTC, ${left}.`,
      'From then on your systems get no access tokens with it.',
      '',
      'What to do: make a new key and certificate, register it beside the old one, switch your systems over,',
      'then revoke the old one. Both work until then:',
      `${portalUrl}/api-credentials`,
      '',
      `Thumbprint (SHA-256): ${certificate.thumbprint}`,
      '',
    ].join('\n'),
  };
}
