import { DAY_MS, EXPIRY_WARNING_DAYS } from '@onboarding/contract';
import type { Tx } from '@onboarding/platform/postgres';
import { listPartnerAdmins } from '../accounts/index.ts';
import type { Context } from '../context.ts';
import { type Letter, sendLetter } from '../mails/index.ts';
import { claimDueWarnings, type DueWarning } from './certificate-store.ts';

export interface Warned {
  certificates: number;
  mails: number;
}

/**
 * Mails the admins of partners whose certificates expire soon, once per stage, up to `limit` certificates at a time; records
 * the stage in the transaction of the mails. Skips earlier stages of a certificate that was registered late in its life.
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
      context.logger.warn({ partnerId: certificate.partnerId }, 'no admin to warn about an expiring certificate');
    }
    for (const receiver of receivers) {
      await sendLetter(tx, context, receiver, warning(certificate, now, portalUrl));
      mails++;
    }
  }
  return { certificates: due.length, mails };
}

function warning(certificate: DueWarning, now: Date, portalUrl: string): Letter {
  const days = Math.ceil((certificate.notAfter.getTime() - now.getTime()) / DAY_MS);
  const left = days <= 1 ? 'within a day' : `in ${days} days`;
  const ends = certificate.notAfter.toISOString().slice(0, 16).replace('T', ' ');
  return {
    subject: `API certificate "${certificate.name}" expires ${left}`,
    paragraphs: [
      `The certificate "${certificate.name}" (${certificate.subject}) expires on ${ends} UTC, ${left}. After that, your systems cannot get access tokens with it.`,
      'What to do: register a new certificate, switch your systems to it, then revoke this one. Both work until then.',
      `Your API credentials:\n${portalUrl}/credentials`,
      `Thumbprint (SHA-256): ${certificate.thumbprint}`,
    ],
  };
}
